import type { Plugin } from "vite";

export function libraries(): Plugin;

import type { Plugin } from "vite";
import type { RulesText } from "./src/rules/text";

export function rulesOf(markdown: string, file?: string): RulesText;
export function rules(): Plugin;

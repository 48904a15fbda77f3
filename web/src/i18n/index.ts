export * from "./engine.svelte";

/** The areas there are. Every words.ts adds its own, so that `t` knows the keys of its English words. */
export interface Areas {}

export * from "./engine.svelte";
export type { Message, Messages, Noun, Nouns, Plural, Select, Value, Values } from "./message";

export function wordsFile(id: string): string | null;

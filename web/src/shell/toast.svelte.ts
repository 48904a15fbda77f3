/** One sentence that disappears by itself: "Copied.", "Too many requests." */

export interface Toast {
  text: string;
  refusal: boolean;
}

const LASTS = 5000;

class Toasts {
  now = $state<Toast | null>(null);
  #timer = 0;

  show(text: string, refusal: boolean): void {
    clearTimeout(this.#timer);
    this.now = { text, refusal };
    this.#timer = window.setTimeout(() => (this.now = null), LASTS);
  }

  dismiss(): void {
    clearTimeout(this.#timer);
    this.now = null;
  }
}

export const toasts = new Toasts();

export function toast(text: string, { refusal = false } = {}): void {
  toasts.show(text, refusal);
}

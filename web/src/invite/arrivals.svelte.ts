/** Who has sat down while this page was open: said for a while, then they are simply here. */
import type { Seat } from "../protocol";

const NEWS = 60_000; // milliseconds that an arrival is news

export class Arrivals {
  #latest = $state.raw<ReadonlySet<string>>(new Set());
  #before: ReadonlySet<string> | null = null;
  #timers: number[] = [];

  /** Takes in the seats as they are now, and returns the names of those who have just sat down. */
  see(seats: Seat[], me: string | null): string[] {
    const sitting = seats.filter(({ kind, guest }) => kind === "person" && guest !== null && guest !== me);
    const before = this.#before;
    this.#before = new Set(sitting.map(({ guest }) => guest!));
    const fresh = before === null ? [] : sitting.filter(({ guest }) => !before.has(guest!));
    for (const { guest } of fresh) this.#announce(guest!);
    return fresh.map(({ name }) => name);
  }

  #announce(guest: string): void {
    this.#latest = new Set([...this.#latest, guest]);
    this.#timers.push(
      window.setTimeout(() => (this.#latest = new Set([...this.#latest].filter((each) => each !== guest))), NEWS),
    );
  }

  isNews({ guest }: Pick<Seat, "guest">): boolean {
    return guest !== null && this.#latest.has(guest);
  }

  leave(): void {
    this.#timers.forEach(clearTimeout);
  }
}

/** What a lesson or a puzzle needs of the server, for when there is no connection: every position that it comes
 * by, and what is tried there. It is asked for when it is needed; the service worker has fetched it before. */

import { api, Refusal } from "../net";
import type { LessonPosition, PreviewAnswer, PreviewRequest, Snapshot, Source, StudyRequest } from "../protocol";
import type { Known } from "../study/table.svelte";

type Place = { source: Source; decisions: number[]; seat: number | null };

const keyOf = (text: string, decisions: number[], seat: number | null) => `${seat} ${decisions.join()} ${text}`;

export class Positions implements Known {
  readonly #game: string;
  #known = $state.raw<Map<string, LessonPosition> | null>(null);

  constructor(game: string) {
    this.#game = game;
  }

  get isThere(): boolean {
    return this.#known !== null;
  }

  async load(): Promise<void> {
    if (this.#known) return;
    const { positions } = await api.lessonPositions(this.#game);
    this.#known = new Map(positions.map((one) => [keyOf(one.text, one.decisions, one.seat), one]));
  }

  position(at: StudyRequest): Snapshot | null {
    return this.#at(at as Place)?.snapshot ?? null;
  }

  preview(at: PreviewRequest): PreviewAnswer | null {
    const wanted = at.try.join();
    const tried = this.#at(at as Place)?.tries.find(({ decisions }) => decisions.join() === wanted);
    if (tried?.refused) throw new Refusal(tried.refused);
    return tried?.preview ?? null;
  }

  #at({ source, decisions, seat }: Place): LessonPosition | undefined {
    return source.kind === "position" ? this.#known?.get(keyOf(source.text, decisions, seat)) : undefined;
  }
}

/** Whose view of a replay is shown: the latest choice counts, and failures are reported. */
import { beforeEach, expect, test, vi } from "vitest";
import type { Replay } from "../protocol";

vi.mock("../games", () => ({ loadFace: async () => ({}) }));
const said = vi.fn();
vi.mock("../shell/failure", () => ({ sayFailure: said }));

const seen = (seat: number | null): Replay => ({
  contrada_replay: 1, game: "town", options: {}, title: "", seats: ["Ada", "Bruno"], seat, result: null, steps: [],
});
const { Opening } = await import("./opening.svelte");
let answers: Map<string, (answer: Response) => void>;

beforeEach(() => {
  said.mockClear();
  answers = new Map();
  vi.stubGlobal("fetch", async (path: string) => {
    if (path === "/api/games") return new Response('{"games": [{"name": "town", "hidden": true}]}');
    if (!path.includes("replay")) return new Response('{"you": null, "status": "over"}');
    return new Promise<Response>((answer) => answers.set(path, answer));
  });
});

async function come(seat: number | null, status = 200): Promise<void> {
  await vi.waitFor(() => expect(path(seat)).toBeDefined());
  answers.get(path(seat)!)!(new Response(JSON.stringify(status === 200 ? seen(seat) : { reason: "busy" }), { status }));
}

const path = (seat: number | null) =>
  [...answers.keys()].find((path) => (seat === null ? !/seat=\d/.test(path) : path.includes(`seat=${seat}`)));

async function opened() {
  const opening = new Opening("k3J");
  const begun = opening.begin();
  await come(null);
  await begun;
  return opening;
}

test("of two quick choices the later counts, whichever answer comes first", async () => {
  const opening = await opened();
  const looks = [opening.look(0), opening.look(1)];
  await come(1);
  await looks[1];
  await come(0);
  await looks[0];
  expect([opening.seat, opening.reel!.you]).toEqual([1, 1]);
});

test("eyes that do not come are said, and one sees by the old ones", async () => {
  const opening = await opened();
  const look = opening.look(0);
  await come(0, 503);
  await look;
  expect(said).toHaveBeenCalledOnce();
  expect([opening.seat, opening.reel!.you, opening.failed]).toEqual([null, null, false]);
});

test("a choice that failed takes nothing from a later one", async () => {
  const opening = await opened();
  const looks = [opening.look(0), opening.look(1)];
  await come(0, 503);
  await looks[0];
  await come(1);
  await looks[1];
  expect(said).not.toHaveBeenCalled();
  expect([opening.seat, opening.reel!.you]).toEqual([1, 1]);
});

test("a replay that never came can be asked for again", async () => {
  const opening = new Opening("k3J");
  const begun = opening.begin();
  await come(null, 503);
  await begun;
  expect([opening.failed, opening.reel]).toEqual([true, null]);
  answers.clear();
  const again = opening.load();
  await come(null);
  await again;
  expect([opening.failed, opening.reel!.you]).toEqual([false, null]);
});

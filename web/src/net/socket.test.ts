/** The socket against a server of a few lines. */
import { beforeEach, expect, test, vi } from "vitest";
import type { Snapshot } from "../protocol";

// What the house is called is asked for with each connection, over HTTP.
vi.mock("./house.svelte", () => ({ house: { ask: () => {}, is: () => {}, name: "Contrada", now: null } }));

class FakeSocket {
  static all: FakeSocket[] = [];
  static OPEN = 1;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  hello(guest: object | null = null, version = "1"): void {
    this.says({ type: "hello", guest, version, now: Date.now(), games: {} });
  }
  breaks(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

const latest = () => FakeSocket.all.at(-1)!;
const snapshot = (seq: number) => ({ type: "snapshot", table: "k3J", seq, log: [], chat: [] }) as unknown as Snapshot;
let net: typeof import(".");
let page: EventTarget & { hidden: boolean };

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("location", { protocol: "https:", host: "town.example" });
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal("document", page);
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("BroadcastChannel", undefined);
  net = await import(".");
});

test("asks by id and gets the answer of that id", async () => {
  net.connect();
  expect(latest().url).toBe("wss://town.example/api/socket");
  latest().hello();
  const one = net.send({ type: "leave", table: "a" });
  const two = net.send({ type: "leave", table: "b" });
  await vi.advanceTimersByTimeAsync(0);
  const [first, second] = latest().sent;
  latest().says({ type: "refused", id: second!.id, table: "b", reason: "now", sentence: "no" });
  latest().says({ type: "done", id: first!.id });
  await expect(one).resolves.toMatchObject({ type: "done" });
  await expect(two).rejects.toMatchObject({ reason: "now", sentence: "no", table: "b" });
});

test("what is sent before the connection stands waits for it", async () => {
  const answer = net.send({ type: "leave", table: "a" });
  await vi.advanceTimersByTimeAsync(0);
  expect(latest().sent).toEqual([]);
  latest().hello();
  await vi.advanceTimersByTimeAsync(0);
  latest().says({ type: "done", id: latest().sent[0]!.id });
  await expect(answer).resolves.toMatchObject({ type: "done" });
});

test("a broken connection tells those who wait, comes back, and watches its tables again", async () => {
  const store = net.watchTable("k3J");
  latest().hello();
  expect(latest().sent).toMatchObject([{ type: "watch", table: "k3J" }]);
  latest().says(snapshot(4));
  const lost = net.send({ type: "stand", table: "k3J" });
  lost.catch(() => {});
  await vi.advanceTimersByTimeAsync(0);
  latest().breaks();
  await expect(lost).rejects.toBeInstanceOf(net.Disconnected);
  expect(net.connection.link).toBe("lost");

  await vi.advanceTimersByTimeAsync(1000);
  expect(FakeSocket.all.length).toBe(2);
  latest().hello();
  expect(net.connection.link).toBe("open");
  expect(latest().sent).toMatchObject([{ type: "watch", table: "k3J" }]);
  latest().says({ type: "delta", table: "k3J", seq: 5, set: { ply: 1 } }); // of no use before the snapshot
  expect(store.state!.seq).toBe(4);
  latest().says(snapshot(7));
  expect(store.state!.seq).toBe(7);
});

test("waits longer and longer, but not for ever", async () => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  net.connect();
  const tries: number[] = [];
  for (let i = 0; i < 10; i++) {
    latest().breaks();
    const before = Date.now();
    while (latest().readyState === 3) await vi.advanceTimersByTimeAsync(100);
    tries.push(Date.now() - before);
  }
  expect(tries.slice(0, 4)).toEqual([300, 600, 1200, 2400]);
  expect(tries.at(-1)).toBe(15_000);
});

test("a gap asks for a snapshot", () => {
  net.watchTable("k3J");
  latest().hello();
  latest().says(snapshot(4));
  latest().says({ type: "delta", table: "k3J", seq: 6, set: {} });
  expect(latest().sent).toMatchObject([{ type: "watch" }, { type: "watch" }]);
});

test("a table held twice is left when both let go", () => {
  const one = net.watchTable("k3J");
  const two = net.watchTable("k3J");
  expect(two).toBe(one);
  latest().hello();
  one.close();
  expect(latest().sent.map(({ type }) => type)).toEqual(["watch"]);
  two.close();
  expect(latest().sent.map(({ type }) => type)).toEqual(["watch", "leave"]);
});

test("a table that does not exist is missing", async () => {
  const store = net.watchTable("nope");
  latest().hello();
  latest().says({ type: "refused", id: latest().sent[0]!.id, table: "nope", reason: "missing", sentence: "" });
  await vi.advanceTimersByTimeAsync(0);
  expect(store.missing).toBe(true);
});

test("a table that the server was too busy to show is asked for again, as long as it is held", async () => {
  const store = net.watchTable("k3J");
  latest().hello();
  const watched = () => latest().sent.filter(({ type }) => type === "watch");
  const refuse = (reason: string) =>
    latest().says({ type: "refused", id: watched().at(-1)!.id, table: "k3J", reason, sentence: "" });
  refuse("busy");
  await vi.advanceTimersByTimeAsync(2_000);
  refuse("limit");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(watched().length).toBe(3);
  latest().says(snapshot(4));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(watched().length).toBe(3);

  latest().says({ type: "delta", table: "k3J", seq: 6, set: {} }); // a gap
  refuse("busy");
  await vi.advanceTimersByTimeAsync(0);
  store.close();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(watched().length).toBe(4);
});

test("what is sent while the connection is being replaced waits for the new one", async () => {
  net.connect();
  latest().hello();
  net.reconnect();
  expect(net.connection.link).toBe("connecting");
  const answer = net.send({ type: "leave", table: "a" });
  await vi.advanceTimersByTimeAsync(0);
  expect(latest().sent).toEqual([]);
  latest().hello();
  await vi.advanceTimersByTimeAsync(0);
  latest().says({ type: "done", id: latest().sent[0]!.id });
  await expect(answer).resolves.toMatchObject({ type: "done" });
});

test("a hint may wait for its search longer than anything else", async () => {
  net.connect();
  latest().hello();
  const said = vi.fn();
  net.send({ type: "hint", table: "a", ply: 0 }).then(said, said);
  net.send({ type: "stand", table: "a" }).then(said, said);
  await vi.advanceTimersByTimeAsync(0);
  const tell = async (message: object) => {
    latest().says(message);
    await vi.advanceTimersByTimeAsync(9_000);
  };
  await tell({ type: "pong", id: null });
  await tell({ type: "pong", id: null });
  expect(said).toHaveBeenCalledTimes(1);
  await tell({ type: "hint", id: latest().sent[0]!.id, table: "a", ply: 0, advice: {} });
  expect(said).toHaveBeenLastCalledWith(expect.objectContaining({ type: "hint" }));
});

test("who sits down is made a guest first, and speaks through a new connection", async () => {
  const fetched = vi.fn(async () => new Response('{"id": "g1", "name": "Lea", "token": "t"}', { status: 201 }));
  vi.stubGlobal("fetch", fetched);
  net.connect();
  latest().hello(null);
  const sat = net.send({ type: "sit", table: "k3J", seat: 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(FakeSocket.all.length).toBe(2);
  latest().hello({ id: "g1", name: "Lea" });
  await vi.advanceTimersByTimeAsync(0);
  expect(latest().sent).toMatchObject([{ type: "sit", seat: 1 }]);
  latest().says({ type: "done", id: latest().sent[0]!.id });
  await sat;
  expect(net.me.guest).toEqual({ id: "g1", name: "Lea" });
});

test("silence is asked about, and a dead connection is given up", async () => {
  net.connect();
  latest().hello();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(latest().sent).toMatchObject([{ type: "ping" }]);
  const dead = latest();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(FakeSocket.all.length).toBeGreaterThan(1);
  expect(dead.readyState).toBe(3);
});

test("a new version of the server is noticed, and a stop is announced", async () => {
  net.connect();
  latest().hello(null, "1");
  latest().says({ type: "closing" });
  expect(net.connection.closing).toBe(true);
  latest().breaks();
  await vi.advanceTimersByTimeAsync(1000);
  latest().hello(null, "2");
  expect(net.connection.closing).toBe(false);
  expect(net.connection.outdated).toBe(true);
});

test("clocks stand still while the server says so, and its time may jump", () => {
  net.connect();
  latest().hello();
  expect(net.connection.stoppedAt).toBe(null);
  latest().says({ type: "time", now: 5_000_000, paused: true });
  expect(net.connection.stoppedAt).toBe(5_000_000);
  latest().says({ type: "time", now: 9_000_000, paused: false });
  expect(net.connection.stoppedAt).toBe(null);
  expect(net.connection.now()).toBe(9_000_000);
  latest().says({ type: "time", now: 8_000_000, paused: false });
  expect(net.connection.now()).toBe(8_000_000);
});

test("clocks stand still from an announced stop until the next greeting", async () => {
  net.connect();
  latest().hello();
  latest().says({ type: "time", now: 5_000_000, paused: false });
  latest().says({ type: "closing" });
  expect(net.connection.stoppedAt).toBe(5_000_000);
  latest().breaks();
  await vi.advanceTimersByTimeAsync(1000);
  expect(net.connection.stoppedAt).toBe(5_000_000);
  latest().hello();
  expect(net.connection.stoppedAt).toBe(null);
});

test("the lobby comes as long as somebody looks", () => {
  const leave = net.watchHome();
  latest().hello();
  expect(latest().sent).toMatchObject([{ type: "home" }]);
  latest().says({ type: "home", open: [], playing: [], yours: [] });
  expect(net.homeNow()).toMatchObject({ open: [] });
  leave();
  expect(latest().sent.at(-1)).toMatchObject({ type: "leave_home" });
});

test("running tables alone are followed where nobody wants the lobby", () => {
  const stop = net.watchRunning();
  latest().hello();
  expect(latest().sent).toMatchObject([{ type: "running" }]);
  latest().says({ type: "running", tables: [{ id: "k3J" }] });
  expect(net.runningNow()).toMatchObject([{ id: "k3J" }]);
  const leave = net.watchHome();
  latest().says({ type: "home", open: [], playing: [], yours: [{ id: "a", status: "over" }, { id: "b", status: "playing" }] });
  expect(net.runningNow()).toMatchObject([{ id: "b" }]);
  leave();
  stop();
  expect(latest().sent.map(({ type }) => type)).toEqual(["running", "home", "running", "leave_home"]);
});

// --- games that are not ready ---

const refusal = { type: "refused", table: null, reason: "preparing", sentence: "", game: "urbe" };

test("the hello says which games are ready, and news changes that", () => {
  net.connect();
  latest().says({ type: "hello", guest: null, version: "1", now: 0, games: { urbino: "ready", urbe: "waiting" } });
  net.readiness.suppose({ urbe: "ready", urtown: "compiling" }); // an older answer
  expect(["urbino", "urbe", "urtown"].map((game) => net.readiness.isComing(game))).toEqual([false, true, true]);
  latest().says({ type: "games", states: { urbe: "loading" } });
  expect(net.readiness.isComing("urbe")).toBe(false);
  latest().says({ type: "games", states: { urbe: "failed" } });
  expect(net.readiness.isPlayable("urbe")).toBe(false);
});

test("a table whose game is not ready is asked for again as soon as it is", async () => {
  const store = net.watchTable("k3J");
  latest().hello();
  latest().says({ type: "games", states: { urbe: "compiling" } });
  const watched = () => latest().sent.filter(({ type }) => type === "watch");
  latest().says({ ...refusal, id: watched()[0]!.id, table: "k3J" });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([store.awaits, watched().length]).toEqual(["urbe", 1]);
  latest().says({ type: "games", states: { urbe: "ready" } });
  await vi.advanceTimersByTimeAsync(0);
  expect(watched().length).toBe(2);
  latest().says(snapshot(4));
  expect(store.awaits).toBe(null);
});

test("a request that needs a game is made again when it is ready, or after a while", async () => {
  const answers = [refusal, refusal, { steps: [] }];
  const fetched = vi.fn(async () => {
    const answer = answers.shift()!;
    return new Response(JSON.stringify(answer), { status: "reason" in answer ? 503 : 200 });
  });
  vi.stubGlobal("fetch", fetched);
  net.connect();
  latest().hello();
  latest().says({ type: "games", states: { urbe: "waiting" } });
  const replay = net.api.replay("k3J", null);
  await vi.advanceTimersByTimeAsync(4_000);
  expect([net.readiness.awaited, fetched.mock.calls.length]).toEqual(["urbe", 1]);
  await vi.advanceTimersByTimeAsync(2_000); // the news may have been lost
  expect(fetched).toHaveBeenCalledTimes(2);
  latest().says({ type: "games", states: { urbe: "ready" } });
  await expect(replay).resolves.toEqual({ steps: [] });
  expect(net.readiness.awaited).toBe(null);
});

test("a refusal that we know nothing about is outlasted without haste", async () => {
  const waited = vi.fn();
  void net.readiness.outlast("urbe").then(waited);
  await vi.advanceTimersByTimeAsync(900);
  expect(waited).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(waited).toHaveBeenCalled();
});

test("who waits for a game may give up", async () => {
  net.readiness.hear({ urbe: "compiling" });
  const giving = new AbortController();
  const waiting = net.readiness.until("urbe", giving.signal);
  giving.abort();
  await expect(waiting).rejects.toThrow();
});

test("says when the page is in the background, also to the next connection", () => {
  net.watchTable("k3J");
  latest().hello();
  page.hidden = true;
  page.dispatchEvent(new Event("visibilitychange"));
  expect(latest().sent.at(-1)).toEqual({ type: "visible", visible: false });
  latest().breaks();
  vi.advanceTimersByTime(1000);
  latest().hello();
  expect(latest().sent.map(({ type }) => type)).toEqual(["visible", "watch"]);
  page.hidden = false;
  page.dispatchEvent(new Event("visibilitychange"));
  expect(latest().sent.at(-1)).toEqual({ type: "visible", visible: true });
});

test("whom the house does not let in is not connected again and again", async () => {
  net.connect();
  latest().says({ type: "refused", id: null, table: null, reason: "admission", sentence: "No" });
  latest().breaks();
  expect(net.connection.link).toBe("refused");
  expect(net.connection.refused?.reason).toBe("admission");
  await vi.advanceTimersByTimeAsync(120_000);
  expect(FakeSocket.all).toHaveLength(1);
  net.reconnect(); // with a password, for instance
  expect(FakeSocket.all).toHaveLength(2);
  latest().hello({ id: "a", name: "Ada" });
  expect([net.connection.link, net.connection.refused]).toEqual(["open", null]);
});

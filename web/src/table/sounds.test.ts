/** Node has no sound, so a context that only notes what is asked of it stands in for the browser's. */

import { afterEach, beforeEach, expect, test, vi } from "vitest";

class Part {
  gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
  connect() {}
  start() {}
  stop() {}
}

const asked: string[] = [];

class Context {
  state = "running";
  currentTime = 0;
  async suspend() {
    this.state = "suspended";
    asked.push("suspend");
  }
  async resume() {
    this.state = "running";
    asked.push("resume");
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("AudioContext", Context);
  vi.stubGlobal("OscillatorNode", Part);
  vi.stubGlobal("GainNode", Part);
  vi.stubGlobal("navigator", { userActivation: { hasBeenActive: true } });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  [{ ended: true, captured: true, scored: true, yours: false }, ["end"]],
  [{ ended: false, captured: true, scored: true, yours: false }, ["capture"]],
  [{ ended: false, captured: false, scored: true, yours: true }, ["score", "turn"]],
  [{ ended: false, captured: false, scored: false, yours: false }, ["piece"]],
])("%o sounds like %o", async (happened, heard) => {
  const { soundsOf } = await import("./sounds");
  expect(soundsOf(happened)).toEqual(heard);
});

test("the sound sleeps once it has been silent for a while, and wakes for the next", async () => {
  const { play } = await import("./sounds");
  play("chat");
  vi.advanceTimersByTime(1000);
  play("chat");
  vi.advanceTimersByTime(1500);
  expect(asked).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(asked).toEqual(["suspend"]);
  play("chat");
  expect(asked).toEqual(["suspend", "resume"]);
});

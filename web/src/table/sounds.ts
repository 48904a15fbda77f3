/** Soft sounds, synthesised without files: wood on stone, two notes of a bell. */

import { settings } from "./settings.svelte";

export type Sound = "piece" | "turn" | "capture" | "score" | "refused" | "chat" | "end";

/** Longer than any of the sounds, in milliseconds. */
const SILENCE = 2000;

let context: AudioContext | null = null;
let falling: ReturnType<typeof setTimeout> | undefined;

/** Browsers allow sound only after the first interaction with the page. One that is ready to sound works
 * on even in silence, so it sleeps between sounds. */
function audible(): AudioContext | null {
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  clearTimeout(falling);
  falling = setTimeout(() => void context?.suspend(), SILENCE);
  return context;
}

export function play(sound: Sound): void {
  const audio = audible();
  if (!audio) return;
  sounds(audio, sound, audio.currentTime + 0.01);
}

/** What has just happened, one sound for it: the end, a capture, points, or only a piece; then whose turn it is. */
export function soundsOf({ ended, captured, scored, yours }: { ended: boolean; captured: boolean; scored: boolean; yours: boolean }): Sound[] {
  if (ended) return ["end"];
  const first: Sound = captured ? "capture" : scored ? "score" : "piece";
  return yours ? [first, "turn"] : [first];
}

/** Puts a sound into the graph, to be heard now or rendered offline. */
export function sounds(audio: BaseAudioContext, sound: Sound, now: number): void {
  if (sound === "piece") knock(audio, now, 190, 0.22);
  else if (sound === "refused") knock(audio, now, 95, 0.16);
  else if (sound === "chat") bell(audio, now, 880, 0.05);
  else if (sound === "capture") [260, 150].forEach((pitch, i) => knock(audio, now + i * 0.11, pitch, 0.2));
  else if (sound === "score") {
    knock(audio, now, 190, 0.18);
    [1174.7, 1568].forEach((pitch, i) => bell(audio, now + 0.08 + i * 0.07, pitch, 0.03));
  } else if (sound === "turn") [587.3, 784].forEach((pitch, i) => bell(audio, now + 0.22 + i * 0.13, pitch, 0.09));
  else [392, 493.9, 587.3, 784].forEach((pitch, i) => bell(audio, now + i * 0.12, pitch, 0.08));
}

/** A piece set down: a short low tone that falls, under a puff of noise. */
function knock(audio: BaseAudioContext, at: number, pitch: number, loudness: number): void {
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
  tone.frequency.exponentialRampToValueAtTime(pitch / 2, at + 0.09);
  tone.connect(fading(audio, at, loudness, 0.12));
  tone.start(at);
  tone.stop(at + 0.15);

  const noise = new AudioBufferSourceNode(audio, { buffer: puff(audio) });
  const low = new BiquadFilterNode(audio, { type: "lowpass", frequency: pitch * 9 });
  noise.connect(low).connect(fading(audio, at, loudness / 2, 0.05));
  noise.start(at);
}

function bell(audio: BaseAudioContext, at: number, pitch: number, loudness: number): void {
  for (const [partial, share] of [[1, 1], [2.76, 0.18]] as const) {
    const tone = new OscillatorNode(audio, { frequency: pitch * partial });
    tone.connect(fading(audio, at, loudness * share, 0.7 / partial));
    tone.start(at);
    tone.stop(at + 0.8);
  }
}

function fading(audio: BaseAudioContext, at: number, loudness: number, seconds: number): GainNode {
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(audio.destination);
  return gain;
}

let noiseBuffer: AudioBuffer | null = null;
function puff(audio: BaseAudioContext): AudioBuffer {
  if (noiseBuffer) return noiseBuffer;
  noiseBuffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * 0.06), audio.sampleRate);
  const samples = noiseBuffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return noiseBuffer;
}

/** The page's one socket: matches answers to questions by id, passes news to the stores, reconnects. */
import type { Done, FromServer, Hello, HintAnswer, Home, PreviewAnswer, Refused, Snapshot, Summary, ToServer } from "../protocol";
import { connection } from "./connection.svelte";
import { house } from "./house.svelte";
import { me } from "./me.svelte";
import { readiness } from "./readiness.svelte";
import { Disconnected, Refusal } from "./refusal";
import { TableStore } from "./table.svelte";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 15_000;
const QUIET = 20_000; // then ping the server
const PATIENCE = 10_000; // how long to wait for an answer, and for a connection before sending
const PATIENCE_WITH_A_SEARCH = 60_000; // it may wait in a queue
const AGAIN = 2_000; // then ask again for a table that the server was too busy to show

export type Answer = Extract<FromServer, { id: number | null }> | Snapshot | Home;
type Waiting = { asked: ToServer; resolve: (answer: Answer) => void; reject: (error: Error) => void; timer: number };

let socket: WebSocket | null = null;
let wait = FIRST_WAIT;
let retry = 0;
let pulse = 0;
let lastId = 0;
let started = false;
const pending = new Map<number, Waiting>();
let opened: (() => void)[] = [];

const tables = new Map<string, { store: TableStore; users: number }>();
const home = $state<{ now: Home | null }>({ now: null });
let running = $state.raw<Summary[]>([]);
let homeUsers = 0;
let runningUsers = 0;

function address(): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/socket`;
}

/** Opens the socket, once. Everything below calls it. */
export function connect(): void {
  if (started) return;
  started = true;
  addEventListener("online", hurry);
  document.addEventListener("visibilitychange", () => {
    tellVisibility();
    if (!document.hidden) hurry();
  });
  me.onElsewhere(reconnect);
  open();
}

function open(): void {
  clearTimeout(retry);
  connection.refused = null;
  const mine = new WebSocket(address());
  socket = mine;
  mine.onmessage = (event) => socket === mine && hear(event.data as string);
  mine.onclose = () => socket === mine && lose();
}

/** Connects anew at once: the old connection may be dead or belong to another guest. */
export function reconnect(): void {
  if (!started) return;
  const old = socket;
  socket = null;
  old?.close();
  wait = FIRST_WAIT;
  abandon();
  if (connection.link === "open") connection.link = "connecting"; // "lost" stays until the connection is back
  open();
}

function hurry(): void {
  if (connection.link === "lost") reconnect();
}

/** Notices of your turn come while this page is in the background, though it is open. */
function tellVisibility(): void {
  post({ type: "visible", visible: !document.hidden });
}

/** Whether the whole house is closed to us, not only what we asked for. */
function isAtTheDoor({ reason }: Refused): boolean {
  return reason === "admission" || reason === "banned";
}

function lose(): void {
  socket = null;
  clearInterval(pulse);
  abandon();
  if (connection.refused) {
    connection.link = "refused";
    return;
  }
  connection.link = "lost";
  // Every client lost the same server: a random wait keeps them from returning all at once.
  retry = window.setTimeout(open, wait * (0.5 + Math.random()));
  wait = Math.min(wait * 2, LONGEST_WAIT);
}

function abandon(): void {
  for (const { reject, timer } of pending.values()) {
    clearTimeout(timer);
    reject(new Disconnected());
  }
  pending.clear();
}

function hear(text: string): void {
  heard = Date.now();
  const message = JSON.parse(text) as FromServer;
  const id = "id" in message ? message.id : undefined;
  if (message.type === "hello") greet(message);
  else if (message.type === "closing") connection.announcedStop();
  else if (message.type === "time") connection.time(message.now, message.paused);
  else if (message.type === "home") {
    home.now = message;
    running = message.yours.filter(({ status }) => status === "playing");
  } else if (message.type === "running") running = message.tables;
  else if (message.type === "games") readiness.hear(message.states);
  else if (message.type === "house") house.is(message);
  else if (message.type === "refused" && isAtTheDoor(message)) connection.refused = message;
  else if (message.type === "snapshot" || message.type === "delta" || message.type === "presence" || message.type === "clock")
    tables.get(message.table)?.store.take(message);
  if (id !== undefined && id !== null) settle(id, message as Answer);
  else if (message.type === "snapshot" || message.type === "home") settleNews(message);
}

/** A snapshot or home without an id is news, and also answers pending requests for the same thing. */
function settleNews(news: Snapshot | Home): void {
  for (const [id, { asked }] of pending) {
    const wanted = news.type === "home" ? asked.type === "home" : asked.type === "watch" && asked.table === news.table;
    if (wanted) settle(id, news);
  }
}

function settle(id: number, answer: Answer): void {
  const asked = pending.get(id);
  if (!asked) return;
  pending.delete(id);
  clearTimeout(asked.timer);
  if (answer.type === "refused") asked.reject(new Refusal(answer));
  else asked.resolve(answer);
}

let heard = 0;
function greet(hello: Hello): void {
  wait = FIRST_WAIT;
  me.is(hello.guest);
  connection.time(hello.now, hello.paused);
  connection.greeted(hello.version);
  readiness.hear(hello.games);
  house.ask();
  connection.closing = false;
  connection.link = "open";
  clearInterval(pulse);
  pulse = window.setInterval(beat, QUIET / 2);
  if (document.hidden) tellVisibility();
  for (const { store } of tables.values()) watch(store);
  if (homeUsers || runningUsers) followLists();
  const waiting = opened;
  opened = [];
  for (const go of waiting) go();
}

function beat(): void {
  const silence = Date.now() - heard;
  if (silence > QUIET + PATIENCE) {
    const dead = socket;
    lose();
    dead?.close();
  } else if (silence > QUIET / 2) post({ type: "ping" });
}

function post(message: ToServer): void {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function whenOpen(): Promise<void> {
  if (connection.link === "open") return Promise.resolve();
  return new Promise((resolve, reject) => {
    opened.push(resolve);
    setTimeout(() => reject(new Disconnected()), PATIENCE);
  });
}

function ask(message: ToServer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const id = ++lastId;
    const timer = window.setTimeout(() => {
      pending.delete(id);
      reject(new Disconnected());
    }, message.type === "hint" ? PATIENCE_WITH_A_SEARCH : PATIENCE);
    pending.set(id, { asked: message, resolve, reject, timer });
    post({ ...message, id });
  });
}

type Answered<M extends ToServer> = M["type"] extends "preview" ? PreviewAnswer
  : M["type"] extends "watch" ? Snapshot
  : M["type"] extends "home" ? Home
  : M["type"] extends "hint" ? HintAnswer
  : Done;

/** Sends, and waits for the answer. Throws Refusal if the server refuses, Disconnected if no answer comes. */
export async function send<M extends ToServer>(message: M): Promise<Answered<M>> {
  connect();
  // Sitting down and chatting need a guest; the first time, this makes one and reconnects.
  if (message.type === "sit" || message.type === "chat") await needGuest();
  await whenOpen();
  return (await ask(message)) as Answered<M>;
}

/** Makes a guest if there is none yet; `name` is what to call them. */
export async function needGuest(name?: string): Promise<void> {
  if (started) await whenOpen();
  if (await me.need(name)) reconnect();
}

function watch(store: TableStore): void {
  const asked = socket;
  store.awaitSnapshot();
  const again = () => socket === asked && watchAgain(store); // a new socket watches anyway
  ask({ type: "watch", table: store.id }).catch((error: unknown) => {
    if (error instanceof Refusal && error.reason === "missing") store.missing = true;
    else if (error instanceof Refusal && error.awaits) {
      store.awaits = error.awaits;
      void readiness.outlast(error.awaits).then(again);
    }
    else if (passes(error)) setTimeout(again, AGAIN);
  });
}

/** Whether asking again may help. */
function passes(error: unknown): boolean {
  return !(error instanceof Refusal) || error.reason === "busy" || error.reason === "limit";
}

function watchAgain(store: TableStore): void {
  if (store.isWaiting && tables.get(store.id)?.store === store) watch(store);
}

/** Follows a table. Call `close` on the store when you are done. */
export function watchTable(id: string): TableStore {
  connect();
  const held = tables.get(id);
  if (held) {
    held.users += 1;
    return held.store;
  }
  const store: TableStore = new TableStore(id, () => watch(store), () => release(id));
  tables.set(id, { store, users: 1 });
  if (connection.link === "open") watch(store);
  return store;
}

function release(id: string): void {
  const held = tables.get(id);
  if (!held || --held.users > 0) return;
  tables.delete(id);
  post({ type: "leave", table: id });
}

/** Asks for as much as somebody wants to know; each such message replaces the one before. */
function followLists(): void {
  if (homeUsers) post({ type: "home" });
  else post({ type: runningUsers ? "running" : "leave_home" });
}

/** Follows the lobby and your tables. Call the returned function when you are done. */
export function watchHome(): () => void {
  connect();
  if (++homeUsers === 1 && connection.link === "open") followLists();
  return () => {
    if (--homeUsers === 0) followLists();
  };
}

/** Follows only your running tables, which takes far less. Call the returned function when you are done. */
export function watchRunning(): () => void {
  connect();
  if (++runningUsers === 1 && !homeUsers && connection.link === "open") followLists();
  return () => {
    if (--runningUsers === 0 && !homeUsers) followLists();
  };
}

/** Your tables where a game is running, as far as they are known. */
export function runningNow(): Summary[] {
  return running;
}

/** Null until the first answer. */
export function homeNow(): Home | null {
  return home.now;
}

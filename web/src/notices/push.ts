/** The browser's side of notices: what it can do, and its subscription. */

import { keep, recall } from "../shell/kept";

export type Ability = "possible" | "home" | "denied" | "unsupported";

/** What this browser can do here. On an iPhone only a page on the home screen gets notices. */
export function ability(): Ability {
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)
    return Notification.permission === "denied" ? "denied" : "possible";
  return isApplePhone() ? "home" : "unsupported";
}

function isApplePhone(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

/** Whether the browser allows notices by now. */
export const isAllowed = () => ability() === "possible" && Notification.permission === "granted";

const KEPT = "contrada.notices.awaited";

/** Somebody wants notices here and the browser has yet to allow them; then nothing more has to be pressed. It
 * is kept because browsers reload the page for such a change. */
export const isAwaited = () => recall(KEPT, { awaited: false }).awaited;
export const setAwaited = (awaited: boolean) => keep(KEPT, { awaited });

export interface Subscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Asks for permission and subscribes; null if the person says no. `key` is the server's public key. */
export async function subscribe(key: string): Promise<Subscription | null> {
  const answer = await Notification.requestPermission();
  setAwaited(answer === "denied");
  if (answer !== "granted") return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const former = await pushManager.getSubscription();
  if (former && !isFor(former, key)) await former.unsubscribe(); // of another server at this address
  const found = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const { endpoint, keys } = found.toJSON();
  return { endpoint: endpoint ?? "", keys: { p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" } };
}

function isFor(subscription: PushSubscription, key: string): boolean {
  const known = subscription.options.applicationServerKey;
  return known !== null && String(new Uint8Array(known)) === String(bytes(key));
}

export async function unsubscribe(): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}

export function bytes(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Sitting down at a table that somebody has invited to. */
import type { GameFace } from "../games/face";
import { t, timeOfDay } from "../i18n";
import { me, needGuest, Refusal, send } from "../net";
import type { Identity, Snapshot } from "../protocol";
import { failure, sayFailure } from "../shell/failure";
import { isGiven } from "../shell/names";

type Invited = Pick<Snapshot, "seats" | "host" | "host_name" | "online" | "random_seats">;

/** The seat to take: one that is reserved for this guest, else the first open one. */
export function freeSeat({ seats }: Pick<Snapshot, "seats">, guest: Identity | null): number | null {
  const kept = seats.findIndex((seat) => seat.kind === "kept" && guest !== null && seat.guest === guest.id);
  const open = kept < 0 ? seats.findIndex(({ kind }) => kind === "open") : kept;
  return open < 0 ? null : open;
}

/** The name of the host; null if there is none that says who that is. */
export function hostName({ host_name }: Pick<Snapshot, "host_name">): string | null {
  return host_name && isGiven(host_name) ? host_name : null;
}

/** Whether the host sits here and looks at the table; null if they have no seat, so that nobody knows. */
export function isHostHere({ seats, host, online }: Invited): boolean | null {
  const seat = seats.findIndex(({ guest }) => guest === host);
  return seat < 0 ? null : (online[seat] ?? false);
}

/** The name that was typed last; kept while somebody goes to the lesson and comes back. */
let typed: string | null = null;
export const nameSoFar = () => typed ?? (me.guest && isGiven(me.guest.name) ? me.guest.name : "");
export const keepName = (name: string) => void (typed = name);

/** Is somebody under a name. Without one, a newcomer stays the guest that the bar shows. */
async function comeAs(name: string): Promise<void> {
  const wished = name.trim();
  await needGuest(wished || t("shell.guest"));
  if (wished && me.guest && me.guest.name !== wished) await me.rename(wished);
}

export async function sitDown(table: Snapshot, name: string): Promise<void> {
  await comeAs(name);
  const seat = freeSeat(table, me.guest);
  if (seat !== null) await send({ type: "sit", table: table.table, seat });
}

/** Has a seat kept while somebody learns the game. They go to the lesson even if that is refused. */
export async function keepSeat(table: Snapshot, name: string): Promise<void> {
  const seat = freeSeat(table, me.guest);
  if (seat === null || table.seats[seat]!.kind === "kept") return;
  try {
    await comeAs(name);
    await send({ type: "keep", table: table.table, seat });
  } catch {
    // The way back says that a seat is free, or that there is none.
  }
}

/** "Light is kept for you until 18:40."; empty if no seat is. */
export function keptText(table: Invited, seat: number | null, side: string): string {
  const until = seat === null ? null : (table.seats[seat]?.until ?? null);
  if (until === null) return "";
  const time = timeOfDay(until);
  return side ? t("invite.kept_side", { seat: side, time }) : t("invite.kept_seat", { time });
}

/** What to call the seat of two that somebody would take; nothing if it is drawn, or one of many. */
export function sideOf(table: Invited, seat: number | null, face: GameFace): string {
  return seat === null || table.seats.length > 2 || table.random_seats ? "" : face.seatName(seat, null);
}

export function takenText({ seats }: Invited): string {
  const learner = seats.find(({ until }) => until !== null);
  if (learner) return t("invite.kept_for", { name: learner.name, time: timeOfDay(learner.until!) });
  return t(seats.length === 2 ? "invite.taken" : "invite.all_taken");
}

/** Asks in the chat for another table; true if that worked. */
export async function askForTable(table: string): Promise<boolean> {
  try {
    await send({ type: "chat", table, text: t("invite.please") });
    return true;
  } catch (error) {
    sayFailure(error);
    return false;
  }
}

export function whyNot(error: unknown): string {
  return error instanceof Refusal && error.reason === "message" ? t("shell.name_refused") : failure(error);
}

/** Sitting down at a table that somebody has invited to. */
import { t } from "../i18n";
import { me, needGuest, Refusal, send } from "../net";
import { NOBODY } from "../protocol";
import type { Identity, Snapshot } from "../protocol";
import { failure } from "../shell/failure";

type Invited = Pick<Snapshot, "seats" | "host" | "host_name" | "online" | "random_seats">;

/** The seat to take: one that is reserved for this guest, else the first open one. */
export function freeSeat({ seats }: Pick<Snapshot, "seats">, guest: Identity | null): number | null {
  const kept = seats.findIndex((seat) => seat.kind === "kept" && guest !== null && seat.guest === guest.id);
  const open = kept < 0 ? seats.findIndex(({ kind }) => kind === "open") : kept;
  return open < 0 ? null : open;
}

/** The name of the host; null if nobody is known by one any more. */
export function hostName({ host_name }: Pick<Snapshot, "host_name">): string | null {
  return host_name === NOBODY ? null : host_name || null;
}

/** Whether the host sits here and looks at the table; null if they have no seat, so that nobody knows. */
export function isHostHere({ seats, host, online }: Invited): boolean | null {
  const seat = seats.findIndex(({ guest }) => guest === host);
  return seat < 0 ? null : (online[seat] ?? false);
}

/** The name that was typed last; kept while somebody goes to the lesson and comes back. */
let typed: string | null = null;
export const nameSoFar = () => typed ?? me.guest?.name ?? "";
export const keepName = (name: string) => void (typed = name);

/** Sits down under a name. Without one, a newcomer stays the guest that the bar shows. */
export async function sitDown(table: Snapshot, name: string): Promise<void> {
  const wished = name.trim();
  await needGuest(wished || t("shell.guest"));
  if (wished && me.guest && me.guest.name !== wished) await me.rename(wished);
  const seat = freeSeat(table, me.guest);
  if (seat !== null) await send({ type: "sit", table: table.table, seat });
}

export function whyNot(error: unknown): string {
  return error instanceof Refusal && error.reason === "message" ? t("shell.name_refused") : failure(error);
}

/** The HTTP half of the protocol. Every function answers, or throws Refusal or Disconnected. */
import type { Learning } from "../learn/data";
import type {
  Advice, Decision, Decisions, Games, Guest, NewTable, Preview, Progress, Refused, Replay, Results,
  Snapshot, Source, Summary,
} from "../protocol";
import { Disconnected, Refusal } from "./refusal";

const REASONS: Record<number, Refused["reason"]> = {
  401: "who",
  403: "who",
  404: "missing",
  409: "now",
  413: "limit",
  422: "message",
  429: "limit",
  503: "busy",
};

async function refusalOf(answer: Response): Promise<Refusal> {
  const body: unknown = await answer.json().catch(() => null);
  const said = (body && typeof body === "object" ? body : {}) as Partial<Refused>;
  return new Refusal({ ...said, reason: said.reason ?? REASONS[answer.status] ?? "busy" });
}

async function request<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      credentials: "same-origin",
      ...(body === undefined
        ? {}
        : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Disconnected();
  }
  if (!answer.ok) throw await refusalOf(answer);
  const text = await answer.text(); // forgetting a session answers nothing
  return (text ? JSON.parse(text) : undefined) as Answer;
}

/** Asks once; a failure is forgotten so that the next call asks again. */
function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | null = null;
  return () =>
    (answer ??= ask().catch((error: unknown) => {
      answer = null;
      throw error;
    }));
}

export const games = once(() => request<Games>("GET", "/games"));
export const lessons = once(() => request<Learning>("GET", "/lessons"));

const decisionsOf = new Map<string, () => Promise<Decisions>>();
export function decisions(game: string): Promise<Decisions> {
  let ask = decisionsOf.get(game);
  if (!ask) {
    ask = once(() => request<Decisions>("GET", `/games/${encodeURIComponent(game)}/decisions`));
    decisionsOf.set(game, ask);
  }
  return ask();
}

export const makeGuest = (name: string) =>
  request<Guest & { token: string }>("POST", "/guests", { name });
export const rename = (name: string) => request<Guest>("PATCH", "/me", { name });
export const makeLink = () => request<{ token: string }>("POST", "/me/links");
export const openSession = (token: string) => request<Guest>("POST", "/sessions", { token });
export const closeSession = () => request<void>("DELETE", "/sessions");

const at = (id: string) => `/tables/${encodeURIComponent(id)}`;

export const makeTable = (table: NewTable) => request<Summary>("POST", "/tables", table);
export const snapshot = (id: string) => request<Snapshot>("GET", at(id));
export const recordUrl = (id: string) => `/api${at(id)}/record`;
export const replay = (id: string, seat: number | null) =>
  request<Replay>("GET", `${at(id)}/replay${seat === null ? "" : `?seat=${seat}`}`);
export const replayOf = (record: unknown) => request<Replay>("POST", "/replays", record);
export const verify = (claim: { commitment: string; salt: string; seed: string }) =>
  request<{ matches: boolean }>("POST", "/verify", claim);

type Studied = { source: Source; decisions: Decision[] };

export const study = (at: Studied & { seat: number | null }) =>
  request<Snapshot>("POST", "/study", at);
export const studyPreview = (at: Studied & { seat: number | null; try: Decision[] }) =>
  request<Preview>("POST", "/study/preview", at);
export const studyBot = (at: Studied & { level: number }) =>
  request<{ decisions: Decision[] }>("POST", "/study/bot", at);
export const studyAdvice = (at: Studied & { seconds: number }) =>
  request<Advice>("POST", "/study/advice", at);
export const analyse = (source: Exclude<Source, { kind: "position" }>) =>
  request<Progress>("POST", "/analyses", { source });
export const analysis = (id: string) =>
  request<Progress>("GET", `/analyses/${encodeURIComponent(id)}`);

/** One's tables, the newest first; `before` is the `changed` of the last one seen, `last` its id. */
export const myGames = (wanted: { game?: string; before?: number; last?: string; limit?: number } = {}) => {
  const query = new URLSearchParams(
    Object.entries(wanted).filter(([, value]) => value !== undefined).map(([k, v]) => [k, `${v}`]),
  );
  return request<{ games: Summary[]; more: boolean }>("GET", `/me/games?${query}`);
};
export const myResults = () => request<{ results: Results[] }>("GET", "/me/results");
export const exportUrl = "/api/me/export";
/** Forgets the guest for ever; `confirm` is their name, or "delete". */
export const forgetMe = (confirm: string) => request<void>("DELETE", "/me", { confirm });

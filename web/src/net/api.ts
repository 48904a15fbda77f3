/** The HTTP half of the protocol. Every function answers, or throws Refusal or Disconnected.
 * A request that needs a game is repeated until the game is ready. */
import type {
  Advice, AdviceRequest, AnnouncementRequest, AnswersRequest, Blocked, BotRequest, Consent, DaysOff, Decisions, Devices, FoundPuzzles, GameSource, Games, HostChat, HostGuests, HostHouse,
  HostLog, HostTables, House, HouseSettings, Identity, InvitationRequest, Invitations, Learning, NewInvitation,
  LessonPositions, LineRequest, MailRequest, MyGames, NewGuest, NewTable, NewToken, NoticeSettings, PositionText, Prepared, PreviewAnswer,
  PreviewRequest, Progress, PromisedShuffle, PushRequest, Puzzle, QuietRequest, Refused, Replay, Reply, ReportRequest, Reports, RestraintRequest,
  Restraints, Results,
  ShuffleCheck, Snapshot, StudyRequest, Summary, TablePage, WebhookRequest, WebhookTest,
} from "../protocol";
import { readiness } from "./readiness.svelte";
import { Disconnected, Refusal } from "./refusal";

const REASONS: Record<number, Refused["reason"]> = {
  401: "guest",
  403: "origin",
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
  for (;;) {
    const answer = await ask(method, path, body);
    if (answer.ok) {
      const text = await answer.text(); // some answers are empty
      return (text ? JSON.parse(text) : undefined) as Answer;
    }
    const refusal = await refusalOf(answer);
    if (!refusal.awaits) throw refusal;
    readiness.awaited = refusal.awaits;
    await readiness.outlast(refusal.awaits);
    readiness.awaited = null;
  }
}

async function ask(method: string, path: string, body: unknown): Promise<Response> {
  try {
    return await fetch(`/api${path}`, {
      method,
      credentials: "same-origin",
      ...(body === undefined
        ? {}
        : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new Disconnected();
  }
}

/** Asks once; after a failure the next call asks again. */
function once<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | null = null;
  return () =>
    (answer ??= ask().catch((error: unknown) => {
      answer = null;
      throw error;
    }));
}

/** The same for each game. */
function onceEach<Answer>(ask: (game: string) => Promise<Answer>): (game: string) => Promise<Answer> {
  const known = new Map<string, () => Promise<Answer>>();
  return (game) => {
    if (!known.has(game)) known.set(game, once(() => ask(encodeURIComponent(game))));
    return known.get(game)!();
  };
}

export const games = once(async () => {
  const found = await request<Games>("GET", "/games");
  readiness.suppose(Object.fromEntries(found.games.map(({ name, state }) => [name, state])));
  return found;
});
export const decisions = onceEach((game) => request<Decisions>("GET", `/games/${game}/decisions`));
export const lessons = onceEach((game) => request<Learning>("GET", `/lessons/${game}`));
/** The puzzles that were found by search; each is asked for when it is opened. */
export const puzzles = onceEach((game) => request<FoundPuzzles>("GET", `/puzzles/${game}`));
export const puzzle = (game: string, number: number) =>
  request<Puzzle>("GET", `/puzzles/${encodeURIComponent(game)}/${number}`);
/** Every position that these come by. */
export const lessonPositions = onceEach((game) => request<LessonPositions>("GET", `/lessons/${game}/positions`));

/** What a house may want to see before it lets anybody in. */
export type Word = { invitation?: string; password?: string };
export const makeGuest = (name: string, word: Word = {}) => request<NewGuest>("POST", "/guests", { name, ...word });
export const rename = (name: string) => request<Identity>("PATCH", "/me", { name });
/** Creates the personal link, or renews it: an older one opens nothing any more. */
export const makeLink = () => request<NewToken>("POST", "/me/links");
export const devices = () => request<Devices>("GET", "/me/devices");
/** Signs out a device, or ends the personal link. */
export const signOut = (device: string) => request<void>("DELETE", `/me/devices/${encodeURIComponent(device)}`);
export const signOutOthers = () => request<void>("DELETE", "/me/devices");
export const openSession = (token: string) => request<NewGuest>("POST", "/sessions", { token });
export const closeSession = () => request<void>("DELETE", "/sessions");

export const daysOff = () => request<DaysOff>("GET", "/me/days-off");
/** Takes days off from now on, or more of them. */
export const takeDaysOff = (days: number) => request<DaysOff>("POST", "/me/days-off", { days });
export const endDaysOff = () => request<DaysOff>("DELETE", "/me/days-off");

const NOTICES = "/me/notices";
export const notices = () => request<NoticeSettings>("GET", NOTICES);
export const addPush = (browser: PushRequest) => request<NoticeSettings>("PUT", `${NOTICES}/push`, browser);
export const removePush = (id: string) =>
  request<NoticeSettings>("DELETE", `${NOTICES}/push/${encodeURIComponent(id)}`);
export const setWebhook = (wanted: WebhookRequest) => request<NoticeSettings>("PUT", `${NOTICES}/webhook`, wanted);
export const testWebhook = () => request<WebhookTest>("POST", `${NOTICES}/webhook/test`);
export const removeWebhook = () => request<NoticeSettings>("DELETE", `${NOTICES}/webhook`);
export const setMail = (wanted: MailRequest) => request<NoticeSettings>("PUT", `${NOTICES}/mail`, wanted);
export const removeMail = () => request<NoticeSettings>("DELETE", `${NOTICES}/mail`);
export const setQuiet = (wanted: QuietRequest) => request<NoticeSettings>("PUT", `${NOTICES}/quiet`, wanted);
/** With the tokens of links in mails. */
export const confirmMail = (token: string) => request<void>("POST", "/mail/confirm", { token });
export const stopMail = (token: string) => request<void>("POST", `/mail/stop?token=${encodeURIComponent(token)}`);

const at = (id: string) => `/tables/${encodeURIComponent(id)}`;

export const makeTable = (table: NewTable) => request<Summary>("POST", "/tables", table);
export const snapshot = (id: string) => request<Snapshot>("GET", at(id));
export const recordUrl = (id: string) => `/api${at(id)}/record`;
export const replay = (id: string, seat: number | null) =>
  request<Replay>("GET", `${at(id)}/replay${seat === null ? "" : `?seat=${seat}`}`);
export const replayOf = (record: unknown) => request<Replay>("POST", "/replays", record);
/** Where decisions from the current position lead, as far as you can know. */
export const line = (id: string, wanted: LineRequest) => request<Snapshot>("POST", `${at(id)}/line`, wanted);
export const answers = (id: string) => request<Prepared>("GET", `${at(id)}/answers`);
export const keepAnswers = (id: string, wanted: AnswersRequest) => request<Prepared>("PUT", `${at(id)}/answers`, wanted);
export const verify = (claim: PromisedShuffle) => request<ShuffleCheck>("POST", "/verify", claim);

export const study = (at: StudyRequest) => request<Snapshot>("POST", "/study", at);
export const studyPreview = (at: PreviewRequest) => request<PreviewAnswer>("POST", "/study/preview", at);
export const studyBot = (at: BotRequest) => request<Reply>("POST", "/study/bot", at);
export const studyAdvice = (at: AdviceRequest) => request<Advice>("POST", "/study/advice", at);
export const studyText = (at: StudyRequest) => request<PositionText>("POST", "/study/text", at);
export const analyse = (source: GameSource) => request<Progress>("POST", "/analyses", { source });
export const analysis = (id: string) =>
  request<Progress>("GET", `/analyses/${encodeURIComponent(id)}`);

/** The tables after those that the server has sent; `after` is where they end. */
export const moreOfMyTables = (after: string) =>
  request<TablePage>("GET", `/me/tables?after=${encodeURIComponent(after)}`);
export const moreOfLobby = (status: "open" | "playing") => (after: string) =>
  request<TablePage>("GET", `/lobby/${status}?after=${encodeURIComponent(after)}`);

/** Where a list continues: after the time and the id of the last one seen. */
type Place = { before?: number; last?: string };

/** Your tables, the newest first; the time is `changed`. */
export const myGames = (wanted: { game?: string; limit?: number } & Place = {}) => {
  const query = new URLSearchParams(
    Object.entries(wanted).filter(([, value]) => value !== undefined).map(([k, v]) => [k, `${v}`]),
  );
  return request<MyGames>("GET", `/me/games?${query}`);
};
export const myResults = () => request<Results>("GET", "/me/results");
export const exportUrl = "/api/me/export";
/** Deletes the guest for good; `confirm` is their name, or "delete". */
export const forgetMe = (confirm: string) => request<void>("DELETE", "/me", { confirm });

export const house = () => request<House>("GET", "/house");
export const report = (wanted: ReportRequest) => request<void>("POST", "/reports", wanted);
const blocked = (guest: string) => `/me/blocks/${encodeURIComponent(guest)}`;
export const blocks = () => request<Blocked>("GET", "/me/blocks");
export const block = (guest: string) => request<Blocked>("PUT", blocked(guest));
export const unblock = (guest: string) => request<Blocked>("DELETE", blocked(guest));
export const consent = () => request<Consent>("GET", "/me/consent");
export const setConsent = (named: boolean) => request<Consent>("PUT", "/me/consent", { named });

/** For the host of the house. */
const HOST = "/host";
const one = (what: string, id: string) => `${HOST}/${what}/${encodeURIComponent(id)}`;
const query = (wanted: Record<string, string | number | undefined>) => {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined && value !== "");
  return given.length ? `?${new URLSearchParams(given.map(([key, value]) => [key, `${value}`]))}` : "";
};
export const host = {
  enter: (token: string) => request<void>("POST", `${HOST}/sessions`, { token }),
  leave: () => request<void>("DELETE", `${HOST}/sessions`),
  renewLink: () => request<NewToken>("POST", `${HOST}/link`),
  house: () => request<HostHouse>("GET", HOST),
  change: (settings: HouseSettings) => request<HostHouse>("PUT", `${HOST}/settings`, settings),
  tables: (wanted: { status?: string } & Place) => request<HostTables>("GET", `${HOST}/tables${query(wanted)}`),
  end: (table: string) => request<void>("POST", `${one("tables", table)}/end`),
  guests: (wanted: { find?: string } & Place) => request<HostGuests>("GET", `${HOST}/guests${query(wanted)}`),
  restraints: () => request<Restraints>("GET", `${HOST}/restraints`),
  restrain: (wanted: RestraintRequest) => request<Restraints>("POST", `${HOST}/restraints`, wanted),
  release: (id: string) => request<void>("DELETE", one("restraints", id)),
  chat: () => request<HostChat>("GET", `${HOST}/chat`),
  chatAt: (table: string) => request<HostChat>("GET", `${one("tables", table)}/chat`),
  reports: () => request<Reports>("GET", `${HOST}/reports`),
  handled: (id: string, done: boolean) => request<void>(done ? "PUT" : "DELETE", one("reports", id)),
  announce: (wanted: AnnouncementRequest) => request<void>("PUT", `${HOST}/announcement`, wanted),
  withdraw: () => request<void>("DELETE", `${HOST}/announcement`),
  invitations: () => request<Invitations>("GET", `${HOST}/invitations`),
  invite: (wanted: InvitationRequest) => request<NewInvitation>("POST", `${HOST}/invitations`, wanted),
  uninvite: (id: string) => request<void>("DELETE", one("invitations", id)),
  log: (wanted: Place) => request<HostLog>("GET", `${HOST}/log${query(wanted)}`),
};

/** What pages need for talking to the server. */
export * as api from "./api";
export { connection } from "./connection.svelte";
export { house } from "./house.svelte";
export { me } from "./me.svelte";
export { readiness } from "./readiness.svelte";
export { Disconnected, Refusal } from "./refusal";
export { seenReplays, type Seen } from "./seen";
export { connect, homeNow, needGuest, reconnect, runningNow, send, watchHome, watchRunning, watchTable } from "./socket.svelte";
export { TableStore, type SomeTable, type Trial } from "./table.svelte";

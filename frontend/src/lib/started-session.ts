import type { StartedCall } from './api-client.ts';

declare global {
  /** The question who is signed in, as session-start.js asked it. */
  var tenantrySession: StartedCall | undefined;
}

/** Code that took longer to arrive than this finds an answer that may be of another time: it asks again. */
const freshForMs = 10_000;

/** The question that index.html has asked already: once, and only while it is fresh. Undefined where there is none. */
export function takeStartedSession(): StartedCall | undefined {
  const started = globalThis.tenantrySession;
  globalThis.tenantrySession = undefined;
  return started !== undefined && Date.now() - started.sentAtMs < freshForMs ? started : undefined;
}

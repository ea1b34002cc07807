/** Why a call to Microsoft Graph did not give a value. */
export type GraphFailure = {
  /** HTTP status of the last answer; 0 where there was none (network, time-out, body cut off). */
  status: number;
  /** Graph's own error code, e.g. `Authorization_RequestDenied`; a network error's code where there was no answer. */
  code: string;
  /** Graph's own message, or what went wrong on the way. Holds no token and no secret. */
  message: string;
  /** Seconds after which the service asked to be called again, where it said so. */
  retryAfterSeconds?: number;
};

export class GraphError extends Error {
  readonly failure: GraphFailure;
  constructor(failure: GraphFailure) {
    super(`Graph ${failure.status} ${failure.code}: ${failure.message}`);
    this.name = 'GraphError';
    this.failure = failure;
  }
}

/** `next`: the path of the page after it; null after the last. */
export type GraphPage = { items: readonly unknown[]; next: string | null };

export type BatchItem = { id: string; path: string; headers?: Record<string, string> };
export type BatchAnswer = { ok: true; body: unknown } | { ok: false; failure: GraphFailure };

/**
 * Microsoft Graph for one tenant. Paths are relative to the service (`/v1.0/users?$top=999`), never a URL.
 * Throttling (429), 5xx and network faults are retried inside, so a failure seen here is final for this run. Where
 * Microsoft limits a path, a call waits until the rate limiter, shared by all workers, lets it go; where that is too far off it fails with the code
 * `RateLimited` and `retryAfterSeconds`, and nothing was sent.
 */
export interface GraphClient {
  /** One object. @throws GraphError */
  get(path: string): Promise<unknown>;
  /**
   * The `value` of each page, following `@odata.nextLink` on the pinned host only. A page is valid until the next one is
   * asked for: keep what you need of its items, not the array.
   * @throws GraphError EndlessList where the list never ends (list-course.ts): what was read of it is no whole list
   */
  pages(path: string): AsyncIterable<readonly unknown[]>;
  /**
   * Single reads, up to 20 in a request; each item succeeds or fails on its own. Never throws for an item's failure. A list's
   * `@odata.nextLink` comes as a path.
   */
  batch(items: readonly BatchItem[]): Promise<Map<string, BatchAnswer>>;
  /**
   * The rows that an advanced hunting query (KQL) finds. It is the one request that is posted to read, and reads only: cap what
   * it answers in the query. Microsoft allows at least 45 a minute for each tenant and three minutes for each, over 30 days of
   * data (Microsoft Graph, "Use the Microsoft Graph security API", quotas).
   * @throws GraphError 400 where the tenant has no such table, which is not the same as no row
   */
  hunt(query: string): Promise<readonly unknown[]>;
  /** The permissions in the token that is used, of an application or delegated; null where it does not tell. @throws GraphError */
  permissions(): Promise<ReadonlySet<string> | null>;
  /** HTTP requests sent so far, retries included. */
  readonly calls: number;
}

/** What a tenant's policies make of a sign-in that nobody makes. */
export interface SignInEvaluation {
  /**
   * The policies that would apply (Microsoft Graph v1.0, conditionalAccessRoot: evaluate), as the items of the answer. It is posted to
   * read, and changes nothing.
   * @param question the body of the call
   * @throws GraphError 403 AccessDenied also where the tenant has no license for Conditional Access
   */
  evaluateSignIn(question: Readonly<Record<string, unknown>>): Promise<readonly unknown[]>;
}

/** What work that goes on for long asks besides. */
export interface ResumableGraph extends GraphClient, SignInEvaluation {
  /**
   * One page of a list, for work that is resumed where it stopped and tells by `afterPage` whether the list ends.
   * @throws GraphError
   */
  page(path: string): Promise<GraphPage>;
  /** How many requests for this path could be sent at once, as far as the limits of Microsoft are counted. */
  freeRequests(path: string): Promise<number>;
}

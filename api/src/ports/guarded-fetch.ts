/** A request to an address that an administrator typed. Its body is ready to be sent. */
export type GuardedRequest = {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT';
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
};

/** What came back. A redirect is an answer like any other: it is not followed. */
export type GuardedAnswer =
  | {
      kind: 'answered';
      status: number;
      headers: Readonly<Record<string, string | undefined>>;
      text: string;
      /** The body as it came, of which `text` is made; absent in doubles that are asked for text alone. */
      bytes?: Uint8Array;
      /** How long the other side asks to be left alone, at most a day. */
      retryAfterSeconds?: number;
    }
  /** It was not sent: the address is not one that this installation may reach. Asking again changes nothing. */
  | { kind: 'refused'; reason: string }
  /** It was sent, or could not be, and nobody knows whether it arrived. */
  | { kind: 'failed'; reason: string };

/** Sends a request to a public address by https, and never throws for what became of it. */
export type GuardedFetch = (request: GuardedRequest) => Promise<GuardedAnswer>;

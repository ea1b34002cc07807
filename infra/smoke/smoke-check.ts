/** One thing that was looked at. `not looked at` says in `seen` why not; it is no failure. */
export interface Line {
  what: string;
  outcome: 'ok' | 'FAILED' | 'not looked at';
  seen: string;
  expected: string;
}

/** A request and what is to be said of its answer. It is made anew while a line of it fails and time is left. */
export interface SmokeCheck {
  name: string;
  /** @throws NoAnswerError where nothing answers */
  look(): Promise<Line[]>;
}

export interface Answer {
  status: number;
  headers: Headers;
  cookies: string[];
  text: string;
}

/** Asks one installation, following no redirect. @throws NoAnswerError */
export type Ask = (url: string, init?: RequestInit) => Promise<Answer>;

export class NoAnswerError extends Error {
  constructor(url: string, options: ErrorOptions) {
    const { cause } = options;
    const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
    super(`no answer from ${url}: ${inner instanceof Error ? inner.message : String(inner)}`, options);
    this.name = 'NoAnswerError';
  }
}

/** @param limitMs how long one answer may take */
export function asker(limitMs: number): Ask {
  return async (url, init = {}) => {
    try {
      const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(limitMs) });
      const text = await response.text();
      return { status: response.status, headers: response.headers, cookies: response.headers.getSetCookie(), text };
    } catch (error) {
      throw new NoAnswerError(url, { cause: error });
    }
  };
}

export function line(what: string, isRight: boolean, seen: string, expected: string): Line {
  return { what, outcome: isRight ? 'ok' : 'FAILED', seen, expected };
}

export function notLookedAt(what: string, because: string): Line {
  return { what, outcome: 'not looked at', seen: because, expected: '' };
}

/** A line a header, its value compared without regard to white space. */
export function headerLines(where: string, answer: Answer, expected: Record<string, string>): Line[] {
  const plain = (value: string) => value.replace(/\s+/g, ' ').trim();
  return Object.entries(expected).map(([name, value]) => {
    const seen = answer.headers.get(name);
    return line(`${where}: ${name}`, seen !== null && plain(seen) === plain(value), seen ?? 'absent', value);
  });
}

/** What became of a request. `refused`: the address is not one that may be called; asking again changes nothing. */
export type PostAnswer =
  | { kind: 'answered'; status: number; retryAfterSeconds: number | null; text: string }
  | { kind: 'refused' | 'failed'; reason: string };

type PostedBody = { headers: Readonly<Record<string, string>>; body: string };

/**
 * Posts to an address that somebody typed: https alone, to a public address that was looked up and checked, with a certificate for its
 * name, without redirects, small and brief. Never throws for what the other side does.
 */
export type GuardedPost = (url: string, posted: PostedBody) => Promise<PostAnswer>;

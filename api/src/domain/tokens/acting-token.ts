import { AsyncLocalStorage } from 'node:async_hooks';
import type { TokenKind } from '@tenantry/contract/tokens';

/** The token by which a call is made, as far as others are told of it. */
export type ActingToken = { id: string; name: string; kind: TokenKind };

const current = new AsyncLocalStorage<ActingToken>();

/**
 * Does the work of a call that is made by a token, so that each entry of the trail that it leaves names the token, whichever feature
 * writes it. Without a token it only does the work.
 */
export const actingBy = <T>(token: ActingToken | null, work: () => Promise<T>): Promise<T> =>
  token === null ? work() : current.run(token, work);

/** What an entry that is written now tells of the token by which it is made: nothing where somebody is signed in. */
export function tokenDetails(): { byToken?: string; tokenKind?: TokenKind } {
  const token = current.getStore();
  return token === undefined ? {} : { byToken: token.name, tokenKind: token.kind };
}

import { endedTokenKey, type TokenEnd, type TokenRecord, type TokenStore } from '../../store/tokens.ts';
import { changeAndSeal, withEntry } from '../audit-trail/outbox.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { publicTokenId } from './token-format.ts';

type Dependencies = Pick<CommonParts, 'trail' | 'clock'> & { tokens: TokenStore };

/** A token that ended is told of for so long. */
const rememberedMs = 30 * 24 * 3_600_000;

/**
 * Ends a token, once whoever else ends it at the same time: the next call that it makes is refused.
 * @param by who does it, as the trail names them
 */
export async function endToken(
  { tokens, trail, clock }: Dependencies,
  id: string,
  because: TokenEnd,
  by: { username: string; details?: Record<string, string> },
): Promise<void> {
  const now = clock.now();
  await changeAndSeal(trail, tokens, id, (token): TokenRecord => {
    if (token.endedAt !== null) return token;
    const ended = { ...token, key: endedTokenKey(token), endedAt: now.toISOString(), endedBecause: because };
    const eventType = because === 'revoked' ? 'token_revoked' : 'token_ended';
    const details = { tokenId: publicTokenId(id), kind: token.kind, ...by.details };
    return withEntry(ended, { eventType, user: by.username, target: token.name, tenantId: null, details }, now);
  });
}

/**
 * Ends the tokens of somebody who is disabled or gone, and the service tokens that they sponsor: none of them comes back with them,
 * as no session does. Of somebody who is gone no token of their own is kept.
 */
export async function endTokensOf(
  dependencies: Dependencies,
  user: { id: string; username: string },
  isGone: boolean,
): Promise<void> {
  const { tokens } = dependencies;
  const own = await tokens.ofPerson(user.id);
  const sponsored = (await tokens.service()).filter(({ ownerId }) => ownerId === user.id);
  const details = { because: `${user.username} was ${isGone ? 'deleted' : 'disabled'}` };
  for (const { id } of [...own, ...sponsored]) {
    await endToken(dependencies, id, 'ownerLeft', { username: 'system', details });
  }
  if (isGone) for (const { id } of own) await tokens.delete(id);
}

/** Forgets tokens that ended, or were past their time, 30 days ago. @returns how many */
export async function forgetEndedTokens({ tokens, clock }: Dependencies): Promise<number> {
  const before = new Date(clock.now().getTime() - rememberedMs).toISOString();
  const past = (await tokens.all()).filter(({ endedAt, expiresAt, hasOutbox }) => {
    return !hasOutbox && (endedAt ?? expiresAt) <= before;
  });
  for (const { id } of past) await tokens.delete(id);
  return past.length;
}

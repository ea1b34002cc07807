import { type Token, type TokenKind, tokensAtMost } from '@tenantry/contract/tokens';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { endToken } from '../../domain/tokens/end-tokens.ts';
import { publicTokenId } from '../../domain/tokens/token-format.ts';
import { isWithinRole } from '../../domain/tokens/token-scope.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { TenantGroupStore } from '../../store/tenant-groups.ts';
import type { TokenRecord, TokenStore } from '../../store/tokens.ts';
import { tokenView } from './token-view.ts';

export type TokenDependencies = Pick<CommonParts, 'tenants' | 'users' | 'trail' | 'clock'> & {
  tokens: TokenStore;
  tenantGroups: TenantGroupStore;
};

const noSuchToken = () => new AppError('NOT_FOUND', 'There is no such token, or it has ended already.');

/** Somebody's own, or those of the installation. */
const held = ({ tokens }: TokenDependencies, kind: TokenKind, { userId }: Caller): Promise<TokenRecord[]> =>
  kind === 'service' ? tokens.service() : tokens.ofPerson(userId);

/** The tokens, the newest first. */
export async function listTokens(
  dependencies: TokenDependencies,
  caller: Caller,
  kind: TokenKind,
): Promise<{ tokens: Token[]; atMost: number }> {
  const now = dependencies.clock.now();
  const found = (await held(dependencies, kind, caller)).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  const tokens = await Promise.all(found.map((token) => tokenView(dependencies, caller, token, now)));
  return { tokens, atMost: tokensAtMost[kind] };
}

/** @throws AppError NOT_FOUND where there is none of that id that could still end */
async function find(
  dependencies: TokenDependencies,
  caller: Caller,
  kind: TokenKind,
  tokenId: string,
): Promise<TokenRecord> {
  const found = (await held(dependencies, kind, caller)).find(({ id }) => publicTokenId(id) === tokenId);
  if (!found || found.endedAt !== null) throw noSuchToken();
  return found;
}

/** Ends a token at once. @throws AppError NOT_FOUND */
export async function revokeToken(
  dependencies: TokenDependencies,
  caller: Caller,
  kind: TokenKind,
  tokenId: string,
): Promise<void> {
  const { id } = await find(dependencies, caller, kind, tokenId);
  await endToken(dependencies, id, 'revoked', { username: caller.user.username });
}

/**
 * Makes the caller the sponsor of a service token: what it may do is from then on held against what they may. What it was given stays.
 * @throws AppError NOT_FOUND; CONFLICT where it was given more than the caller has
 */
export async function sponsorToken(dependencies: TokenDependencies, caller: Caller, tokenId: string): Promise<Token> {
  const { tokens, trail, clock, users } = dependencies;
  const { id, role } = await find(dependencies, caller, 'service', tokenId);
  if (!isWithinRole(role, caller.role)) throw new AppError('CONFLICT', `This token is ${role}, and you are not.`);
  const now = clock.now();
  const changed = await changeAndSeal(trail, tokens, id, (token): TokenRecord => {
    if (token.endedAt !== null) throw noSuchToken();
    if (token.ownerId === caller.userId) return token;
    const details = { tokenId, before: { sponsorId: token.ownerId }, after: { sponsorId: caller.userId } };
    const entry = { user: caller.user.username, target: token.name, tenantId: null, details };
    return withEntry({ ...token, ownerId: caller.userId }, { eventType: 'token_sponsor_changed', ...entry }, now);
  });
  if (!changed) throw noSuchToken();
  const sponsor = (await users.get(caller.userId))?.value;
  if (!sponsor || sponsor.isDisabled) await endToken(dependencies, id, 'ownerLeft', { username: 'system' });
  return tokenView(dependencies, caller, changed, now);
}

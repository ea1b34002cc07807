import type { Parsed } from '@tenantry/contract/endpoint';
import { type makeOwnToken, type TokenKind, tokenDaysAtMost, tokensAtMost } from '@tenantry/contract/tokens';
import { emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import { isAddressRange } from '../../domain/tokens/address-ranges.ts';
import { endToken } from '../../domain/tokens/end-tokens.ts';
import { newTokenSecret, publicTokenId, tokenRecordId } from '../../domain/tokens/token-format.ts';
import { areInScope, isWithinRole, scopeAsOf } from '../../domain/tokens/token-scope.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { createOnce } from '../../ports/collection.ts';
import { isInScope } from '../../store/scope.ts';
import { liveTokenKey, type StoredTokenScope, type TokenRecord } from '../../store/tokens.ts';
import type { TokenDependencies } from './token-service.ts';

type Asked = Parsed<typeof makeOwnToken.body>;

const dayMs = 24 * 3_600_000;
/** A browser's clock may be ahead of ours. */
const clocksDifferMs = 5 * 60_000;

const fieldError = (path: string, message: string, code: 'CONFLICT' | 'INVALID_INPUT' = 'INVALID_INPUT') =>
  new AppError(code, `${message}.`, { fields: [{ path, message }] });

/** @throws AppError INVALID_INPUT for a role, an end or addresses that it cannot have */
function requireWithinMaker(caller: Caller, { role, expiresAt, addresses }: Asked, now: Date): void {
  if (!isWithinRole(role, caller.role)) {
    throw fieldError('role', `You are ${caller.role} yourself: a token of yours can be no more`);
  }
  const leftMs = Date.parse(expiresAt) - now.getTime();
  if (leftMs <= 0) throw fieldError('expiresAt', 'Choose an end that is still to come');
  if (leftMs > tokenDaysAtMost * dayMs + clocksDifferMs) {
    throw fieldError('expiresAt', `A token lives ${tokenDaysAtMost} days at most`);
  }
  const wrong = addresses.findIndex((address) => !isAddressRange(address));
  if (wrong >= 0) {
    throw fieldError(
      `addresses.${wrong}`,
      `${addresses[wrong]} is no address and no range such as 203.0.113.0/24 or 2001:db8::/48`,
    );
  }
}

/** @throws AppError TENANT_NOT_FOUND, NOT_FOUND: what is not there is told from what is not the maker's in no way */
async function scopeOf(
  { tenantGroups }: Pick<TokenDependencies, 'tenantGroups'>,
  caller: Caller,
  { tenantIds, groupId }: Asked,
  known: (tenantIds: readonly string[]) => Promise<boolean>,
): Promise<StoredTokenScope> {
  if (groupId) {
    const group = (await tenantGroups.get(groupId))?.value;
    const isSeen = group && (caller.scope.kind === 'all' || group.tenantIds.some((id) => isInScope(caller.scope, id)));
    if (!isSeen) throw new AppError('NOT_FOUND', 'There is no such group of tenants.');
    return { kind: 'group', groupId };
  }
  if (!tenantIds) return scopeAsOf(caller);
  if (!areInScope(caller.scope, tenantIds) || !(await known(tenantIds))) {
    throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant, or you do not have access to it.');
  }
  return { kind: 'tenants', tenantIds: [...new Set(tenantIds)] };
}

/** What the trail tells of a token: never its secret, and of its tenants how many. */
const toldOf = ({ role, scope, addresses, expiresAt }: TokenRecord) => ({
  role,
  reaches: scope.kind === 'tenants' ? `${scope.tenantIds.length} tenants` : scope.kind,
  ...(scope.kind === 'group' ? { groupId: scope.groupId } : {}),
  addresses,
  expiresAt,
});

async function liveTokens({ tokens, clock }: TokenDependencies, kind: TokenKind, ownerId: string) {
  const found = kind === 'service' ? await tokens.service() : await tokens.ofPerson(ownerId);
  const now = clock.now().toISOString();
  return found.filter(({ endedAt, expiresAt }) => endedAt === null && expiresAt > now);
}

const tooMany = (kind: TokenKind) =>
  new AppError('CONFLICT', `There are ${tokensAtMost[kind]} tokens already. Revoke one that is not used.`);

/** Writes it where it is not one too many. Of several at once, each that finds more than there may be takes its own back. */
async function store(dependencies: TokenDependencies, record: TokenRecord): Promise<string> {
  const { tokens } = dependencies;
  const { kind, ownerId, id } = record;
  if ((await liveTokens(dependencies, kind, ownerId)).length >= tokensAtMost[kind]) throw tooMany(kind);
  const stored = await createOnce(tokens, record);
  if (!stored) throw fieldError('name', 'Another token has this name', 'CONFLICT');
  if ((await liveTokens(dependencies, kind, ownerId)).length > tokensAtMost[kind]) {
    await tokens.delete(id);
    throw tooMany(kind);
  }
  return stored.etag;
}

/**
 * Makes a token within what its maker may: role, tenants and a year. Its secret is told this once.
 * @throws AppError INVALID_INPUT, TENANT_NOT_FOUND, NOT_FOUND; CONFLICT where the name is taken or there are too many
 */
export async function makeToken(
  dependencies: TokenDependencies,
  caller: Caller,
  kind: TokenKind,
  asked: Asked,
): Promise<{ record: TokenRecord; secret: string }> {
  const { tokens, users, tenants, trail, clock } = dependencies;
  const now = clock.now();
  requireWithinMaker(caller, asked, now);
  const known = async (ids: readonly string[]) =>
    (
      await tenants.ofRecords(
        caller.scope,
        ids.map((tenantId) => ({ tenantId })),
      )
    ).size === new Set(ids).size;
  const scope = await scopeOf(dependencies, caller, asked, known);
  const secret = newTokenSecret();
  const id = tokenRecordId(secret);
  const { name, role, expiresAt, addresses } = asked;
  const named = { kind, name, ownerId: caller.userId };
  const made: TokenRecord = {
    ...{ id, ...named, role, scope, addresses, expiresAt, key: liveTokenKey(named), createdAt: now.toISOString() },
    ...{ lastUsedAt: null, lastUsedFrom: null, endedAt: null, endedBecause: null },
    ...emptyOutbox,
  };
  const user = caller.user.username;
  const details = { tokenId: publicTokenId(id), kind, ...whatChanged(null, toldOf(made), told) };
  const record = withEntry(made, { eventType: 'token_created', user, target: name, tenantId: null, details }, now);
  const etag = await store(dependencies, record);
  await settleOutbox(tokens, record, trail, etag);
  // Whoever was disabled meanwhile may have had their tokens ended before this one was there.
  const owner = (await users.get(caller.userId))?.value;
  if (!owner || owner.isDisabled) {
    await endToken(dependencies, id, 'ownerLeft', { username: 'system' });
    throw new AppError('NOT_SIGNED_IN', 'You are not signed in. Sign in and try again.');
  }
  return { record, secret };
}

const told = ['role', 'reaches', 'groupId', 'addresses', 'expiresAt'] as const;

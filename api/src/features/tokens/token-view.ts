import type { Token, TokenState } from '@tenantry/contract/tokens';
import { publicTokenId } from '../../domain/tokens/token-format.ts';
import { lesserRole } from '../../domain/tokens/token-scope.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantGroupStore } from '../../store/tenant-groups.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { TokenRecord } from '../../store/tokens.ts';
import type { UserRecord, UserStore } from '../../store/users.ts';

export type TokenViewDependencies = {
  tenants: Pick<TenantStore, 'ofRecords'>;
  tenantGroups: Pick<TenantGroupStore, 'get'>;
  users: Pick<UserStore, 'get'>;
};

/** Who is shown it: of the tenants that it reaches they see their own alone. */
type Viewer = { scope: Scope };

async function scopeView(
  { tenants, tenantGroups }: TokenViewDependencies,
  { scope }: Viewer,
  given: TokenRecord['scope'],
): Promise<Token['scope']> {
  if (given.kind === 'group') {
    const name = (await tenantGroups.get(given.groupId))?.value.name ?? null;
    return { kind: 'group', tenants: [], group: { id: given.groupId, name } };
  }
  if (given.kind !== 'tenants') return { kind: given.kind, tenants: [], group: null };
  const named = await tenants.ofRecords(
    scope,
    given.tenantIds.map((tenantId) => ({ tenantId })),
  );
  const shown = [...named.values()].map(({ id, name }) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
  return { kind: 'tenants', tenants: shown, group: null };
}

/** Why a token does not count now, in the order in which it is told; whatever is said here, http/token-identity.ts decides. */
function stateOf(token: TokenRecord, owner: UserRecord | null, scope: Token['scope'], now: Date): TokenState {
  if (token.endedBecause !== null) return token.endedBecause;
  if (owner === null || owner.isDisabled) return 'ownerLeft';
  if (scope.group !== null && scope.group.name === null) return 'groupGone';
  return token.expiresAt <= now.toISOString() ? 'expired' : 'active';
}

/** A token as its owner, or an administrator, is shown it. */
export async function tokenView(
  dependencies: TokenViewDependencies,
  viewer: Viewer,
  token: TokenRecord,
  now: Date,
): Promise<Token> {
  const owner = (await dependencies.users.get(token.ownerId))?.value ?? null;
  const scope = await scopeView(dependencies, viewer, token.scope);
  const { id, kind, name, role, addresses, createdAt, expiresAt, lastUsedAt, lastUsedFrom, endedAt } = token;
  return {
    id: publicTokenId(id),
    ...{ kind, name, role, scope, createdAt, expiresAt, lastUsedAt, lastUsedFrom, endedAt },
    effectiveRole: owner === null || owner.isDisabled ? null : lesserRole(role, owner.role),
    addresses: [...addresses],
    owner: { id: token.ownerId, name: owner?.displayName ?? null },
    state: stateOf(token, owner, scope, now),
  };
}

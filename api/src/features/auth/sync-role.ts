import type { Role } from '@tenantry/contract/auth';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { readSetting } from '../../domain/settings/system-settings.ts';
import type { UserAccess } from '../../domain/user-access/change-user-access.ts';
import { mappedRole } from '../../domain/user-access/mapped-role.ts';
import { AppError } from '../../http/app-error.ts';
import type { DirectoryRole } from '../../ports/identity-provider.ts';
import type { UserPatch } from '../../store/administrators.ts';
import type { RoleMappingStore } from '../../store/role-mappings.ts';
import type { Scope } from '../../store/scope.ts';
import type { UserRecord } from '../../store/users.ts';

export type RoleDependencies = Pick<CommonParts, 'users' | 'systemConfig' | 'trail' | 'clock'> & {
  roleMappings: Pick<RoleMappingStore, 'ordered'>;
  userAccess: Pick<UserAccess, 'change'>;
};

/** Asked for where they decide something: Graph may be out of reach, and mostly nobody needs them. */
export type HeldRoles = () => Promise<readonly DirectoryRole[]>;

export type Assigned = { role: Role; roleSource: UserRecord['roleSource']; scope: Scope };

/** Whom no mapping fits may look at nothing, until an administrator gives them tenants. */
export async function assigned({ roleMappings }: RoleDependencies, held: HeldRoles): Promise<Assigned> {
  const role = mappedRole(await roleMappings.ordered(), await held());
  return role === null
    ? { role: 'viewer', roleSource: 'default', scope: { kind: 'none' } }
    : { role, roleSource: 'mapped', scope: { kind: 'all' } };
}

/**
 * When a first mapping fits, the user gets all tenants; when none fits any more, none. Tenants that an administrator chose
 * stay as chosen: roles that are activated for some hours come and go all day, and must not widen what somebody was given.
 */
function scopeAfter(current: Pick<UserRecord, 'roleSource' | 'scope'>, given: Assigned): Scope {
  if (current.scope.kind === 'tenants') return current.scope;
  if (given.roleSource === 'mapped') return current.scope.kind === 'none' ? given.scope : current.scope;
  // No mapping fitted before either: what they may see was granted by an administrator.
  return current.roleSource === 'default' ? current.scope : given.scope;
}

/** What the directory makes of the user; null where it changes nothing. */
function syncedPatch(current: UserRecord, given: Assigned): UserPatch | null {
  const { role, roleSource } = given;
  const scope = scopeAfter(current, given);
  const isSame = current.role === role && current.roleSource === roleSource && current.scope.kind === scope.kind;
  return isSame ? null : { role, roleSource, scope };
}

/**
 * With re-sync on, the directory decides anew at each sign-in; off, what was decided once stays. Somebody has to be able to mend
 * the mappings: the directory never takes the last administrator of all tenants.
 */
export async function synced(dependencies: RoleDependencies, user: UserRecord, held: HeldRoles): Promise<UserRecord> {
  const { systemConfig, userAccess } = dependencies;
  const { value: isOn } = await readSetting(systemConfig, 'role_sync_enabled');
  if (!isOn) return user;
  const given = await assigned(dependencies, held);
  const by = { username: 'system', how: 'roles of the directory' };
  const result = await userAccess.change(user.id, (current) => syncedPatch(current, given), by);
  if (result.outcome === 'notFound') throw new AppError('FORBIDDEN', 'This account was deleted.');
  return 'user' in result ? result.user : user;
}

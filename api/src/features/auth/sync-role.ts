import type { Role } from '@tenantry/contract/auth';
import { settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { readSetting } from '../../domain/settings/system-settings.ts';
import { AppError } from '../../http/app-error.ts';
import type { SessionService } from '../../http/sessions.ts';
import type { Clock } from '../../ports/clock.ts';
import { update } from '../../ports/collection.ts';
import type { DirectoryRole } from '../../ports/identity-provider.ts';
import type { Trail } from '../../ports/trail.ts';
import type { RoleMappingStore } from '../../store/role-mappings.ts';
import type { Scope } from '../../store/scope.ts';
import type { SystemConfigStore } from '../../store/system-config.ts';
import type { UserRecord, UserStore } from '../../store/users.ts';
import { mappedRole } from './mapped-role.ts';

export type RoleDependencies = {
  users: UserStore;
  roleMappings: Pick<RoleMappingStore, 'ordered'>;
  systemConfig: SystemConfigStore;
  sessions: Pick<SessionService, 'endAllOf'>;
  trail: Trail;
  clock: Clock;
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

/** Somebody has to be able to mend the mappings: the directory never takes the last administrator of all tenants. */
async function isLastAdministrator({ users }: RoleDependencies, { id, role, scope }: UserRecord): Promise<boolean> {
  if (role !== 'admin' || scope.kind !== 'all') return false;
  const administrators = await users.administrators();
  return !administrators.some((other) => other.id !== id && !other.isDisabled && other.scope.kind === 'all');
}

/** The user as the directory has it, with an entry that says so; the same user where it changes nothing. */
function changedUser(current: UserRecord, given: Assigned, now: Date): UserRecord {
  const { role, roleSource } = given;
  const scope = scopeAfter(current, given);
  if (current.role === role && current.roleSource === roleSource && current.scope.kind === scope.kind) return current;
  const entry = {
    eventType: 'user_role_changed',
    user: 'system',
    target: current.username,
    tenantId: null,
    details: { from: current.role, to: role, how: 'roles of the directory' },
  } as const;
  return withEntry({ ...current, role, roleSource, scope }, entry, now);
}

/** With re-sync on, the directory decides anew at each sign-in; off, what was decided once stays. */
export async function synced(dependencies: RoleDependencies, user: UserRecord, held: HeldRoles): Promise<UserRecord> {
  const { users, systemConfig, sessions, trail, clock } = dependencies;
  const { value: isOn } = await readSetting(systemConfig, 'role_sync_enabled');
  if (!isOn) return user;
  const given = await assigned(dependencies, held);
  const now = clock.now();
  if (given.role !== 'admin' && (await isLastAdministrator(dependencies, user))) return user;
  const changed = await update(users, user.id, (current) => changedUser(current, given, now));
  if (!changed) throw new AppError('FORBIDDEN', 'This account was deleted.');
  if (changed.role !== user.role || changed.scope.kind !== user.scope.kind) await sessions.endAllOf(user.id);
  await settleOutbox(users, changed, trail);
  return changed;
}

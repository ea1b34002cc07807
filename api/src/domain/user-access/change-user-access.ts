import { isDeepStrictEqual } from 'node:util';
import type { TrailEntry } from '../../ports/trail.ts';
import type { AccessChange, AdministratorsStore, UserPatch } from '../../store/administrators.ts';
import { isInScope, type Scope } from '../../store/scope.ts';
import type { UserRecord } from '../../store/users.ts';
import { outboxEntry } from '../audit-trail/outbox.ts';
import { whatChanged } from '../audit-trail/what-changed.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { endsAdministration, isAdministrator, othersThan, updateAdministrators } from './administrators.ts';
import { finishChange, type UserEffects } from './finish-change.ts';

export type UserAccessDependencies = Pick<CommonParts, 'users' | 'trail' | 'clock'> & {
  administrators: AdministratorsStore;
  effects: UserEffects;
};

/**
 * Who asks, as the trail names them, and by which way where that needs saying. `keepsSessions`: the user stays signed in, where only
 * the tenants of a group became others; each request reads what they may do anew.
 */
export type By = { username: string; how?: string; keepsSessions?: true };

/**
 * What became of a change. `lastAdministrator`: nothing did, since nobody would be left who can administer the installation.
 * `same`: it is so already.
 */
export type ChangeOutcome =
  | { outcome: 'changed' | 'same'; user: UserRecord }
  | { outcome: 'notFound' | 'lastAdministrator' };

const told = ['role', 'roleSource', 'scope', 'isDisabled', 'displayName'] as const;
const ofAccess = ['role', 'scope', 'isDisabled'] as const;

function eventOf(before: UserRecord, after: UserRecord): TrailEntry['eventType'] {
  if (before.role !== after.role || before.roleSource !== after.roleSource) return 'user_role_changed';
  if (before.isDisabled !== after.isDisabled) return after.isDisabled ? 'user_disabled' : 'user_enabled';
  return 'user_changed';
}

const deletedEvent = ({ client }: UserRecord): TrailEntry['eventType'] =>
  client ? 'client_access_ended' : 'user_deleted';

type Wanted = Pick<AccessChange, 'kind' | 'patch'>;

/** What becomes of a user, or what is decided of it once their change is alone; null where nothing does. */
type WantedPatch = UserPatch | ((user: UserRecord) => UserPatch | null | Promise<UserPatch | null>);

const idsOf = (scope: Scope): readonly string[] => (scope.kind === 'tenants' ? scope.tenantIds : []);

/** Which tenants somebody has by one scope and not by another, both of which name them. */
function tenantsBeyond(one: Scope, other: Scope): string[] {
  return idsOf(one).filter((id) => !isInScope(other, id));
}

/** What is lost, as finishing the change asks for it: by name where both name their tenants, since a list may be of thousands. */
function scopesOf(before: Scope, after: Scope): AccessChange['scopes'] {
  if (before.kind !== 'tenants' || after.kind === 'all') return { before, after };
  const lost = tenantsBeyond(before, after);
  return lost.length === 0 ? null : { before: { kind: 'tenants', tenantIds: lost }, after: { kind: 'none' } };
}

/** What the trail tells: the fields as they were and are; where groups alone moved tenants, those. */
function detailsOf(user: UserRecord, after: UserRecord | null, { how, keepsSessions }: By): TrailEntry['details'] {
  const isByGroups = keepsSessions === true && after !== null;
  const what = isByGroups
    ? { gained: tenantsBeyond(after.scope, user.scope), lost: tenantsBeyond(user.scope, after.scope) }
    : whatChanged(user, after, after === null ? [...told, 'username', 'email'] : told);
  return { ...what, ...(how === undefined ? {} : { how }) };
}

/** The change as it is decided, of the user as they are; null where it would change nothing. */
function decided(user: UserRecord, { kind, patch }: Wanted, by: By, now: Date): AccessChange | null {
  const after: UserRecord = { ...user, ...patch };
  const changed = told.filter((field) => !isDeepStrictEqual(user[field], after[field]));
  if (kind === 'change' && changed.length === 0) return null;
  const isDeleted = kind === 'delete';
  const entry: TrailEntry = {
    eventType: isDeleted ? deletedEvent(user) : eventOf(user, after),
    user: by.username,
    target: user.username,
    tenantId: user.client?.tenantId ?? null,
    details: detailsOf(user, isDeleted ? null : after, by),
  };
  const left = isDeleted || after.isDisabled ? ({ kind: 'none' } as const) : after.scope;
  const losesTenants = kind !== 'end' && !isDeepStrictEqual(user.scope, left);
  return {
    id: crypto.randomUUID(),
    userId: user.id,
    kind,
    patch,
    entry: kind === 'end' ? null : outboxEntry(entry, now),
    user: { id: user.id, username: user.username, name: user.displayName },
    endsSessions: kind !== 'change' || (!by.keepsSessions && ofAccess.some((field) => changed.includes(field))),
    scopes: losesTenants ? scopesOf(user.scope, left) : null,
    at: now.toISOString(),
  };
}

type Begun = AccessChange | { outcome: 'same'; user: UserRecord } | { outcome: 'notFound' | 'lastAdministrator' };

/** Writes down what is going to happen, unless the record of the administrators forbids it. */
async function begin(
  dependencies: UserAccessDependencies,
  userId: string,
  want: (user: UserRecord) => Promise<Wanted | null>,
  by: By,
): Promise<Begun> {
  const { users, clock } = dependencies;
  let begun: Begun | undefined;
  await updateAdministrators(dependencies, async (record) => {
    begun = undefined;
    const present = record.changes.find((change) => change.userId === userId);
    if (present) {
      // Theirs comes first. Without it the record is another one, and this goes on with that.
      await finishChange(dependencies, present);
      return record;
    }
    const user = (await users.get(userId))?.value;
    const wanted = user && (await want(user));
    const change = wanted && decided(user, wanted, by, clock.now());
    begun = change ?? (user ? { outcome: 'same', user } : { outcome: 'notFound' });
    if (!change) return null;
    let { members } = record;
    if (endsAdministration(change) && (members.includes(userId) || (user && isAdministrator(user)))) {
      members = await othersThan(dependencies, record, userId);
      if (members.length === 0) begun = { outcome: 'lastAdministrator' };
    }
    return begun === change ? { ...record, members, changes: [...record.changes, change] } : null;
  });
  if (!begun) throw new Error('The change was neither decided nor refused');
  return begun;
}

async function run(
  dependencies: UserAccessDependencies,
  userId: string,
  want: (user: UserRecord) => Promise<Wanted | null>,
  by: By,
): Promise<ChangeOutcome> {
  const begun = await begin(dependencies, userId, want, by);
  if ('outcome' in begun) return begun;
  const user = await finishChange(dependencies, begun);
  return user ? { outcome: 'changed', user } : { outcome: 'notFound' };
}

/**
 * Changes what a user may do and see: the one way to do so, for administrators, approvals and the roles of a directory alike.
 * The change is first written down in the record of the administrators, whose etag keeps the last of them; then the user is
 * changed, their sessions end, and what they have under way in tenants that they lost is stopped. Whoever comes next, or the
 * timer `leftovers`, finishes what a crash left.
 * @param want what becomes of the user as they are; null where nothing does. It may be asked again
 */
function changeUserAccess(
  dependencies: UserAccessDependencies,
  userId: string,
  want: WantedPatch,
  by: By,
): Promise<ChangeOutcome> {
  const patchOf = typeof want === 'function' ? want : () => want;
  return run(
    dependencies,
    userId,
    async (user) => {
      const patch = await patchOf(user);
      return patch && { kind: 'change', patch };
    },
    by,
  );
}

/** Deletes a user, with their sessions, links and what they have under way. The trail keeps who they were. */
async function deleteUser(
  dependencies: UserAccessDependencies,
  userId: string,
  by: By,
): Promise<'deleted' | 'notFound' | 'lastAdministrator'> {
  const begun = await begin(dependencies, userId, async () => ({ kind: 'delete', patch: {} }), by);
  if ('outcome' in begun) return begun.outcome === 'lastAdministrator' ? 'lastAdministrator' : 'notFound';
  await finishChange(dependencies, begun);
  return 'deleted';
}

/**
 * Makes a change of the user after which their sessions end, as a new password. What is to end is written down first.
 * @returns what `make` gives; null where there is no such user
 */
async function endingSessions<T>(
  dependencies: UserAccessDependencies,
  userId: string,
  by: By,
  make: () => Promise<T>,
): Promise<T | null> {
  const begun = await begin(dependencies, userId, async () => ({ kind: 'end', patch: {} }), by);
  if ('outcome' in begun) return null;
  try {
    return await make();
  } finally {
    await finishChange(dependencies, begun);
  }
}

/** Younger ones are being finished by whoever began them. */
const leftAfterMs = 60_000;

/** Finishes what processes left when they died: called each minute. @returns how many */
async function finishLeftChanges(dependencies: UserAccessDependencies): Promise<number> {
  const stored = await dependencies.administrators.get('administrators');
  const before = new Date(dependencies.clock.now().getTime() - leftAfterMs).toISOString();
  const left = (stored?.value.changes ?? []).filter(({ at }) => at <= before);
  for (const change of left) await finishChange(dependencies, change);
  return left.length;
}

/** The same, bound to what they need. */
export function createUserAccess(dependencies: UserAccessDependencies) {
  return {
    change: (userId: string, want: WantedPatch, by: By) => changeUserAccess(dependencies, userId, want, by),
    delete: (userId: string, by: By) => deleteUser(dependencies, userId, by),
    endingSessions: <T>(userId: string, by: By, make: () => Promise<T>) =>
      endingSessions(dependencies, userId, by, make),
    finishLeft: () => finishLeftChanges(dependencies),
  };
}

export type UserAccess = ReturnType<typeof createUserAccess>;

import { replaceIfUnchanged } from '../../ports/collection.ts';
import { type AccessChange, type AdministratorsStore, administratorsId } from '../../store/administrators.ts';
import { isInScope, type Scope } from '../../store/scope.ts';
import type { UserRecord } from '../../store/users.ts';
import { settleOutbox } from '../audit-trail/outbox.ts';
import type { CommonParts } from '../parts/common-parts.ts';
import { isAdministrator, updateAdministrators } from './administrators.ts';

/** Which tenants somebody could see before a change and cannot see after it. */
export type LostTenants = { has(tenantId: string): boolean };

/** What else ends with a change of a user's access. Each may come twice, and does the rest the second time. */
export type UserEffects = {
  /** Ends every session of a user. */
  endSessions(userId: string): Promise<void>;
  /** Revokes one-time links to a new password. */
  revokeLinks(userId: string, isGone: boolean): Promise<void>;
  /** Ends every token of the API of a user who is disabled or gone, and those that they sponsor. */
  endTokens(user: AccessChange['user'], isGone: boolean): Promise<void>;
  /** Stops what a user has under way in tenants that they lost: scans, runs of scans, tasks that are theirs to do. */
  stopWork(user: AccessChange['user'], lost: LostTenants): Promise<void>;
};

type Dependencies = Pick<CommonParts, 'users' | 'trail' | 'clock'> & {
  administrators: AdministratorsStore;
  effects: UserEffects;
};

const lostTenants = ({ before, after }: { before: Scope; after: Scope }): LostTenants => ({
  has: (tenantId) => isInScope(before, tenantId) && !isInScope(after, tenantId),
});

/** Whether the change is still to be made. Another process may have made it, and others may have followed. */
async function isUnderWay({ administrators }: Dependencies, change: AccessChange): Promise<boolean> {
  const stored = await administrators.get(administratorsId);
  return stored?.value.changes.some(({ id }) => id === change.id) ?? false;
}

/** The user with the change, made once however many processes make it; null where there is no such user any more. */
async function changed(dependencies: Dependencies, change: AccessChange): Promise<UserRecord | null> {
  const { users } = dependencies;
  for (;;) {
    const stored = await users.get(change.userId);
    if (!stored || stored.value.lastAccessChange === change.id) return stored?.value ?? null;
    // After the user was read: where it is gone from the record by now, the user's etag is no longer this one.
    if (!(await isUnderWay(dependencies, change))) return stored.value;
    const outbox = change.entry ? [...stored.value.outbox, change.entry] : stored.value.outbox;
    const next = {
      ...stored.value,
      ...change.patch,
      lastAccessChange: change.id,
      outbox,
      hasOutbox: outbox.length > 0,
    };
    const written = await replaceIfUnchanged(users, next, stored.etag);
    if (written) return written.value;
  }
}

async function apply(dependencies: Dependencies, change: AccessChange): Promise<UserRecord | null> {
  const { users, trail } = dependencies;
  if (change.kind === 'end') return (await users.get(change.userId))?.value ?? null;
  if (change.kind === 'change') return changed(dependencies, change);
  if (change.entry) await trail.recordOutbox([change.entry]);
  await users.delete(change.userId);
  return null;
}

/**
 * Makes a change that was written down, with all that ends with it, and takes it off the record: once, whoever does it.
 * @returns the user as they are then; null where there is none any more
 */
export async function finishChange(dependencies: Dependencies, change: AccessChange): Promise<UserRecord | null> {
  const { users, effects, trail } = dependencies;
  const user = await apply(dependencies, change);
  if (user) await settleOutbox(users, user, trail);
  if (change.endsSessions) {
    await effects.endSessions(change.userId);
    await effects.revokeLinks(change.userId, change.kind === 'delete');
  }
  const isGone = change.kind === 'delete';
  if (isGone || change.patch.isDisabled === true) await effects.endTokens(change.user, isGone);
  if (change.scopes) await effects.stopWork(change.user, lostTenants(change.scopes));
  await updateAdministrators(dependencies, async (record) => {
    if (!record.changes.some(({ id }) => id === change.id)) return null;
    const changes = record.changes.filter(({ id }) => id !== change.id);
    const isMember = record.members.includes(change.userId);
    const joins = user !== null && change.kind === 'change' && isAdministrator(user) && !isMember;
    return { ...record, changes, members: joins ? [...record.members, change.userId] : record.members };
  });
  return user;
}

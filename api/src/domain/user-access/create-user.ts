import type { Clock } from '../../ports/clock.ts';
import { createOnce } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import type { UserRecord, UserStore } from '../../store/users.ts';
import type { ActivityLog } from '../activity-log/activity-log.ts';
import { emptyOutbox, settleOutbox, withEntry } from '../audit-trail/outbox.ts';
import { whatChanged } from '../audit-trail/what-changed.ts';

/** There is one first administrator, so there is one id: the store refuses the second, whoever asks at once. */
export const firstAdminId = 'first-admin';

type Given =
  | 'id'
  | 'username'
  | 'email'
  | 'emailKey'
  | 'displayName'
  | 'm365Id'
  | 'm365Key'
  | 'passwordHash'
  | 'role'
  | 'roleSource'
  | 'scope';

type Dependencies = {
  users: Pick<UserStore, 'get' | 'create' | 'replace'>;
  trail: Pick<Trail, 'recordOutbox'>;
  activityLog: Pick<ActivityLog, 'add'>;
  clock: Clock;
};

/**
 * Keeps a new user, with the entry in the trail and one in the activity log.
 * @param told.how by which door they came, for the trail
 * @param told.news what they did, for the activity log: follows their name
 * @param told.by who made them, where that was somebody else
 * @returns null where the id, the name, the e-mail or the Microsoft account is somebody's already
 */
export async function createUser(
  { users, trail, activityLog, clock }: Dependencies,
  given: Pick<UserRecord, Given>,
  { how, news, by }: { how: string; news: string; by?: { username: string; name: string } },
): Promise<UserRecord | null> {
  const now = clock.now();
  const user: UserRecord = {
    ...given,
    usernameKey: given.username.toLowerCase(),
    isDisabled: false,
    createdAt: now.toISOString(),
    ...emptyOutbox,
  };
  const entry = {
    eventType: 'user_created',
    user: by?.username ?? user.username,
    target: user.username,
    tenantId: null,
    details: {
      role: user.role,
      how,
      ...whatChanged(null, user, ['role', 'roleSource', 'scope', 'displayName', 'email']),
    },
  } as const;
  const record = withEntry(user, entry, now);
  const created = await createOnce(users, record);
  if (!created) return null;
  await settleOutbox(users, record, trail, created.etag);
  const { displayName, role } = user;
  await activityLog.add({
    type: 'user',
    message: `${displayName} ${news}`,
    tenantId: null,
    eventType: 'user_created',
    target: displayName,
    user: by?.name ?? displayName,
    details: { role },
  });
  return record;
}

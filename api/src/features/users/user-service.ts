import type { Parsed } from '@tenantry/contract/endpoint';
import {
  type changeUser,
  type createUser as createUserEndpoint,
  type DirectoryUser,
  resetLinkMinutes,
} from '@tenantry/contract/users';
import { settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { applyGroupsTo, scopeOfGroups } from '../../domain/tenant-groups/group-scope.ts';
import type { ChangeOutcome, UserAccess } from '../../domain/user-access/change-user-access.ts';
import { createUser } from '../../domain/user-access/create-user.ts';
import type { OneTimeLinks } from '../../domain/user-access/one-time-links.ts';
import { AppError, type FieldError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { update } from '../../ports/collection.ts';
import type { TrailEntry } from '../../ports/trail.ts';
import type { Scope } from '../../store/scope.ts';
import type { TenantGroupStore } from '../../store/tenant-groups.ts';
import type { UserRecord } from '../../store/users.ts';
import type { UserDirectory } from './user-directory.ts';

/** What the sign-in knows of passwords. */
type Passwords = {
  hash(password: string): Promise<string>;
  /** Why it would be guessed, though it keeps the rules of its form; null where it would not. */
  problem(password: string, user: Pick<UserRecord, 'username' | 'email' | 'displayName'>): string | null;
};

export type UserServiceDependencies = Pick<CommonParts, 'users' | 'tenants' | 'activityLog' | 'trail' | 'clock'> & {
  userAccess: UserAccess;
  userDirectory: UserDirectory;
  resetLinks: OneTimeLinks;
  passwords: Passwords;
  publicOrigin: string;
  tenantGroups: Pick<TenantGroupStore, 'get'>;
};

const notFound = () => new AppError('NOT_FOUND', 'There is no such user. Somebody may have deleted them.');
const invalid = (path: string, message: string) =>
  new AppError('INVALID_INPUT', message, { fields: [{ path, message }] });

/** The browser tells it by the words 'last admin' (specification, section 8). */
const lastAdministrator = (what: string) =>
  new AppError(
    'CONFLICT',
    `This is the last admin of all tenants and cannot be ${what}. Make another user such an administrator first.`,
  );

function changedUser(result: ChangeOutcome): UserRecord {
  if ('user' in result) return result.user;
  throw result.outcome === 'notFound' ? notFound() : lastAdministrator('demoted, disabled or limited');
}

const ofClient = () =>
  new AppError('CONFLICT', 'This is a contact of a client. What they get is set under Client Portal of their tenant.');

type GivenScope = {
  tenantId?: string | null | undefined;
  tenantIds?: readonly string[] | undefined;
  groupIds?: readonly string[] | undefined;
};

/** The scope that a form gives: null is all tenants. Undefined where it says nothing. @throws AppError TENANT_NOT_FOUND */
async function scopeOf(
  { tenants, tenantGroups }: UserServiceDependencies,
  caller: Caller,
  { tenantId, tenantIds, groupIds }: GivenScope,
): Promise<Scope | undefined> {
  const named = tenantIds ?? (typeof tenantId === 'string' ? [tenantId] : undefined);
  if (named === undefined && groupIds === undefined) return tenantId === null ? { kind: 'all' } : undefined;
  const ids = named ?? [];
  const wanted = [...new Set(ids)];
  const found = await tenants.ofRecords(
    caller.scope,
    wanted.map((id) => ({ tenantId: id })),
  );
  if (wanted.some((id) => !found.has(id))) {
    throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant, or you do not have access to it.');
  }
  if (groupIds === undefined) return { kind: 'tenants', tenantIds: wanted };
  // A group may hold tenants that the caller does not see.
  if (caller.scope.kind !== 'all') throw invalid('groupIds', 'An administrator of all tenants can give groups');
  const groups = [...new Set(groupIds)];
  const present = await Promise.all(groups.map((id) => tenantGroups.get(id)));
  if (present.some((group) => group === null)) throw invalid('groupIds', 'There is no such group of tenants');
  return scopeOfGroups(tenantGroups, wanted, groups);
}

/** Who has the user name or the address already. A user name of one that is another's address would be nobody's. */
async function takenFields({ users }: UserServiceDependencies, username: string, email: string): Promise<FieldError[]> {
  const [name, address] = [username.toLowerCase(), email.toLowerCase()];
  const present = await users.named([name, address]);
  const has = (value: string) => present.some((user) => user.usernameKey === value || user.emailKey === value);
  return [
    ...(has(name) ? [{ path: 'username', message: 'This username is taken' }] : []),
    ...(has(address) ? [{ path: 'email', message: 'This email belongs to another user' }] : []),
  ];
}

function refuseTaken(fields: FieldError[]): void {
  const [first] = fields;
  if (first) throw new AppError('CONFLICT', `${first.message}. Choose another one.`, { fields });
}

async function create(
  dependencies: UserServiceDependencies,
  caller: Caller,
  form: Parsed<typeof createUserEndpoint.body>,
): Promise<DirectoryUser> {
  const { passwords, userDirectory } = dependencies;
  const { username, email, displayName, role, password } = form;
  const problem = passwords.problem(password, { username, email, displayName });
  if (problem !== null) throw invalid('password', problem);
  const scope = (await scopeOf(dependencies, caller, form)) ?? { kind: 'all' };
  refuseTaken(await takenFields(dependencies, username, email));
  const id = `user-${crypto.randomUUID()}`;
  const given = {
    id,
    username,
    email,
    emailKey: email.toLowerCase(),
    m365Id: null,
    m365Key: `#${id}`,
    displayName,
    role,
    roleSource: 'manual',
    scope,
    passwordHash: await passwords.hash(password),
  } as const;
  const by = { username: caller.user.username, name: caller.name };
  const user = await createUser(dependencies, given, { how: 'created by an administrator', news: 'was added', by });
  if (user) {
    // A group that became another meanwhile did not know of them.
    await applyGroupsTo(dependencies, id, { username: caller.user.username });
    return userDirectory.view(caller, (await dependencies.users.get(id))?.value ?? user);
  }
  // Somebody else took the name while the password was hashed.
  refuseTaken(await takenFields(dependencies, username, email));
  throw new AppError('CONFLICT', 'Another user was created at the same time. Try again.');
}

async function change(
  dependencies: UserServiceDependencies,
  caller: Caller,
  userId: string,
  body: Parsed<typeof changeUser.body>,
): Promise<DirectoryUser> {
  const { userAccess, userDirectory, users, tenantGroups } = dependencies;
  const present = (await users.get(userId))?.value;
  if (!present) throw notFound();
  if (present.client) throw ofClient();
  const scope = await scopeOf(dependencies, caller, body);
  const { role, displayName, disabled } = body;
  const patch = {
    ...(scope === undefined ? {} : { scope }),
    ...(displayName === undefined ? {} : { displayName }),
    ...(disabled === undefined ? {} : { isDisabled: disabled }),
  };
  const by = { username: caller.user.username };
  const result = await userAccess.change(
    userId,
    async (user) => ({
      ...patch,
      // What groups hold is read once this change is alone.
      ...(scope?.kind === 'tenants' && scope.groupIds
        ? { scope: await scopeOfGroups(tenantGroups, scope.namedIds ?? [], scope.groupIds) }
        : {}),
      // What somebody chose by hand is theirs, also where the directory would give the same.
      ...(role === undefined || role === user.role ? {} : { role, roleSource: 'manual' as const }),
    }),
    by,
  );
  const user = changedUser(result);
  if (user.scope.kind !== 'tenants' || !user.scope.groupIds) return userDirectory.view(caller, user);
  // A group that became another before this was written did not know of them.
  await applyGroupsTo(dependencies, userId, by);
  return userDirectory.view(caller, (await users.get(userId))?.value ?? user);
}

async function remove({ userAccess }: UserServiceDependencies, caller: Caller, userId: string): Promise<void> {
  const result = await userAccess.delete(userId, { username: caller.user.username });
  if (result === 'notFound') throw notFound();
  if (result === 'lastAdministrator') throw lastAdministrator('deleted');
}

/** Somebody who signs in with a password here. @throws AppError NOT_FOUND, CONFLICT */
function withPassword(user: UserRecord | undefined): UserRecord {
  if (!user) throw notFound();
  if (user.m365Id !== null || user.passwordHash === null) {
    throw new AppError('CONFLICT', 'This user signs in with Microsoft and has no password here.');
  }
  return user;
}

/** Gives a user a new password, after which their sessions, links and tokens of before end. */
export async function setPassword(
  dependencies: Pick<UserServiceDependencies, 'users' | 'userAccess' | 'trail' | 'clock'>,
  userId: string,
  passwordHash: string,
  { username, how }: { username: string; how: string },
): Promise<void> {
  const { users, userAccess, trail, clock } = dependencies;
  const changed = await userAccess.endingSessions(userId, { username, how }, () =>
    update(users, userId, (user): UserRecord => {
      const entry: TrailEntry = {
        eventType: 'password_reset',
        user: username,
        target: user.username,
        tenantId: null,
        details: { how },
      };
      return withEntry({ ...user, passwordHash }, entry, clock.now());
    }),
  );
  if (!changed) throw notFound();
  await settleOutbox(users, changed, trail);
}

async function reset(
  dependencies: UserServiceDependencies,
  caller: Caller,
  { userId, newPassword }: { userId: string; newPassword: string },
): Promise<void> {
  const { users, passwords, activityLog } = dependencies;
  const user = withPassword((await users.get(userId))?.value);
  const problem = passwords.problem(newPassword, user);
  if (problem !== null) throw invalid('newPassword', problem);
  const passwordHash = await passwords.hash(newPassword);
  await setPassword(dependencies, userId, passwordHash, { username: caller.user.username, how: 'by an administrator' });
  await activityLog.add({
    type: 'user',
    message: `${caller.name} reset the password of ${user.displayName}`,
    tenantId: null,
    eventType: 'password_reset',
    target: user.displayName,
    user: caller.name,
    details: {},
  });
}

async function initiateReset(dependencies: UserServiceDependencies, caller: Caller, email: string) {
  const { users, resetLinks, trail, publicOrigin } = dependencies;
  const address = email.toLowerCase();
  const user = (await users.named([address])).find(({ emailKey }) => emailKey === address);
  if (!user) throw new AppError('NOT_FOUND', 'There is no local user with this email.');
  const { id, username, displayName } = withPassword(user);
  if (user.isDisabled) throw new AppError('CONFLICT', 'This user is disabled. Enable them first.');
  const { token, expiresAt } = await resetLinks.create(id, resetLinkMinutes);
  await trail.record({
    eventType: 'password_reset_link_created',
    user: caller.user.username,
    target: username,
    tenantId: null,
    details: { expiresAt },
  });
  // After '#' it is sent to no server, and so stands in no log.
  return {
    success: true as const,
    url: `${publicOrigin}/reset-password#${token}`,
    expiresAt,
    user: { id, username, displayName },
  };
}

/** Users as administrators of all tenants manage them. What they may do goes by `domain/user-access` alone. */
export function createUserService(dependencies: UserServiceDependencies) {
  return {
    /** @throws AppError INVALID_INPUT, CONFLICT, TENANT_NOT_FOUND */
    create: (caller: Caller, form: Parsed<typeof createUserEndpoint.body>) => create(dependencies, caller, form),
    /** @throws AppError NOT_FOUND, CONFLICT for the last administrator, TENANT_NOT_FOUND */
    change: (caller: Caller, userId: string, body: Parsed<typeof changeUser.body>) =>
      change(dependencies, caller, userId, body),
    /** @throws AppError NOT_FOUND, CONFLICT for the last administrator */
    remove: (caller: Caller, userId: string) => remove(dependencies, caller, userId),
    /** @throws AppError NOT_FOUND, CONFLICT, INVALID_INPUT */
    resetPassword: (caller: Caller, asked: { userId: string; newPassword: string }) =>
      reset(dependencies, caller, asked),
    /** @throws AppError NOT_FOUND, CONFLICT */
    initiateReset: (caller: Caller, email: string) => initiateReset(dependencies, caller, email),
  };
}

export type UserService = ReturnType<typeof createUserService>;

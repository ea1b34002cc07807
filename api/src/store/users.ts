import type { Role, Theme } from '@tenantry/contract/auth';
import { all, type Collection, type Condition, every, type Page } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers, globalPartition } from './containers.ts';
import type { Envelope } from './credentials.ts';
import { folded } from './folded.ts';
import type { Outboxed } from './outbox.ts';
import { isInScope, type Scope } from './scope.ts';

export type UserRecord = Outboxed & {
  id: string;
  username: string;
  /** Unique without regard to case. */
  usernameKey: string;
  email: string | null;
  /** Unique: the e-mail a local user signs in with; `#` + id for a Microsoft account, whose e-mail proves nothing. */
  emailKey: string;
  /** Object id of a Microsoft account, and its directory; null for a local user. */
  m365Id: string | null;
  /** Unique: directory and object id; `#` + id for a local user. */
  m365Key: string;
  displayName: string;
  role: Role;
  roleSource: 'manual' | 'mapped' | 'default';
  scope: Scope;
  /** Of a contact of a client: whose. Such a user is a viewer of that tenant, whatever else is stored. Null or absent: staff. */
  client?: ClientBinding | null;
  passwordHash: string | null;
  isDisabled: boolean;
  /** The last change of what they may do that was made (`domain/user-access`); null or absent before the first. */
  lastAccessChange?: string | null;
  createdAt: string;
  /** IANA's name; null or absent: the browser's. */
  timeZone?: string | null;
  /** Null or absent: never chosen. */
  theme?: Theme | null;
  /** Up to when they have seen what changed in their tenants; null or absent: never. */
  changesSeenUntil?: string | null;
  /** Null or absent: none. */
  authenticator?: Authenticator | null;
} & Partial<UserKeys>;

/** The tenant whose contact somebody is, and which of its contacts. */
type ClientBinding = {
  tenantId: string;
  contactId: string;
  invitedAt: string;
  invitedBy: string;
  /** When they last signed in; null before they first did. */
  lastSeenAt: string | null;
  /** The Microsoft account that they first signed in with, directory and object id: no other one is theirs. Null before that. */
  account: string | null;
  /** When the latest session began in which they looked at the room; absent before they first did. */
  viewedSince?: string;
};

/** The authenticator app of a local user (RFC 6238). */
export type Authenticator = {
  /** The key that app and server share. */
  secret: Envelope;
  begunAt: string;
  /** Null while it is being set up: nothing asks for it yet. */
  confirmedAt: string | null;
  /** The time step of the last code that was taken: that one and those before count no more (RFC 6238, 5.2). */
  lastStep: number;
  /** Hashes of those that are left. */
  recoveryCodes: string[];
};

/** What the directory of users is ordered by and searched in. The store derives them whenever a user is written. */
type UserKeys = {
  nameFold: string;
  /** '' where there is no e-mail. */
  mailFold: string;
  /** The first tenant of their list; '' where they have none, or all. */
  tenantKey: string;
  /** Whether the scope names groups of tenants. */
  hasGroups: boolean;
  /** The address of a contact of a client; '' for staff. Absent in records of before. */
  clientFold?: string;
};

type KeyFields = Pick<UserRecord, 'displayName' | 'email' | 'scope' | 'client'>;

const keysOf = ({ displayName, email, scope, client }: KeyFields): UserKeys => ({
  nameFold: folded(displayName),
  mailFold: folded(email ?? ''),
  tenantKey: (scope.kind === 'tenants' && scope.tenantIds[0]) || '',
  hasGroups: scope.kind === 'tenants' && (scope.groupIds?.length ?? 0) > 0,
  clientFold: client ? folded(email ?? '') : '',
});

export const withUserKeys = (user: UserRecord): UserRecord => ({ ...user, ...keysOf(user) });

export type UserQuery = {
  source?: 'local' | 'm365';
  role?: Role;
  /** What a name, a user name or an address holds; and the tenants whose names begin with it. */
  search?: { text: string; tenantIds: readonly string[] };
  limit: number;
  cursor?: string | undefined;
};

// Directories are named by GUIDs, and who has none by '#'.
const isLocal: Condition = { field: 'm365Key', op: 'lt', value: '$' };
const isOfMicrosoft: Condition = { field: 'm365Key', op: 'gte', value: '$' };

/** Contacts of clients are no local accounts. Records of before have no `clientFold`, and are of staff. */
const isStaff: Condition = { anyOf: ['', null].map((value) => ({ field: 'clientFold', op: 'eq' as const, value })) };

function conditionsOf({ source, role, search }: UserQuery): Condition[] {
  const where: Condition[] = [];
  if (source) where.push(...(source === 'local' ? [isLocal, isStaff] : [isOfMicrosoft]));
  if (role) where.push({ field: 'role', op: 'in', value: wordsFor(role) });
  if (search) {
    const fold = folded(search.text);
    const texts = [
      { field: 'nameFold', value: fold },
      { field: 'mailFold', value: fold },
      { field: 'usernameKey', value: search.text.toLowerCase() },
    ].filter(({ value }) => value !== '');
    where.push({
      anyOf: [
        ...texts.map((text) => ({ ...text, op: 'contains' as const })),
        { field: 'tenantKey', op: 'in', value: search.tenantIds },
      ],
    });
  }
  return where;
}

function isKnownTo({ scope, userId }: { scope: Scope; userId: string }, user: UserRecord): boolean {
  if (scope.kind === 'all' || user.id === userId) return true;
  if (user.scope.kind !== 'tenants' || user.scope.tenantIds.length === 0) return false;
  return user.scope.tenantIds.every((tenantId) => isInScope(scope, tenantId));
}

const administratorsAtMost = 200;

/**
 * What else a stored role may be called. Of local roles alone: a directory role of that name gives nothing but what the role
 * mappings say.
 */
const roleAliases: ReadonlyMap<string, Role> = new Map([
  ['Security Administrator', 'admin'],
  ['Security Technician', 'technician'],
]);
const wordsFor = (role: Role) => [role, ...[...roleAliases].flatMap(([word, known]) => (known === role ? [word] : []))];
const administratorWords = wordsFor('admin');
const technicianWords = wordsFor('technician');

/** Whether tasks can be given to a user at all. */
export const mayWork = ({ role, isDisabled }: UserRecord): boolean => role !== 'viewer' && !isDisabled;

/** Whether tasks of a tenant can be given to a user. */
export const mayWorkIn = (user: UserRecord, tenantId: string): boolean =>
  mayWork(user) && isInScope(user.scope, tenantId);

/** Whether a user may work in some tenant of a scope. */
function mayWorkWithin(user: UserRecord, scope: Scope): boolean {
  if (scope.kind === 'all') return mayWork(user);
  return scope.kind === 'tenants' && scope.tenantIds.some((tenantId) => mayWorkIn(user, tenantId));
}

/** Whom a caller meets in their work: those whom the list of users shows them, and those who may work in a tenant of theirs. */
function isMetBy(viewer: { scope: Scope; userId: string }, user: UserRecord): boolean {
  const own = viewer.scope.kind === 'tenants' ? viewer.scope.tenantIds : [];
  return isKnownTo(viewer, user) || own.some((tenantId) => mayWorkIn(user, tenantId));
}

/** Clients are bound here, where every user is read: no other place can give them more. */
const known = (user: UserRecord): UserRecord =>
  user.client
    ? { ...user, role: 'viewer', scope: { kind: 'tenants', tenantIds: [user.client.tenantId] } }
    : { ...user, role: roleAliases.get(user.role) ?? user.role };

/** The users with their roles as the product knows them: the one place that knows other words, and binds clients. */
function withKnownRoles(users: Collection<UserRecord>): Collection<UserRecord> {
  return {
    ...users,
    async get(id) {
      const stored = await users.get(id);
      return stored && { ...stored, value: known(stored.value) };
    },
    async query(query) {
      const page = await users.query(query);
      return { ...page, items: page.items.map(known) };
    },
  };
}

/** At most one has the name, and one the address. */
const ofNameOrEmail = (name: string) => ({
  where: [{ anyOf: ['usernameKey', 'emailKey'].map((field) => ({ field, op: 'eq' as const, value: name })) }],
  limit: 2,
});

export function openUserStore(records: RecordStore) {
  const users = withKnownRoles(records.partition<UserRecord>(containers.users, globalPartition));
  return {
    get: users.get,
    create: (user: UserRecord) => users.create(withUserKeys(user)),
    replace: (user: UserRecord, etag: string) => users.replace(withUserKeys(user), etag),
    /** Only by way of the record of the administrators (`domain/user-access`). */
    delete: users.delete,
    count: () => users.count(),

    /** The user of that user name or e-mail, in lower case. A name that is one user's name and another's e-mail is nobody's. */
    async byNameOrEmail(name: string): Promise<UserRecord | undefined> {
      const { items } = await users.query(ofNameOrEmail(name));
      return items.length === 1 ? items[0] : undefined;
    },

    /** The same among those whom a caller meets in their work: of everybody else it does not tell whether they are there. */
    async metByNameOrEmail(viewer: { scope: Scope; userId: string }, name: string): Promise<UserRecord | undefined> {
      const met = (await users.query(ofNameOrEmail(name))).items.filter((user) => isMetBy(viewer, user));
      return met.length === 1 ? met[0] : undefined;
    },

    /** The user of a Microsoft account: `directory/object id`. */
    async byMicrosoftAccount(m365Key: string): Promise<UserRecord | undefined> {
      const where = [{ field: 'm365Key', op: 'eq' as const, value: m365Key }];
      return (await users.query({ where, limit: 1 })).items[0];
    },

    /** The clients with this address: whoever advises several tenants is a contact of each. */
    async clientsOf(address: string): Promise<UserRecord[]> {
      const fold = folded(address);
      if (fold === '') return [];
      const found = await every(users, { where: [{ field: 'clientFold', op: 'eq', value: fold }] });
      return found.filter(({ client, email }) => client && email?.toLowerCase() === address.toLowerCase());
    },

    async administrators(): Promise<UserRecord[]> {
      const where = [{ field: 'role', op: 'in' as const, value: administratorWords }];
      // In the order of the index, by which they are found: by id, every user would be looked at.
      const orderBy = { field: 'role', direction: 'asc' } as const;
      return (await users.query({ where, orderBy, limit: administratorsAtMost })).items;
    },

    /** How many have a password here, how many come from Microsoft, and how many are contacts of clients. */
    async counts(): Promise<{ local: number; m365: number; clients: number }> {
      const counted = [[isLocal, isStaff], [isOfMicrosoft], [isLocal]].map((where) => users.count(where));
      const [local = 0, m365 = 0, here = 0] = await Promise.all(counted);
      return { local, m365, clients: here - local };
    },

    /**
     * A page of those that a caller may know of, by name. It may be shorter than asked for, and is then not the last one.
     * @param viewer all of them for who sees every tenant; for others, those whose tenants are all among theirs, and themselves
     */
    async page(viewer: { scope: Scope; userId: string }, asked: UserQuery): Promise<Page<UserRecord>> {
      const { limit, cursor } = asked;
      const orderBy = { field: 'nameFold', direction: 'asc' } as const;
      const page = await users.query({ where: conditionsOf(asked), orderBy, limit, cursor });
      return { ...page, items: page.items.filter((user) => isKnownTo(viewer, user)) };
    },

    /** Those that were written before the directory had its keys: nobody finds them until they are written again. */
    async withoutKeys(limit: number): Promise<string[]> {
      const { items } = await users.query({ where: [{ field: 'nameFold', op: 'eq', value: null }], limit });
      return items.map(({ id }) => id);
    },

    /** Whoever has one of these names or addresses already, in lower case. */
    async named(names: readonly string[]): Promise<UserRecord[]> {
      const fields = ['usernameKey', 'emailKey'].map((field) => ({ field, op: 'in' as const, value: names }));
      return (await users.query({ where: [{ anyOf: fields }], limit: 2 * names.length })).items;
    },

    /** Users who may work on the tasks of a tenant: of a role that edits them, not disabled, and with the tenant in scope. */
    async *workersOf(tenantId: string): AsyncGenerator<UserRecord> {
      const where = [{ field: 'role', op: 'in' as const, value: [...administratorWords, ...technicianWords] }];
      for await (const user of all(users, { where })) if (mayWorkIn(user, tenantId)) yield user;
    },

    /** Those who may work in some tenant of a scope. */
    async *workersWithin(scope: Scope): AsyncGenerator<UserRecord> {
      const where = [{ field: 'role', op: 'in' as const, value: [...administratorWords, ...technicianWords] }];
      for await (const user of all(users, { where })) if (mayWorkWithin(user, scope)) yield user;
    },

    /** The one of them with this id. */
    async worker(tenantId: string, id: string): Promise<UserRecord | null> {
      const stored = await users.get(id);
      return stored && mayWorkIn(stored.value, tenantId) ? stored.value : null;
    },

    /** Those whose scope names groups of tenants. */
    async *withGroups(): AsyncGenerator<UserRecord> {
      const where = [{ field: 'hasGroups', op: 'eq' as const, value: true }];
      for await (const user of all(users, { where })) yield user;
    },

    async *ids(): AsyncGenerator<string> {
      for await (const { id } of all(users)) yield id;
    },
  };
}

export type UserStore = ReturnType<typeof openUserStore>;

import type { Role } from '@tenantry/contract/auth';
import { all, type Collection } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers, globalPartition } from './containers.ts';
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
  passwordHash: string | null;
  isDisabled: boolean;
  /** The last change of what they may do that was made (`domain/user-access`); null or absent before the first. */
  lastAccessChange?: string | null;
  createdAt: string;
} & Partial<UserKeys>;

/** What the directory of users is ordered by and searched in. The store derives them whenever a user is written. */
type UserKeys = {
  nameFold: string;
  /** '' where there is no e-mail. */
  mailFold: string;
  /** The first tenant of their list; '' where they have none, or all. */
  tenantKey: string;
};

const keysOf = ({ displayName, email, scope }: Pick<UserRecord, 'displayName' | 'email' | 'scope'>): UserKeys => ({
  nameFold: folded(displayName),
  mailFold: folded(email ?? ''),
  tenantKey: (scope.kind === 'tenants' && scope.tenantIds[0]) || '',
});

const withKeys = (user: UserRecord): UserRecord => ({ ...user, ...keysOf(user) });

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

const mayWorkIn = ({ role, isDisabled, scope }: UserRecord, tenantId: string): boolean =>
  role !== 'viewer' && !isDisabled && isInScope(scope, tenantId);

const known = (user: UserRecord): UserRecord => ({ ...user, role: roleAliases.get(user.role) ?? user.role });

/** The users with their roles as the product knows them: the one place that knows other words. */
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

export function openUserStore(records: RecordStore) {
  const users = withKnownRoles(records.partition<UserRecord>(containers.users, globalPartition));
  return {
    get: users.get,
    create: (user: UserRecord) => users.create(withKeys(user)),
    replace: (user: UserRecord, etag: string) => users.replace(withKeys(user), etag),
    /** Only by way of the record of the administrators (`domain/user-access`). */
    delete: users.delete,
    count: () => users.count(),

    /** The user of that user name or e-mail, in lower case. A name that is one user's name and another's e-mail is nobody's. */
    async byNameOrEmail(name: string): Promise<UserRecord | undefined> {
      const either = ['usernameKey', 'emailKey'].map((field) => ({ field, op: 'eq' as const, value: name }));
      const { items } = await users.query({ where: [{ anyOf: either }], limit: 2 });
      return items.length === 1 ? items[0] : undefined;
    },

    /** The user of a Microsoft account: `directory/object id`. */
    async byMicrosoftAccount(m365Key: string): Promise<UserRecord | undefined> {
      const where = [{ field: 'm365Key', op: 'eq' as const, value: m365Key }];
      return (await users.query({ where, limit: 1 })).items[0];
    },

    async administrators(): Promise<UserRecord[]> {
      const where = [{ field: 'role', op: 'in' as const, value: administratorWords }];
      return (await users.query({ where, limit: administratorsAtMost })).items;
    },

    /** Users who may work on the tasks of a tenant: of a role that edits them, not disabled, and with the tenant in scope. */
    async *workersOf(tenantId: string): AsyncGenerator<UserRecord> {
      const where = [{ field: 'role', op: 'in' as const, value: [...administratorWords, ...technicianWords] }];
      for await (const user of all(users, { where })) if (mayWorkIn(user, tenantId)) yield user;
    },

    /** The one of them with this id. */
    async worker(tenantId: string, id: string): Promise<UserRecord | null> {
      const stored = await users.get(id);
      return stored && mayWorkIn(stored.value, tenantId) ? stored.value : null;
    },

    async *ids(): AsyncGenerator<string> {
      for await (const { id } of all(users)) yield id;
    },
  };
}

export type UserStore = ReturnType<typeof openUserStore>;

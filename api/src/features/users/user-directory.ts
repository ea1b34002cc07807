import type { Parsed } from '@tenantry/contract/endpoint';
import type { DirectoryUser, listUsers, UserCounts } from '@tenantry/contract/users';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { isAdministrator } from '../../domain/user-access/administrators.ts';
import { directoryOf, userCounts } from '../../domain/user-counts/user-counts.ts';
import type { Caller } from '../../http/caller.ts';
import type { AdministratorsStore } from '../../store/administrators.ts';
import { administratorsId } from '../../store/administrators.ts';
import { folded } from '../../store/folded.ts';
import {
  type AccountQuery,
  type M365UserRecord,
  type M365UserStore,
  type SearchedKey,
  searchedKeys,
} from '../../store/m365-users.ts';
import type { RoleMappingRecord, RoleMappingStore } from '../../store/role-mappings.ts';
import { isInScope } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { UserQuery, UserRecord } from '../../store/users.ts';
import { decodePosition, encodePosition, readStages, type Stage } from './staged-list.ts';
import { accountView, roleOfAccount, shownIds, userView } from './user-view.ts';

type Dependencies = Pick<CommonParts, 'users' | 'tenants'> & {
  m365Users: M365UserStore;
  roleMappings: Pick<RoleMappingStore, 'ordered'>;
  administrators: AdministratorsStore;
};

type Asked = Parsed<typeof listUsers.query>;
type Row = { user: UserRecord } | { account: M365UserRecord; tenant: TenantRecord };

/** So many tenants are looked through whose names fit a search. */
const tenantsAtMost = 25;

/** Tenants whose names begin with the text, or a word of theirs does. */
async function tenantsNamed({ tenants }: Dependencies, { scope }: Caller, text: string): Promise<string[]> {
  const wanted = { text, fields: ['name', 'displayName'] } as const;
  const { items } = await tenants.searched(scope, wanted, { limit: tenantsAtMost });
  const begins = (name: string) => ` ${folded(name)}`.includes(` ${folded(text)}`);
  return items.filter(({ name, displayName }) => begins(name) || begins(displayName)).map(({ id }) => id);
}

function userStage({ users }: Dependencies, caller: Caller, asked: Asked, named: readonly string[]): Stage<Row> {
  const { search, source, role } = asked;
  const query: Omit<UserQuery, 'limit'> = {
    ...(source === 'all' ? {} : { source }),
    ...(role === 'all' ? {} : { role }),
    ...(search ? { search: { text: search, tenantIds: named } } : {}),
  };
  return async (limit, cursor) => {
    const page = await users.page(caller, { ...query, limit, cursor });
    return { ...page, items: page.items.map((user) => ({ user })) };
  };
}

/** Accounts of the customers' directories: all by name, or what a search finds, key by key. */
function accountStages(
  { m365Users, tenants }: Pick<Dependencies, 'm365Users'> & { tenants: Pick<TenantStore, 'ofRecords'> },
  caller: Caller,
  { search, role }: Asked,
  named: readonly string[],
  mappings: readonly RoleMappingRecord[],
): Stage<Row>[] {
  const text = folded(search ?? '');
  // Only who holds a directory role can be named by a mapping.
  const byRole = role === 'all' ? {} : { holdsRoles: true };
  const foundBefore = (account: M365UserRecord, before: readonly SearchedKey[]) =>
    before.some((key) => account[key]?.startsWith(text));
  const stage =
    (query: Pick<AccountQuery, 'begins' | 'tenantIds'>, before: readonly SearchedKey[]): Stage<Row> =>
    async (limit, cursor) => {
      const page = await m365Users.page(caller.scope, { ...query, ...byRole, limit, cursor });
      const known = await tenants.ofRecords(caller.scope, page.items);
      const items = page.items.flatMap((account) => {
        const tenant = known.get(account.tenantId);
        // Not of a directory whose first synchronization goes on, nor the simulator's of a tenant that is live.
        if (!tenant || !directoryOf(tenant) || account.isSimulated !== tenant.isMock) return [];
        // Who does not sign in here has a role only as far as a mapping names one.
        const mapped = roleOfAccount(account, mappings);
        if (role !== 'all' && (mapped?.role !== role || mapped.roleSource !== 'mapped')) return [];
        return foundBefore(account, before) ? [] : [{ account, tenant }];
      });
      return { ...page, items };
    };
  if (text === '') return search ? [] : [stage({}, [])];
  const byKey = searchedKeys.map((key, index) => stage({ begins: { key, text } }, searchedKeys.slice(0, index)));
  return named.length === 0 ? byKey : [...byKey, stage({ tenantIds: named }, searchedKeys)];
}

const carriedCounts = (value: unknown): UserCounts | null => {
  if (!Array.isArray(value) || value.length !== 6) return null;
  const [signIn, local, m365, m365AtLeast, total, because] = value;
  if (typeof signIn !== 'number' || typeof local !== 'number' || typeof m365AtLeast !== 'number') return null;
  if ((m365 !== null && typeof m365 !== 'number') || (because !== null && typeof because !== 'string')) return null;
  if (total !== null && typeof total !== 'number') return null;
  return { signIn, local, m365, m365AtLeast, total, unknownBecause: because };
};
const carry = ({ signIn, local, m365, m365AtLeast, total, unknownBecause }: UserCounts) => [
  signIn,
  local,
  m365,
  m365AtLeast,
  total,
  unknownBecause,
];

/** How many match: known without a search and a role, and where all of them were shown. */
function totalOf(asked: Asked, counts: UserCounts, shown: number, isLast: boolean) {
  if (isLast) return { total: shown, countUnknownBecause: null };
  if (asked.search || asked.role !== 'all') {
    return { total: null, countUnknownBecause: 'Matches are not counted: there may be millions of accounts.' };
  }
  const total = { all: counts.total, local: counts.local, m365: counts.m365 }[asked.source];
  return { total, countUnknownBecause: total === null ? counts.unknownBecause : null };
}

/** The one administrator of the installation, where there is one alone. */
async function lastAdministrator({ users, administrators }: Dependencies): Promise<string | null> {
  const stored = await administrators.get(administratorsId);
  // The record names no one who is none: with two of them there is nothing to look for.
  if ((stored?.value.members.length ?? 0) > 1) return null;
  const found = (await users.administrators()).filter(isAdministrator);
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}

/** The tenants that a page asks for: the first one counts by them, and reads them once. */
function tenantsOnce({ tenants }: Pick<Dependencies, 'tenants'>, { scope }: Caller, isFirst: boolean) {
  if (!isFirst) return tenants;
  const present = tenants.ofScope(scope);
  const byId = async () => new Map((await present).map((tenant) => [tenant.id, tenant]));
  return { ofScope: () => present, ofRecords: byId };
}

/** The tenants that users' scopes name, as far as the caller may see them. */
function tenantsOf({ tenants }: Pick<Dependencies, 'tenants'>, caller: Caller, users: readonly UserRecord[]) {
  const named = users.flatMap((user) => shownIds(user, caller.scope));
  return tenants.ofRecords(
    caller.scope,
    named.map((tenantId) => ({ tenantId })),
  );
}

/** What a caller is told of the tenants of a user: some by name, and how many of those that the caller sees. */
const toldTo = (caller: Caller, user: UserRecord) => ({
  ids: shownIds(user, caller.scope),
  count: user.scope.kind === 'tenants' ? user.scope.tenantIds.filter((id) => isInScope(caller.scope, id)).length : 0,
});

/**
 * Everybody who signs in here, then the accounts of the customers' directories: searched and paged in the store, never loaded.
 * The first page counts; those that follow carry its figures in their cursors.
 */
export function createUserDirectory(dependencies: Dependencies) {
  const { roleMappings } = dependencies;

  async function views(caller: Caller, rows: readonly Row[], mappings: readonly RoleMappingRecord[]) {
    const known = await tenantsOf(
      dependencies,
      caller,
      rows.flatMap((row) => ('user' in row ? [row.user] : [])),
    );
    return rows.map(
      (row): DirectoryUser =>
        'user' in row
          ? userView(row.user, known, toldTo(caller, row.user))
          : accountView(row.account, row.tenant, mappings),
    );
  }

  return {
    async list(caller: Caller, asked: Asked): Promise<Parsed<typeof listUsers.response>> {
      const { search, source, limit } = asked;
      const from = asked.cursor ? decodePosition(asked.cursor, carriedCounts) : null;
      const named = search ? await tenantsNamed(dependencies, caller, search) : [];
      const mappings = source === 'local' ? [] : await roleMappings.ordered();
      const { users, m365Users } = dependencies;
      const tenants = tenantsOnce(dependencies, caller, from === null);
      const stages = [
        userStage(dependencies, caller, asked, named),
        ...(source === 'local' ? [] : accountStages({ m365Users, tenants }, caller, asked, named, mappings)),
      ];
      const [read, counts, lastAdministratorId] = await Promise.all([
        readStages(stages, from ?? { stage: 0, cursor: null }, limit),
        from?.carried ?? userCounts({ users, tenants }, caller),
        caller.scope.kind === 'all' ? lastAdministrator(dependencies) : null,
      ]);
      const shown = (from?.shown ?? 0) + read.items.length;
      return {
        items: await views(caller, read.items, mappings),
        ...totalOf(asked, counts, shown, read.next === null),
        counts,
        lastAdministratorId,
        ...(read.next ? { nextCursor: encodePosition({ ...read.next, shown, carried: carry(counts) }) } : {}),
      };
    },

    /** One user as the list shows them. */
    async view(caller: Caller, user: UserRecord): Promise<DirectoryUser> {
      return userView(user, await tenantsOf(dependencies, caller, [user]), toldTo(caller, user));
    },
  };
}

export type UserDirectory = ReturnType<typeof createUserDirectory>;

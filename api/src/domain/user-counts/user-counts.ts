import type { UserCounts } from '@tenantry/contract/users';
import type { Scope } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { UserStore } from '../../store/users.ts';

type Dependencies = { users: Pick<UserStore, 'counts' | 'page'>; tenants: Pick<TenantStore, 'ofScope'> };
/** Who asks, and what they may see. */
type Viewer = { scope: Scope; userId: string };

/** What is known of a tenant's accounts, where it is of its present mode and the first synchronization has ended. */
export const directoryOf = ({ directory, isMock }: TenantRecord) =>
  directory?.isSimulated === isMock ? directory : null;

/** How many there are in scope: of directories as their last synchronization counted, so that no account is read for it. */
export async function userCounts({ users, tenants }: Dependencies, caller: Viewer): Promise<UserCounts> {
  const inScope = await tenants.ofScope(caller.scope);
  const directories = inScope.map(directoryOf);
  const accounts = directories.reduce((sum, directory) => sum + (directory?.users ?? 0), 0);
  const unknown = directories.filter((directory) => directory === null).length;
  const own = caller.scope.kind === 'all' ? await users.counts() : await ownCounts(users, caller);
  const m365AtLeast = own.m365 + accounts;
  const m365 = unknown === 0 ? m365AtLeast : null;
  const unread = unknown === 1 ? 'The directory of 1 tenant has' : `The directories of ${unknown} tenants have`;
  return {
    signIn: own.local + own.m365,
    local: own.local,
    m365,
    m365AtLeast,
    total: m365 === null ? null : own.local + own.clients + m365,
    unknownBecause: unknown === 0 ? null : `${unread} not been synchronized yet.`,
  };
}

/** Of those that the caller may know of. */
async function ownCounts(users: Dependencies['users'], caller: Viewer): ReturnType<UserStore['counts']> {
  const counts = { local: 0, m365: 0, clients: 0 };
  for (let cursor: string | undefined; ; ) {
    const page = await users.page(caller, { limit: 200, cursor });
    for (const { m365Id, client } of page.items) counts[client ? 'clients' : m365Id === null ? 'local' : 'm365'] += 1;
    cursor = page.nextCursor;
    if (cursor === undefined) return counts;
  }
}

import { type Facts, factOf } from '../../audit/facts/facts.ts';
import { every } from '../../ports/collection.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { DirectoryAccount } from './judged.ts';

/** Of a larger directory these are looked at by name; the others count as a whole. */
const accountsAtMost = 20_000;

/** A guest's name has #EXT# in it until somebody changes it: then it is not known whether the account is from elsewhere. */
const isExternal = (upn: string | null, isGuest: boolean): boolean | null =>
  upn === null ? null : upn.toLowerCase().includes('#ext#') ? true : isGuest ? null : false;

/**
 * The enabled accounts of a tenant by name: those of the last synchronization of its directory, and those that the scan had to name
 * (role holders, accounts that policies name, emergency accounts). `isWholeDirectory`: whether that is everybody.
 */
export async function directoryAccounts(
  { tenant, m365Users }: TenantRecords,
  facts: Facts,
): Promise<{ accounts: DirectoryAccount[]; isWholeDirectory: boolean; disabled: ReadonlySet<string> }> {
  const accounts = new Map<string, DirectoryAccount>();
  const total = await m365Users.count();
  const synchronized = total > accountsAtMost ? [] : await every(m365Users);
  for (const one of synchronized) {
    if (one.isSimulated !== tenant.isMock || one.accountEnabled === false) continue;
    const { graphId: id, displayName: name, userPrincipalName: upn, userType } = one;
    accounts.set(id, { id, name, upn, userType, external: isExternal(upn, userType === 'Guest') });
  }
  const disabled = new Set(
    synchronized.flatMap((one) => (one.accountEnabled === false ? [one.graphId.toLowerCase()] : [])),
  );
  const named = [...(factOf(facts, 'users')?.accounts ?? []), ...(factOf(facts, 'roles')?.accounts ?? [])];
  for (const { id: given, name, upn, enabled, guest } of named) {
    const id = given.toLowerCase();
    if (enabled === false) disabled.add(id);
    if (disabled.has(id) || accounts.has(id)) continue;
    const userType = guest === null ? null : guest ? 'Guest' : 'Member';
    accounts.set(id, { id, name, upn, userType, external: isExternal(upn, guest === true) });
  }
  const users = factOf(facts, 'users');
  const isWholeDirectory = users !== undefined && accounts.size >= users.enabledMembers + users.enabledGuests;
  return { accounts: [...accounts.values()], isWholeDirectory, disabled };
}

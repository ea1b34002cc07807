import { uriComponent } from '@tenantry/contract/text';
import { affectedAtScan } from '../affected-at-scan.ts';
import { update } from '../plan-settings.ts';
import { MissingForScript, type RemedyPlan, type RemedyStep, type ScriptTenant } from '../remedy-plan.ts';
import { allRoleHolders } from '../role-holders-at-scan.ts';

const read = 'User.Read.All';
/** Together the least that sets accountEnabled (learn.microsoft.com/graph/api/user-update, "Permissions for specific scenarios"). */
const write = ['User.EnableDisableAccount.All', 'User.Read.All'];

/** Who holds a role when the script runs ("List unifiedRoleAssignments"): somebody may have been given one since the scan. */
const readRoles = 'RoleManagement.Read.Directory';
const sparing = { sparesRoleHolders: true, reads: [read, readRoles], writes: [...write, readRoles] } as const;

/** Accounts by which Microsoft's tools synchronize a directory (learn.microsoft.com/entra, "Microsoft Entra Connect: Accounts"). */
const isSynchronizer = (name: string): boolean =>
  /^(sync_|msol_|aad_|adtoaadsyncserviceaccount)|^on-premises directory synchronization/i.test(name);

/**
 * Blocks the sign-in of the accounts that open checks name, each once, and of no other. Left out whatever says: accounts that are
 * kept for emergencies, that hold a role (a break-glass account that nobody declared does) and that synchronize a directory.
 */
function blockAccounts(tenant: ScriptTenant, checks: readonly string[]): RemedyStep[] {
  const named = affectedAtScan(tenant, checks, 'user');
  if (named.length === 0) return [];
  const kept = new Set([...allRoleHolders(tenant), ...tenant.emergencyAccounts.map((id) => id.toLowerCase())]);
  const blocked = named.filter(({ id, name }) => !kept.has(id.toLowerCase()) && !isSynchronizer(name));
  if (blocked.length === 0)
    throw new MissingForScript(
      'Each account of the finding holds a role, is kept for emergencies or synchronizes a directory: no script disables those.',
    );
  return blocked.map(({ id, name, closes }) => ({
    ...update({
      title: `Sign-in of ${name} is blocked`,
      closes,
      path: `/users/${uriComponent(id)}`,
      method: 'PATCH',
      set: { accountEnabled: false },
      seen: { accountEnabled: true },
      object: id,
      select: 'accountEnabled',
      read,
      write,
    }),
    ...sparing,
    ...(!tenant.isCloudOnly && {
      caution: 'Where Active Directory synchronizes the account, disable it there: else it may be enabled again.',
    }),
  }));
}

export const disableStaleAccounts: RemedyPlan = (tenant) => blockAccounts(tenant, ['user.stale', 'user.stale.guest']);
export const blockSharedMailboxes: RemedyPlan = (tenant) => blockAccounts(tenant, ['exo.shared']);

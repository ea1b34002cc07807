import { privilegedRoles } from '../../../microsoft/privileged-roles.ts';
import { datasetSnapshot } from '../../drift/settings-snapshot.ts';
import { objectsAtScan } from './plan-settings.ts';
import { MissingForScript, type ScriptTenant } from './remedy-plan.ts';

const assigned = /^(active|eligible)\/[^/]+\/([^/]+)\/([0-9a-f-]{36})$/i;

/** Template ids of the directory roles that somebody held, or could activate, at the scan. @throws MissingForScript */
export const heldRoles = (tenant: ScriptTenant): string[] => [
  ...new Set(
    objectsAtScan(tenant, 'roles').flatMap(({ id }) => {
      const [, , role] = assigned.exec(id) ?? [];
      return role === undefined ? [] : [role];
    }),
  ),
];

/**
 * Lower-case ids of everything that held a directory role at the scan, could activate one, or had one by a group.
 * @throws MissingForScript where it is not known of all of them
 */
export function allRoleHolders(tenant: ScriptTenant): ReadonlySet<string> {
  const objects = objectsAtScan(tenant, 'roles');
  const kept = datasetSnapshot(tenant.settings, 'roles');
  const unread = kept.state === 'ok' ? kept.unread.find(({ reason }) => reason !== 'notLicensed') : undefined;
  if (unread !== undefined) throw new MissingForScript(`Who holds a role is not known: ${unread.because}`);
  return new Set(objects.map(({ id }) => (id.split('/').at(-1) ?? '').toLowerCase()));
}

/** Users who held a role at the scan, without accounts that are kept for emergencies. @throws MissingForScript where nobody did */
export function roleHolders(tenant: ScriptTenant, roleName: string): string[] {
  const role = privilegedRoles.find(({ name }) => name === roleName);
  const holders = objectsAtScan(tenant, 'roles').flatMap(({ id, value }) => {
    const [, form, held, holder] = assigned.exec(id) ?? [];
    const isUser = String(value.holder).toLowerCase() === 'user';
    return form === 'active' && held === role?.id && holder !== undefined && isUser ? [holder] : [];
  });
  const kept = new Set(tenant.emergencyAccounts.map((id) => id.toLowerCase()));
  const found = [...new Set(holders)].filter((id) => !kept.has(id.toLowerCase())).toSorted();
  if (found.length === 0) throw new MissingForScript(`Nobody was ${roleName} at the last scan, or it was not read.`);
  return found;
}

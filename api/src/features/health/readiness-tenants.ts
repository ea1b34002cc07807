import type { ReadinessItem } from '@tenantry/contract/health';
import type { Clock } from '../../ports/clock.ts';
import type { CredentialStore } from '../../store/credentials.ts';
import type { ScanStore } from '../../store/scans.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import { counted, needsAttention, notKnown, ready } from './readiness-item.ts';

export type TenantDependencies = {
  tenants: Pick<TenantStore, 'counts'>;
  scans: Pick<ScanStore, 'count'>;
  credentials: Pick<CredentialStore, 'countLost'>;
  clock: Clock;
};

const dayMs = 24 * 3_600_000;

function connectedItem(total: number, lost: number): ReadinessItem {
  const named = { id: 'tenants.connected', label: 'Connections' };
  if (total === 0) {
    const action = 'Connect the first tenant with the consent of its administrator.';
    return needsAttention(named, 'There is no tenant yet.', { action, page: 'tenants' });
  }
  if (lost === 0) return ready(named, `${counted(total, 'tenant')}, no connection lost.`);
  const message = `${counted(lost, 'tenant')} of ${total} lost the connection to Microsoft.`;
  return needsAttention(named, message, { action: 'Reconnect them.', page: 'credentials' });
}

function scannedItem(total: number, completed: number): ReadinessItem {
  const named = { id: 'tenants.scanned', label: 'Scans' };
  if (completed > 0) return ready(named, `${counted(completed, 'scan')} completed within the last day.`);
  if (total === 0) return notKnown(named, 'There is no tenant to scan.');
  return needsAttention(named, 'No scan completed within the last day.', {
    action: 'Scan a tenant, and read why it failed if it does.',
    page: 'bulkScans',
  });
}

function permissionItem(total: number, failing: number, completed: number): ReadinessItem {
  const named = { id: 'tenants.permissions', label: 'Permissions' };
  if (total === 0) return notKnown(named, 'There is no tenant to read.');
  // Only a scan tells what a tenant refuses.
  if (failing === 0 && completed === 0) return notKnown(named, 'No scan within the last day has shown them.');
  if (failing === 0) return ready(named, 'No tenant refuses most of what a scan asks for.');
  return needsAttention(
    named,
    `Scans of ${counted(failing, 'tenant')} fail, or get less than half of what they ask for.`,
    {
      action: 'The overview names them with the reason; View permissions of a tenant shows what is missing.',
      page: 'overview',
    },
  );
}

/** Whether tenants are connected, scanned, and let themselves be read. Four counts, however many tenants there are. */
export async function tenantItems({
  tenants,
  scans,
  credentials,
  clock,
}: TenantDependencies): Promise<ReadinessItem[]> {
  const [{ total, failing }, lost, completed] = await Promise.all([
    tenants.counts(everyTenant),
    credentials.countLost(everyTenant),
    scans.count(everyTenant, 'completed', new Date(clock.now().getTime() - dayMs)),
  ]);
  return [connectedItem(total, lost), scannedItem(total, completed), permissionItem(total, failing, completed)];
}

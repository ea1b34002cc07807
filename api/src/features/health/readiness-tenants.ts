import type { ReadinessItem } from '@tenantry/contract/health';
import type { Clock } from '../../ports/clock.ts';
import type { PageWithTotal } from '../../ports/collection.ts';
import type { CredentialStore } from '../../store/credentials.ts';
import type { FindingStore } from '../../store/findings.ts';
import type { ScanStore } from '../../store/scans.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { counted, needsAttention, notKnown, ready } from './readiness-item.ts';

export type TenantDependencies = {
  tenants: Pick<TenantStore, 'counts' | 'disputedSamples'>;
  findings: Pick<FindingStore, 'disputed' | 'isAnyAnswered'>;
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

/** This many tenants are named. */
const namedTenants = 5;

/** What Microsoft was asked about, and says the opposite of. `samples`: the tenants where that is of checks that pass. */
function answerItem(findings: number, samples: PageWithTotal<TenantRecord>): ReadinessItem {
  const named = { id: 'tenants.microsoft-answers', label: 'Microsoft’s answers' };
  if (findings + samples.total === 0)
    return ready(named, 'Microsoft’s own evaluation has contradicted no verdict that stands.');
  const names = samples.items.map(({ name }) => name).join(', ');
  const more = samples.total > samples.items.length ? ', …' : '';
  const parts = [
    ...(findings === 0 ? [] : [counted(findings, 'finding')]),
    ...(samples.total === 0 ? [] : [`passing checks of ${counted(samples.total, 'tenant')} (${names}${more})`]),
  ];
  const places = [
    ...(findings === 0 ? [] : ['the findings that say so']),
    ...(samples.total === 0 ? [] : ['M365 Audit of the tenant, which lists these checks with both sides']),
  ];
  return needsAttention(named, `Microsoft’s own evaluation of Conditional Access contradicts ${parts.join(' and ')}.`, {
    action: `Open ${places.join(', and ')}: scan and ask again, as the policies may have changed since. What stays contradicted is wrong on one of the two sides.`,
    page: 'overview',
  });
}

/** Whether tenants are connected, scanned, and let themselves be read. Eight reads, however many tenants there are. */
export async function tenantItems({
  tenants,
  scans,
  credentials,
  findings,
  clock,
}: TenantDependencies): Promise<ReadinessItem[]> {
  const [{ total, failing }, lost, completed, disputed, samples, isAnswered] = await Promise.all([
    tenants.counts(everyTenant),
    credentials.countLost(everyTenant),
    scans.count(everyTenant, 'completed', new Date(clock.now().getTime() - dayMs)),
    findings.disputed(everyTenant),
    tenants.disputedSamples(everyTenant, namedTenants),
    findings.isAnyAnswered(everyTenant),
  ]);
  return [
    connectedItem(total, lost),
    scannedItem(total, completed),
    permissionItem(total, failing, completed),
    // Where nobody asked there is nothing to tell.
    ...(isAnswered || samples.total > 0 ? [answerItem(disputed, samples)] : []),
  ];
}

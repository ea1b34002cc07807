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
  tenants: Pick<TenantStore, 'get' | 'counts' | 'disputedSamples'>;
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

/** This many tenants, and findings, are named. */
const namedAtMost = 5;

type Disputed = PageWithTotal<NonNullable<ReadinessItem['findings']>[number]>;

/** The findings that Microsoft contradicts, with the names of their tenants. */
async function disputedFindings({ tenants, findings }: TenantDependencies): Promise<Disputed> {
  const page = await findings.disputed(everyTenant, namedAtMost);
  const items = page.items.map(async ({ id, tenantId, title }) => {
    const name = (await tenants.get(tenantId))?.value.name;
    return name === undefined ? [] : [{ id, tenantId, tenant: name, title }];
  });
  return { ...page, items: (await Promise.all(items)).flat() };
}

/** Names, each once; an ellipsis where there are more of what they are of. */
const listed = (names: readonly string[], total: number): string =>
  [...new Set(names), ...(total > names.length ? ['…'] : [])].join(', ');

/** What Microsoft was asked about, and says the opposite of. `samples`: the tenants where that is of checks that pass. */
function answerItem(findings: Disputed, samples: PageWithTotal<TenantRecord>): ReadinessItem {
  const named = { id: 'tenants.microsoft-answers', label: 'Microsoft’s answers' };
  if (findings.total + samples.total === 0)
    return ready(named, 'Microsoft’s own evaluation has contradicted no verdict that stands.');
  const ofFindings = listed(
    findings.items.map(({ tenant }) => tenant),
    findings.total,
  );
  const ofSamples = listed(
    samples.items.map(({ name }) => name),
    samples.total,
  );
  const parts = [
    ...(findings.total === 0 ? [] : [`${counted(findings.total, 'finding')} (${ofFindings})`]),
    ...(samples.total === 0 ? [] : [`passing checks of ${counted(samples.total, 'tenant')} (${ofSamples})`]),
  ];
  const places = [
    ...(findings.total === 0 ? [] : ['the findings that say so']),
    ...(samples.total === 0 ? [] : ['M365 Audit of the tenant, which lists these checks with both sides']),
  ];
  const message = `Microsoft’s own evaluation of Conditional Access contradicts ${parts.join(' and ')}.`;
  const action = `Open ${places.join(', and ')}: scan and ask again, as the policies may have changed since. What stays contradicted is wrong on one of the two sides.`;
  const item = needsAttention(named, message, { action, page: 'overview' });
  return findings.items.length === 0 ? item : { ...item, findings: findings.items };
}

/** Whether tenants are connected, scanned, and let themselves be read. Fourteen reads at most, however many tenants there are. */
export async function tenantItems(dependencies: TenantDependencies): Promise<ReadinessItem[]> {
  const { tenants, scans, credentials, findings, clock } = dependencies;
  const [{ total, failing }, lost, completed, disputed, samples, isAnswered] = await Promise.all([
    tenants.counts(everyTenant),
    credentials.countLost(everyTenant),
    scans.count(everyTenant, 'completed', new Date(clock.now().getTime() - dayMs)),
    disputedFindings(dependencies),
    tenants.disputedSamples(everyTenant, namedAtMost),
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

import type { MetricName } from '@tenantry/contract/health';

/** What a probed service is called; one that is not here has its own name. */
export const serviceLabels: Partial<Record<string, string>> = {
  records: 'Records (database)',
  tables: 'Tables (sessions, leases)',
  files: 'Files',
  queues: 'Queues',
  vault: 'Vault (secrets)',
  'microsoft-login': 'Microsoft sign-in',
  'microsoft-graph': 'Microsoft Graph',
};

const order = Object.keys(serviceLabels);
const placeOf = (endpoint: string) => (order.includes(endpoint) ? order.indexOf(endpoint) : order.length);

/** Services in the order of their labels; what has none comes last. */
export function inServiceOrder<T extends { endpoint: string }>(services: readonly T[]): T[] {
  return services.toSorted((a, b) => placeOf(a.endpoint) - placeOf(b.endpoint));
}

export const figureLabels: Record<MetricName, string> = {
  'scans.queued': 'Scans waiting',
  'scans.running': 'Scans running',
  'scans.completed.hour': 'Scans completed in the last hour',
  'scans.failed.hour': 'Scans failed in the last hour',
  'tenants.reconnect': 'Tenants to reconnect',
  'queue.scan-work': 'Scan messages waiting',
  'queue.scan-work.poison': 'Scan messages abandoned',
  'queue.upkeep': 'Background messages waiting',
  'queue.upkeep.poison': 'Background messages abandoned',
  'services.failing': 'Services not responding',
  'scans.queued.oldest.minutes': 'Longest wait of a scan (min)',
  'tokens.refresh.failed.hour': 'Token renewals failed in the last hour',
  'secrets.ending': 'Client secrets ending within 14 days',
  'timers.silent.minutes': 'Longest silence of a timer (min)',
  'audit.trail.broken': 'Audit trail broken',
};

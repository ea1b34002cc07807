import type { HealthCheck, ReadinessItem } from '@tenantry/contract/health';
import { needsAttention, notKnown, ready } from './readiness-item.ts';

type Service = { endpoint: string; label: string; remedy: string };

const azureRoles = "See that it runs, and that the app's managed identity has its role there.";

const services: readonly Service[] = [
  { endpoint: 'records', label: 'Records (database)', remedy: azureRoles },
  { endpoint: 'tables', label: 'Tables (sessions, leases)', remedy: azureRoles },
  { endpoint: 'files', label: 'Files', remedy: azureRoles },
  { endpoint: 'queues', label: 'Queues', remedy: azureRoles },
  { endpoint: 'vault', label: 'Vault (secrets)', remedy: azureRoles },
  {
    endpoint: 'microsoft-login',
    label: 'Microsoft sign-in',
    remedy: 'See that the app may reach login.microsoftonline.com, and look at the service health of Microsoft 365.',
  },
  {
    endpoint: 'microsoft-graph',
    label: 'Microsoft Graph',
    remedy: 'See that the app may reach graph.microsoft.com, and look at the service health of Microsoft 365.',
  },
];

/** Services are probed, and figures counted, every five minutes: older than this, three times are missing. */
const staleAfterMs = 15 * 60_000;

export const isStale = (timestamp: string, now: Date): boolean => now.getTime() - Date.parse(timestamp) > staleAfterMs;

/** Whether each service answered at the last probe, and how fast. What was probed long ago is not known. Pure. */
export function serviceItems(checks: readonly HealthCheck[], now: Date): ReadinessItem[] {
  return services.map(({ endpoint, label, remedy }) => {
    const named = { id: `service.${endpoint}`, label };
    const check = checks.find((one) => one.endpoint === endpoint);
    if (check === undefined) return notKnown(named, 'It has not been probed yet.', { action: 'Check now.' });
    if (isStale(check.timestamp, now)) {
      return {
        ...notKnown(named, 'It has not been probed for more than 15 minutes.', {
          action: 'Check now. The timer health probes every five minutes: see whether it runs.',
          docs: 'docs/operate.md, timers-silent',
        }),
        at: check.timestamp,
      };
    }
    if (check.status === 'ok') return ready(named, `Answered in ${check.responseTime} ms.`, check.timestamp);
    return needsAttention(
      named,
      `It does not answer: ${check.error ?? 'no reason was given'}`,
      { action: remedy, docs: 'docs/operate.md, health-failing' },
      check.timestamp,
    );
  });
}

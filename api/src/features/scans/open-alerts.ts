import { type Facts, factOf, failureOfDataset } from '../../audit/facts/facts.ts';
import type { AuditSummary } from '../../store/tenants.ts';

const reasons = {
  notPermitted: 'Microsoft refused to show the security alerts (SecurityAlert.Read.All).',
  notLicensed: 'The tenant has no license with security alerts.',
  couldNotCheck: 'The security alerts could not be read.',
  notAvailable: 'The security alerts were not asked for.',
  notOffered: 'The tenant’s cloud does not offer security alerts.',
} as const;

/** Open security alerts of high severity, as Microsoft Defender has them; null, with the reason, where they are not known. */
export function openAlerts(facts: Facts): Pick<AuditSummary, 'openAlerts' | 'openAlertsUnknownBecause'> {
  const alerts = factOf(facts, 'alerts');
  const failure = failureOfDataset(facts.alerts);
  if (alerts === undefined || failure) {
    const openAlertsUnknownBecause = failure ? reasons[failure.reason] : 'The security alerts were not collected.';
    return { openAlerts: null, openAlertsUnknownBecause };
  }
  if (alerts.open.count === 0 && alerts.untold > 0) {
    return { openAlerts: null, openAlertsUnknownBecause: 'Some alerts do not say how severe they are.' };
  }
  return { openAlerts: alerts.open.count, openAlertsUnknownBecause: null };
}

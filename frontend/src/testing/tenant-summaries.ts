import type { TenantTrouble } from '@tenantry/contract/tenant-health';
import type { TenantSummary } from '@tenantry/contract/tenant-summaries';
import { contoso } from './fake-server.ts';

/** A tenant that was never scanned, as the overview has it. */
export const unscanned = (change: Partial<TenantSummary> = {}): TenantSummary => ({
  tenantId: contoso.id,
  tenantName: contoso.name,
  domain: contoso.domain,
  isMock: false,
  status: 'Unknown',
  trouble: null,
  secureScore: null,
  securityScore: null,
  coverage: null,
  openIssuesCount: null,
  criticalIssues: null,
  topReason: { kind: 'notScanned', text: 'Not scanned yet', severity: null, checkId: null, findingId: null },
  recentChanges: { since: '2026-03-06T00:00:00.000Z', critical: 0, high: 0, hasMore: false, first: null },
  baselines: [],
  change: null,
  changeUnknownBecause: 'Never audited.',
  incident: null,
  openAlerts: null,
  openAlertsUnknownBecause: 'Never audited.',
  lastAuditDate: null,
  lastScanStatus: 'none',
  lastScanDate: null,
  ...change,
});

/** A consent that was withdrawn, as every call tells it. */
export const consentGone: TenantTrouble = {
  kind: 'scanFailing',
  since: '2026-03-10T01:00:00.000Z',
  reason: 'Microsoft Graph refused every request (403). The consent was withdrawn.',
  remedy: 'reconnect',
};

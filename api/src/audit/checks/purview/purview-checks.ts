import { secureScoreControl } from '../secure-score/secure-score-stand-in.ts';
import type { Check } from '../shared/check.ts';
import { purviewAlertChecks } from './alert-checks.ts';
import { dlpChecks } from './dlp-checks.ts';

export const purviewChecks: readonly Check[] = [
  ...dlpChecks,
  ...purviewAlertChecks,
  {
    id: 'purview.audit',
    title: 'Audit log search is on',
    findingTitle: 'Audit log search is not on',
    category: 'secure-score',
    severity: 'high',
    endangers: 'everyone',
    frameworks: {
      cis: ['3.1.1'],
      scuba: ['MS.SECURITYSUITE.5.1v1'],
      prowler: ['purview_audit_log_search_enabled'],
      nist: ['PR.PS-04'],
      iso: ['A.8.15'],
    },
    // No snapshot and no call of Graph tells it: what Secure Score says stands in.
    datasets: ['secureScores'],
    helpful: ['secureScoreControlProfiles'],
    recommendation:
      'Microsoft Purview portal > Solutions > Audit: select "Start recording user and admin activity", or run Set-AdminAuditLogConfig -UnifiedAuditLogIngestionEnabled $true in Exchange Online PowerShell.',
    impact: 'After a breach, nobody can tell who signed in, what was read and which settings were changed.',
    evaluate: secureScoreControl(['mip_search_auditlog'], 'Audit log search is on', 'Audit log search is not on'),
  },
];

import { type Check, evidenceFrom } from '../shared/check.ts';
import { isOff, isOn, organizationSettings } from '../shared/configured-settings.ts';
import { missingData } from '../shared/missing-data.ts';
import { hasDefender, withoutDefender } from './protection-check.ts';
import { threatPolicies } from './protection-row.ts';

const forDefender =
  (evaluate: Check['evaluate']): Check['evaluate'] =>
  (facts, context) => {
    const judged = evaluate(facts, context);
    // A setting that is on is on; one that is off may be missing with its license.
    if (judged.status === 'pass' || facts.defenderForOffice365?.state !== 'ok') return judged;
    if (facts.subscribedSkus?.state === 'failed') return missingData(facts, ['subscribedSkus']);
    if (hasDefender(facts) !== false) return judged;
    const skus = evidenceFrom('subscribedSkus', 'no service plan ATP_ENTERPRISE or THREAT_INTELLIGENCE');
    return { ...withoutDefender(), evidence: [skus] };
  };

const base = { category: 'mail-flow', endangers: 'mail' } as const;

/** Files in SharePoint, OneDrive and Teams (CIS Microsoft 365 v7, 2.1.5; CISA MS.SECURITYSUITE.1.4). */
export const fileChecks: readonly Check[] = [
  {
    ...base,
    id: 'mdo.files',
    title: 'Files in SharePoint, OneDrive and Teams are scanned',
    findingTitle: 'Files in SharePoint, OneDrive and Teams are not scanned',
    endangers: 'data',
    severity: 'medium',
    frameworks: { scuba: ['MS.SECURITYSUITE.1.4v1'] },
    datasets: ['defenderForOffice365'],
    helpful: ['subscribedSkus'],
    recommendation: `${threatPolicies} > Safe attachments > Global settings: turn on Defender for Office 365 for SharePoint, OneDrive and Teams.`,
    impact: 'Malware that somebody uploads is shared with everyone who has the link, and opened from there.',
    evaluate: forDefender(
      organizationSettings('defenderForOffice365', [isOn('EnableATPForSPOTeamsODB')], {
        good: 'Files in SharePoint, OneDrive and Teams are scanned',
        bad: 'Files in SharePoint, OneDrive and Teams are not scanned',
      }),
    ),
  },
  {
    ...base,
    id: 'mdo.files.documents',
    title: 'Files and documents are scanned, without a way around',
    findingTitle: 'Files or documents are not scanned, or users can go around it',
    endangers: 'data',
    severity: 'low',
    frameworks: { cis: ['2.1.5'], prowler: ['defender_atp_safe_attachments_and_docs_configured'] },
    datasets: ['defenderForOffice365'],
    helpful: ['subscribedSkus'],
    recommendation: `${threatPolicies} > Safe attachments > Global settings: turn on both, and do not let people click through Protected View.`,
    impact: 'A document from outside is opened for editing, with its macros, before anything has looked at it.',
    evaluate: forDefender(
      organizationSettings(
        'defenderForOffice365',
        [isOn('EnableATPForSPOTeamsODB'), isOn('EnableSafeDocs'), isOff('AllowSafeDocsOpen')],
        {
          good: 'Files and documents are scanned, and nobody can go around it',
          bad: 'Files or documents are not scanned, or users can go around it',
        },
      ),
    ),
  },
];

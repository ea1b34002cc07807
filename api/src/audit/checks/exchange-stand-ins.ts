import { type Check, evidenceFrom, verdict } from '../check.ts';
import { factOf } from '../facts.ts';
import { enumAt, type JsonObject, numberAt, objectsAt, textAt } from '../json-reader.ts';
import { withData } from '../missing-data.ts';
import { dateOf, latestScore, staleScore } from './secure-score.ts';

// Exchange settings are out of reach for Graph; what Microsoft Secure Score says about them stands in, with its date.
const base = { category: 'mail-flow' } as const;

/** @param needsAll every control has to be there; else they are names of the same thing, of which one will do */
function secureScoreControl(ids: readonly string[], good: string, bad: string, needsAll = false): Check['evaluate'] {
  return withData(['secureScores'], ([scores], { now }, facts) => {
    const score = latestScore(scores);
    const controls = objectsAt(score, 'controlScores').filter((control) =>
      ids.includes(enumAt(control, 'controlName') ?? ''),
    );
    if (score === undefined || controls.length === 0)
      return verdict(
        'couldNotCheck',
        'Microsoft Secure Score does not cover this in the tenant, and no other source can be read.',
      );
    const stale = staleScore(score, now);
    if (stale !== null) return stale;
    const profiles = factOf(facts, 'secureScoreControlProfiles') ?? [];
    const judged = controls.map((control) => controlState(control, profiles));
    const evidence = judged.map(({ text }) =>
      evidenceFrom('secureScores', `${text}, from Microsoft Secure Score as of ${dateOf(score)}`),
    );
    const label = ` (from Microsoft Secure Score, as of ${dateOf(score)})`;
    if (judged.some(({ full }) => full === false)) return verdict('fail', `${bad}${label}.`, evidence);
    if (judged.some(({ full }) => full === null))
      return verdict('couldNotCheck', 'Microsoft Secure Score does not report the maximum points for this.', evidence);
    const silent = controls.length < ids.length && needsAll;
    if (silent)
      return verdict(
        'couldNotCheck',
        `Microsoft Secure Score covers only ${controls.length} of ${ids.length} of these settings in the tenant${label}.`,
        evidence,
      );
    return verdict('pass', `${good}${label}.`, evidence);
  });
}

function controlState(control: JsonObject, profiles: readonly JsonObject[]): { full: boolean | null; text: string } {
  const id = enumAt(control, 'controlName') ?? '';
  const score = numberAt(control, 'score');
  const most = numberAt(
    profiles.find((profile) => enumAt(profile, 'id') === id),
    'maxScore',
  );
  const percent = numberAt(control, 'scoreInPercentage');
  const points = score === null ? 'points not reported' : `${score} of ${most ?? 'an unknown number of'} points`;
  const text = `${textAt(control, 'controlName')}: ${points}`;
  if (percent !== null) return { full: percent >= 100, text };
  return { full: score === null || most === null ? null : score >= most, text };
}

export const exchangeStandInChecks: readonly Check[] = [
  {
    ...base,
    id: 'exo.forward',
    title: 'Automatic external forwarding is blocked',
    findingTitle: 'Automatic external forwarding is not fully blocked',
    severity: 'high',
    endangers: 'mail',
    frameworks: { cis: ['6.2.1'], nist: ['PR.DS-02'], iso: ['A.5.14', 'A.8.12'] },
    datasets: ['secureScores'],
    helpful: ['secureScoreControlProfiles'],
    recommendation:
      'Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies > Anti-spam > Anti-spam outbound policy: set automatic forwarding to Off. Exchange admin center > Mail flow > Remote domains > Default: clear "Allow automatic forwarding".',
    impact:
      'An attacker in a mailbox forwards all its mail externally and keeps reading after the password is changed.',
    evaluate: secureScoreControl(
      ['mdo_autoforwardingmode', 'mdo_blockmailforward'],
      'Automatic forwarding to external recipients is blocked',
      'Automatic forwarding to external recipients is not fully blocked',
    ),
  },
  {
    ...base,
    id: 'exo.audit',
    title: 'Mailbox auditing is on',
    findingTitle: 'Mailbox auditing is not on for the whole organization',
    severity: 'high',
    endangers: 'mail',
    frameworks: { cis: ['6.1.1'], nist: ['PR.PS-04'], iso: ['A.8.15'] },
    datasets: ['secureScores'],
    helpful: ['secureScoreControlProfiles'],
    recommendation:
      'In Exchange Online PowerShell run Set-OrganizationConfig -AuditDisabled $false. Individual mailboxes can bypass auditing, which Microsoft Graph does not show: list them with Get-MailboxAuditBypassAssociation -ResultSize Unlimited | Where-Object AuditBypassEnabled.',
    impact: 'After a breach, nobody can tell which messages were read or which rules were created.',
    evaluate: secureScoreControl(
      ['exo_mailboxaudit'],
      'Mailbox auditing is on for the organization; whether individual mailboxes bypass it cannot be seen',
      'Mailbox auditing is not on for the whole organization',
    ),
  },
  {
    ...base,
    id: 'exo.antiphish',
    title: 'Anti-phishing policies protect users',
    findingTitle: 'Anti-phishing policies are weaker than Microsoft recommends',
    severity: 'high',
    endangers: 'mail',
    frameworks: { cis: ['2.1.7'] },
    datasets: ['secureScores'],
    helpful: ['secureScoreControlProfiles'],
    recommendation:
      'Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies > Anti-phishing: set the phishing threshold to 3 or higher and turn on mailbox intelligence and impersonation protection for users and domains.',
    impact:
      'Messages that impersonate management or suppliers reach employees: invoices are paid to the wrong account and passwords given away.',
    evaluate: secureScoreControl(
      [
        'mdo_antiphishingpolicies',
        'mdo_phishthresholdlevel',
        'mdo_targetedusersprotection',
        'mdo_enablemailboxintelligence',
      ],
      'Anti-phishing policies are set as Microsoft recommends',
      'Anti-phishing policies are weaker than Microsoft recommends',
      true,
    ),
  },
];

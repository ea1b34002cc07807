import { isSet, textsIn } from '../../facts/configuration-properties.ts';
import type { Check } from '../shared/check.ts';
import { isOff, isOn, type Setting } from '../shared/configured-settings.ts';
import { protectionKinds } from './protection-check.ts';
import { byReach, type ProtectionRow, threatPolicies } from './protection-row.ts';

const { safeLinks } = protectionKinds;

/** Whether an entry is for every host, or for every host of a top-level domain: `*`, `https://*`, `*.com/*`. */
function isForMostHosts(entry: string): boolean {
  const host =
    entry
      .trim()
      .replace(/^[a-z*]*:\/\//i, '')
      .split(/[/:]/, 1)[0] ?? '';
  return host.includes('*') && !host.replace(/^[*.]+/, '').includes('.');
}

/** Links that are not checked (Set-SafeLinksPolicy, -DoNotRewriteUrls) are some, and not most of them. */
const checksMostHosts: Setting = {
  property: 'DoNotRewriteUrls',
  isOptional: true,
  holds: (policy) => {
    const urls = textsIn(policy, 'DoNotRewriteUrls');
    if (urls === null && isSet(policy, 'DoNotRewriteUrls')) return null;
    return !(urls ?? []).some(isForMostHosts);
  },
};

/** CIS Microsoft 365 v7, 2.1.1; CISA MS.SECURITYSUITE.7. */
const rows: readonly ProtectionRow[] = [
  {
    id: 'mdo.links',
    title: 'Safe Links checks links everywhere',
    findingTitle: 'Safe Links does not check links everywhere',
    severity: 'medium',
    frameworks: { cis: ['2.1.1'], prowler: ['defender_safelinks_policy_enabled'] },
    kind: safeLinks,
    settings: [
      ...['EnableSafeLinksForEmail', 'EnableSafeLinksForTeams', 'EnableSafeLinksForOffice', 'TrackClicks'].map(isOn),
      ...['ScanUrls', 'EnableForInternalSenders', 'DeliverMessageAfterScan'].map(isOn),
      ...['AllowClickThrough', 'DisableUrlRewrite'].map(isOff),
      checksMostHosts,
    ],
    words: {
      good: 'Links in mail, Teams and Office are checked, also those of colleagues, and nobody can click through',
      bad: 'Links are not checked everywhere, or users can click through',
    },
    recommendation: `${threatPolicies} > Safe links: add a policy for all domains with everything on, and without "Let users click through to the original URL".`,
    impact: 'A link that turns bad after delivery leads to a copied sign-in page, and the password is gone.',
  },
  {
    id: 'mdo.links.apps',
    title: 'Safe Links covers mail, Teams and Office',
    findingTitle: 'Safe Links does not cover mail, Teams and Office for everyone',
    severity: 'medium',
    frameworks: { scuba: ['MS.SECURITYSUITE.7.1v1'] },
    kind: safeLinks,
    settings: [
      ...['EnableSafeLinksForEmail', 'EnableSafeLinksForTeams', 'EnableSafeLinksForOffice'].map(isOn),
      isOn('EnableForInternalSenders'),
      checksMostHosts,
    ],
    words: {
      good: 'Links in mail, Teams and Office are compared with a block list',
      bad: 'Links in mail, Teams or Office are not compared with a block list',
    },
    recommendation: `${threatPolicies} > Safe links: add a policy for all domains, on for mail, Teams and Office apps.`,
    impact: 'The same bad link that is stopped in mail is opened from a chat or a document.',
  },
  {
    id: 'mdo.links.scan',
    title: 'Links are scanned before delivery',
    findingTitle: 'Links are not scanned before delivery for everyone',
    severity: 'medium',
    frameworks: { scuba: ['MS.SECURITYSUITE.7.2v1'] },
    kind: safeLinks,
    settings: [isOn('ScanUrls'), isOn('DeliverMessageAfterScan'), checksMostHosts],
    words: {
      good: 'Links are scanned before a message is delivered',
      bad: 'Links are not scanned before a message is delivered',
    },
    recommendation: `${threatPolicies} > Safe links > the policy: turn on real-time scanning, and "Wait for URL scanning to complete before delivering the message".`,
    impact: 'A message is read, and its link opened, before anybody has looked where it leads.',
  },
  {
    id: 'mdo.links.clicks',
    title: 'Clicks on links are recorded',
    findingTitle: 'Clicks on links are not recorded for everyone',
    severity: 'low',
    frameworks: { scuba: ['MS.SECURITYSUITE.7.3v1'] },
    kind: safeLinks,
    settings: [isOn('TrackClicks')],
    words: { good: 'Clicks on links are recorded', bad: 'Clicks on links are not recorded' },
    recommendation: `${threatPolicies} > Safe links > the policy: turn on "Track user clicks".`,
    impact: 'After an attack nobody can tell who has opened the link, and whose password to change.',
  },
];

export const safeLinksChecks: readonly Check[] = rows.map(byReach);

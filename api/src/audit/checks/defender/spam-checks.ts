import { flagIn } from '../../facts/configuration-properties.ts';
import { factOf } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import type { Check } from '../shared/check.ts';
import {
  isEmpty,
  isNotEmpty,
  isOff,
  isOn,
  isOneOf,
  isWithin,
  type Setting,
  type SettingsWords,
  verdictOnSettings,
} from '../shared/configured-settings.ts';
import { missingData } from '../shared/missing-data.ts';
import { protectionKinds } from './protection-check.ts';
import { byReach, type ProtectionRow, threatPolicies } from './protection-row.ts';

const moved = ['movetojmf', 'quarantine', 'redirect', 'delete'];

const { spam, outbound } = protectionKinds;

/** CIS Microsoft 365 v7, 2.1; CISA MS.SECURITYSUITE.6 and 8. */
const rows: readonly ProtectionRow[] = [
  {
    id: 'mdo.spam.actions',
    title: 'Spam and phishing are moved or quarantined',
    findingTitle: 'Spam or phishing is delivered to inboxes',
    severity: 'high',
    frameworks: { scuba: ['MS.SECURITYSUITE.6.1v1'] },
    kind: spam,
    settings: ['SpamAction', 'HighConfidenceSpamAction', 'PhishSpamAction', 'HighConfidencePhishAction'].map((name) =>
      isOneOf(name, moved),
    ),
    words: {
      good: 'Spam and phishing are moved to junk mail or quarantined',
      bad: 'Spam or phishing is delivered to inboxes',
    },
    recommendation: `${threatPolicies} > Anti-spam > the policy > Actions: move or quarantine each of spam, high confidence spam, phishing and high confidence phishing.`,
    impact: 'What Microsoft has recognized as phishing lands in the inbox beside all other mail.',
  },
  {
    id: 'mdo.spam.allowed',
    title: 'No domain skips spam filtering',
    findingTitle: 'Domains are allowed past spam filtering',
    severity: 'high',
    frameworks: {
      cis: ['2.1.14'],
      scuba: ['MS.SECURITYSUITE.6.2v1'],
      prowler: ['defender_antispam_policy_inbound_no_allowed_domains'],
    },
    kind: spam,
    settings: [isEmpty('AllowedSenderDomains')],
    words: {
      good: 'No sender domain is allowed past spam filtering',
      bad: 'Sender domains are allowed past spam filtering',
    },
    recommendation: `${threatPolicies} > Anti-spam > the policy > Allowed and blocked senders and domains: empty the list of allowed domains.`,
    impact: 'Anyone who forges an address of an allowed domain reaches the inbox, and no filter looks at it.',
  },
  {
    id: 'mdo.outbound.notify',
    title: 'Administrators hear of spam that users send',
    findingTitle: 'Administrators do not hear of spam that users send',
    severity: 'medium',
    frameworks: { cis: ['2.1.6'], prowler: ['defender_antispam_outbound_policy_configured'] },
    kind: outbound,
    settings: [
      isOn('BccSuspiciousOutboundMail'),
      isNotEmpty('BccSuspiciousOutboundAdditionalRecipients'),
      isOn('NotifyOutboundSpam'),
      isNotEmpty('NotifyOutboundSpamRecipients'),
    ],
    words: {
      good: 'Administrators get suspicious outbound mail and hear of blocked senders',
      bad: 'Administrators do not hear of spam that users send',
    },
    recommendation: `${threatPolicies} > Anti-spam > Anti-spam outbound policy > Notifications: turn on both, each with an address.`,
    impact: 'A mailbox that an attacker has sends thousands of messages before anybody asks why mail is refused.',
  },
  {
    id: 'mdo.outbound.limits',
    title: 'Outbound mail is limited',
    findingTitle: 'Outbound mail is not limited, or senders are not blocked',
    severity: 'low',
    frameworks: { cis: ['2.1.15'] },
    kind: outbound,
    settings: [
      isWithin('RecipientLimitExternalPerHour', 1, 500),
      isWithin('RecipientLimitInternalPerHour', 1, 1000),
      isWithin('RecipientLimitPerDay', 1, 1000),
      isOneOf('ActionWhenThresholdReached', ['blockuser']),
    ],
    words: {
      good: 'Outbound mail is limited, and senders who exceed it are blocked',
      bad: 'Outbound mail is not limited enough, or senders are not blocked',
    },
    recommendation: `${threatPolicies} > Anti-spam > Anti-spam outbound policy: 500 external and 1,000 internal recipients an hour, 1,000 a day, and "Restrict the user from sending mail".`,
    impact: 'An attacker sends as much as Microsoft allows at most, and the organization ends up on block lists.',
  },
];

const onlyDefault = (instances: readonly JsonObject[]) => {
  const main = instances.filter(
    (one) => /^default$/i.test(String(one.Identity ?? '').trim()) || flagIn(one, 'MakeDefault') === true,
  );
  return main.length > 0 ? main : instances;
};

const connectionFilter =
  (settings: readonly Setting[], words: SettingsWords): Check['evaluate'] =>
  (facts) => {
    const policies = factOf(facts, 'connectionFilterPolicies');
    if (policies === undefined) return missingData(facts, ['connectionFilterPolicies']);
    // One policy acts on all mail that comes in: the default one.
    return verdictOnSettings('connectionFilterPolicies', onlyDefault(policies), settings, words);
  };

const base = { category: 'mail-flow', endangers: 'mail' } as const;

export const spamChecks: readonly Check[] = [
  ...rows.map(byReach),
  {
    ...base,
    id: 'mdo.connection.allowed',
    title: 'No IP address skips spam filtering',
    findingTitle: 'IP addresses are allowed past spam filtering',
    severity: 'medium',
    frameworks: {
      cis: ['2.1.12'],
      scuba: ['MS.SECURITYSUITE.8.1v1'],
      prowler: ['defender_antispam_connection_filter_policy_empty_ip_allowlist'],
    },
    datasets: ['connectionFilterPolicies'],
    recommendation: `${threatPolicies} > Anti-spam > Connection filter policy: empty the list of IP addresses that are always allowed.`,
    impact: 'Mail from that address is looked at by no filter, also when somebody else sends from there one day.',
    evaluate: connectionFilter([isEmpty('IPAllowList')], {
      good: 'No IP address is allowed past spam filtering',
      bad: 'IP addresses are allowed past spam filtering',
    }),
  },
  {
    ...base,
    id: 'mdo.connection.safelist',
    title: 'The safe list is off',
    findingTitle: 'Microsoft’s safe list of senders skips spam filtering',
    severity: 'medium',
    frameworks: {
      cis: ['2.1.13'],
      scuba: ['MS.SECURITYSUITE.8.2v1'],
      prowler: ['defender_antispam_connection_filter_policy_safe_list_off'],
    },
    datasets: ['connectionFilterPolicies'],
    recommendation: `${threatPolicies} > Anti-spam > Connection filter policy: turn off the safe list.`,
    impact: 'Whole providers that a list calls trustworthy send past spam filtering, with all their customers.',
    evaluate: connectionFilter([isOff('EnableSafeList')], { good: 'The safe list is off', bad: 'The safe list is on' }),
  },
];

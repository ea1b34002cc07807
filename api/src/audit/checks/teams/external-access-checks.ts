import { textsIn } from '../../facts/configuration-properties.ts';
import type { Check } from '../shared/check.ts';
import {
  isOff,
  isOneOf,
  organizationSettings,
  type Setting,
  type SettingsWords,
  verdictOnSettings,
} from '../shared/configured-settings.ts';
import { withData } from '../shared/missing-data.ts';

const externalAccess = 'Teams admin center > Users > External access';
const base = {
  category: 'external-sharing',
  endangers: 'everyone',
  datasets: ['teamsFederationConfiguration'],
} as const;

/** Domains stand as plain texts. An empty list says that all are allowed, as does the name of Microsoft's own object for that. */
const isOpen = (entry: string) => ['', '*'].includes(entry.trim()) || /allowallknowndomains/i.test(entry);

const onlyNamedDomains: Setting = {
  property: 'AllowedDomains',
  holds(one) {
    const domains = textsIn(one, 'AllowedDomains');
    return domains === null ? null : domains.length > 0 && !domains.some(isOpen);
  },
};

/** Off altogether, or good by another setting: either is enough for an instance. */
const eitherOf =
  (first: Setting, second: Setting, words: SettingsWords): Check['evaluate'] =>
  (facts, context) =>
    withData(['teamsFederationConfiguration'], ([instances]) => {
      const dataset = 'teamsFederationConfiguration';
      const left = instances.filter((one) => first.holds(one) !== true);
      if (instances.length > 0 && left.length === 0) return verdictOnSettings(dataset, instances, [first], words);
      const judged = verdictOnSettings(dataset, left, [second], words);
      // Where the first is not told it may be what protects.
      const isUnsure = left.every((one) => first.holds(one) === null || second.holds(one) !== false);
      return judged.status === 'fail' && isUnsure ? { ...judged, status: 'couldNotCheck' } : judged;
    })(facts, context);

export const teamsExternalAccessChecks: readonly Check[] = [
  {
    ...base,
    id: 'teams.external.domains',
    title: 'Chats and calls with other organizations need approval',
    findingTitle: 'Every organization can chat with and call users in Teams',
    severity: 'medium',
    frameworks: {
      cis: ['8.2.1'],
      scuba: ['MS.TEAMS.2.1v2'],
      prowler: ['teams_external_domains_restricted'],
      nist: ['PR.AA-05'],
    },
    recommendation: `${externalAccess} > Organization settings: block all external domains, or allow only those that people work with.`,
    impact: 'Attackers open a trial organization and write to users as a help desk would, past every mail filter.',
    evaluate: eitherOf(isOff('AllowFederatedUsers'), onlyNamedDomains, {
      good: 'Only approved organizations, or none, can chat with and call users',
      bad: 'Every organization can chat with and call users',
    }),
  },
  {
    ...base,
    id: 'teams.external.unmanaged',
    title: 'No contact with unmanaged Teams accounts',
    findingTitle: 'Users can contact unmanaged Teams accounts',
    severity: 'medium',
    frameworks: { cis: ['8.2.2'], scuba: ['MS.TEAMS.2.3v2'], prowler: ['teams_unmanaged_communication_disabled'] },
    recommendation: `${externalAccess} > Organization settings: turn off "People in my organization can communicate with unmanaged Teams accounts".`,
    impact: 'Files and confidential chats go to private accounts that no organization manages.',
    evaluate: organizationSettings('teamsFederationConfiguration', [isOff('AllowTeamsConsumer')], {
      good: 'Users cannot contact unmanaged Teams accounts',
      bad: 'Users can contact unmanaged Teams accounts',
    }),
  },
  {
    ...base,
    id: 'teams.external.unmanaged.inbound',
    title: 'Unmanaged Teams accounts cannot start a conversation',
    findingTitle: 'Unmanaged Teams accounts can start a conversation with users',
    severity: 'medium',
    frameworks: {
      cis: ['8.2.3'],
      scuba: ['MS.TEAMS.2.2v2'],
      prowler: ['teams_external_users_cannot_start_conversations'],
    },
    recommendation: `${externalAccess} > Organization settings: turn off "External users with Teams accounts not managed by an organization can contact users in my organization".`,
    impact: 'Anybody with a free account can write to users under a borrowed name and send them links.',
    evaluate: eitherOf(isOff('AllowTeamsConsumer'), isOff('AllowTeamsConsumerInbound'), {
      good: 'Unmanaged Teams accounts cannot start a conversation with users',
      bad: 'Unmanaged Teams accounts can start a conversation with users',
    }),
  },
  {
    ...base,
    id: 'teams.external.trial',
    title: 'No contact with trial organizations',
    findingTitle: 'Trial organizations can contact users in Teams',
    severity: 'medium',
    frameworks: { cis: ['8.2.4'], prowler: ['teams_external_access_trial_tenants_blocked'] },
    recommendation:
      'In Teams PowerShell run Set-CsTenantFederationConfiguration -ExternalAccessWithTrialTenants "Blocked".',
    impact: 'A trial organization costs nothing and is gone tomorrow: most attacks over Teams came from such.',
    evaluate: organizationSettings(
      'teamsFederationConfiguration',
      [isOneOf('ExternalAccessWithTrialTenants', ['blocked'])],
      { good: 'Trial organizations cannot contact users', bad: 'Trial organizations can contact users' },
    ),
  },
];

import type { GroupFacts } from '../../facts/group-facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { countOf } from '../../facts/sentence-parts.ts';
import { affectedFrom, type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { withData } from '../shared/missing-data.ts';
import { isFlag, setting, withSettings } from './directory-setting.ts';

const base = { category: 'secure-score' } as const;
const groupTemplate = '62375ab9-6b52-47ed-826b-58e47e0e304b';

function groupCreation(settings: readonly JsonObject[]): CheckVerdict {
  const value = setting(settings, groupTemplate, 'EnableGroupCreation');
  const evidence = [evidenceFrom('groupSettings', `EnableGroupCreation = ${value ?? "true (Microsoft's default)"}`)];
  if (!isFlag(value)) return verdict('couldNotCheck', 'It is not known who can create Microsoft 365 groups.', evidence);
  return value?.toLowerCase() === 'false'
    ? verdict('pass', 'Only selected people can create Microsoft 365 groups and teams.', evidence)
    : verdict('fail', 'Every user can create Microsoft 365 groups and teams.', evidence);
}

function dynamicGuestGroup(groups: GroupFacts): CheckVerdict {
  const { total, rulesUntold } = groups;
  if (groups.dynamicGuestGroup)
    return verdict('pass', 'A dynamic group holds all guests.', [
      evidenceFrom('groups', 'a membership rule selects userType Guest'),
    ]);
  const evidence = [evidenceFrom('groups', `${total} groups, none with such a rule`)];
  if (rulesUntold > 0)
    return verdict(
      'couldNotCheck',
      `Microsoft does not report the membership rule of ${countOf(rulesUntold, 'group')}.`,
      evidence,
    );
  return verdict('warning', 'No dynamic group holds all guests.', evidence);
}

export const groupChecks: readonly Check[] = [
  {
    ...base,
    id: 'group.create.m365',
    title: 'Users cannot create Microsoft 365 groups',
    findingTitle: 'Users can create Microsoft 365 groups',
    severity: 'low',
    endangers: 'nobody',
    frameworks: { cis: ['5.1.3.4'], prowler: ['entra_policy_default_user_cannot_create_m365_groups'] },
    datasets: ['groupSettings'],
    recommendation:
      'Microsoft Entra admin center > Entra ID > Groups > General: set "Users can create Microsoft 365 groups" to No.',
    impact: 'Teams and sites multiply without owners or rules, and company data ends up where nobody looks after it.',
    evaluate: withSettings(groupTemplate, groupCreation),
  },
  {
    ...base,
    id: 'group.public',
    title: 'Microsoft 365 groups are private',
    findingTitle: 'Microsoft 365 groups that are not private',
    severity: 'low',
    endangers: 'data',
    frameworks: { cis: ['1.2.1'], prowler: ['admincenter_groups_not_public_visibility'], iso: ['A.8.3'] },
    datasets: ['groups'],
    recommendation:
      'Microsoft 365 admin center > Teams & groups > Active teams & groups: set the affected groups to Private, or have their owners confirm that everyone may read them.',
    impact:
      'Every employee, and anyone who compromises one account, can read the files and conversations of these groups.',
    evaluate: withData(['groups'], ([groups]) => {
      const { notPrivate, unified } = groups;
      const evidence = [
        evidenceFrom('groups', `${notPrivate.count} of ${unified} Microsoft 365 groups are not private`),
      ];
      if (notPrivate.count === 0 && groups.visibilityUntold > 0)
        return verdict(
          'couldNotCheck',
          `Microsoft does not say who can read ${countOf(groups.visibilityUntold, 'Microsoft 365 group')}.`,
          evidence,
        );
      if (notPrivate.count === 0) return verdict('pass', 'No Microsoft 365 group is public.', evidence);
      return {
        ...verdict(
          'fail',
          `Everyone in the organization can read ${countOf(notPrivate.count, 'Microsoft 365 group')}.`,
          evidence,
        ),
        ...affectedFrom(notPrivate, 'group'),
      };
    }),
  },
  {
    ...base,
    category: 'external-sharing',
    id: 'guest.dynamic.group',
    title: 'A dynamic group holds all guests',
    findingTitle: 'No dynamic group holds all guests',
    severity: 'info',
    endangers: 'nobody',
    frameworks: { prowler: ['entra_dynamic_group_for_guests_created'] },
    datasets: ['groups'],
    recommendation:
      'Microsoft Entra admin center > Entra ID > Groups: create a dynamic group with the rule user.userType -eq "Guest" and target policies at it.',
    impact: 'Policies and reviews have to list guests one by one, and new guests are missed.',
    evaluate: withData(['groups'], ([groups]) => dynamicGuestGroup(groups)),
  },
];

import type { Affected, Evidence } from '@tenantry/contract/verdicts';
import { type Check, type CheckContext, type CheckVerdict, evidenceFrom, verdict } from '../check.ts';
import type { RoleRules, RoleSchedule } from '../facts/role-facts.ts';
import { type DatasetName, type Facts, factOf } from '../facts.ts';
import { booleanAt, enumAt, type JsonObject, objectsAt, textAt, textsAt } from '../json-reader.ts';
import { hasServicePlan } from '../licenses.ts';
import { missingData } from '../missing-data.ts';
import { globalAdministratorId, roleIdByName } from '../privileged-roles.ts';
import { countOf, named } from '../sentence-parts.ts';

const pimPath = 'Entra admin center > Identity Governance > Privileged Identity Management > Microsoft Entra roles';

/** Role activation is part of Entra ID P2: without it there is nothing to judge. */
function withP2(dataset: DatasetName, judge: (facts: Facts, context: CheckContext) => CheckVerdict): Check['evaluate'] {
  return (facts, context) => {
    const licensed = hasServicePlan(facts, 'AAD_PREMIUM_P2', 'Entra_Identity_Governance');
    if (licensed === false) {
      return {
        ...verdict(
          'notLicensed',
          'Privileged Identity Management needs Microsoft Entra ID P2 or Microsoft Entra ID Governance, and the tenant has neither.',
          [
            evidenceFrom(
              'subscribedSkus',
              'no subscription contains the service plan AAD_PREMIUM_P2 or Entra_Identity_Governance',
            ),
          ],
        ),
        recommendation: 'Assign Microsoft Entra ID P2 or Microsoft Entra ID Governance to use just-in-time roles.',
      };
    }
    if (factOf(facts, dataset) === undefined) return missingData(facts, [dataset]);
    const judged = judge(facts, context);
    // Without the license the settings would be there and yet not in force, so licenses have to be known for a pass.
    return judged.status === 'pass' && licensed === null ? missingData(facts, ['subscribedSkus']) : judged;
  };
}

function holderName(id: string, facts: Facts): string {
  const accounts = [...(factOf(facts, 'users')?.accounts ?? []), ...(factOf(facts, 'roles')?.accounts ?? [])];
  const account = accounts.find((candidate) => candidate.id.toLowerCase() === id.toLowerCase());
  return account?.upn ?? account?.name ?? id;
}

type ScheduleRule = {
  /** The date that is open where the rule is broken. */
  date: 'startDateTime' | 'endDateTime';
  bad(count: number): string;
  good: string;
};

/** Microsoft's directories write the greatest date they know, in the year 9999, where there is no end. */
const isOpen = (date: string | null): boolean => date === null || date.startsWith('9999-');

function scheduleVerdict(facts: Facts, context: CheckContext, { date, bad, good }: ScheduleRule): CheckVerdict {
  const schedules = factOf(facts, 'roleSchedules') ?? [];
  const { roleUsers, roleGroups } = context.exemption;
  const exempt = new Set([...roleUsers, ...roleGroups].map((id) => id.toLowerCase()));
  const counted = schedules.filter((schedule) => !exempt.has(schedule.principalId.toLowerCase()));
  const isUntold = (schedule: RoleSchedule): boolean => schedule.untold?.includes(date) === true;
  const broken = counted.filter((schedule) => isOpen(schedule[date]) && !isUntold(schedule));
  const evidence = [
    evidenceFrom('roleSchedules', `${schedules.length} active assignments of privileged roles`),
    ...broken.slice(0, 20).map((schedule) => scheduleEvidence(schedule, facts)),
  ];
  if (schedules.length === 0)
    return verdict(
      'couldNotCheck',
      'Microsoft names no active assignment of a privileged role, so the list cannot be complete.',
      evidence,
    );
  if (broken.length > 0) return verdict('fail', `${bad(broken.length)}.`, evidence, principalsOf(broken, facts));
  const untold = counted.filter(isUntold).length;
  if (untold > 0)
    return verdict('couldNotCheck', `The dates of ${countOf(untold, 'assignment')} are not in the answer.`, evidence);
  return verdict('pass', good, evidence);
}

function scheduleEvidence({ roleName, principalId, startDateTime, endDateTime }: RoleSchedule, facts: Facts): Evidence {
  const dates = `from ${startDateTime ?? 'never set'} to ${endDateTime ?? 'no end'}`;
  return evidenceFrom('roleSchedules', `${holderName(principalId, facts)}: ${roleName}, ${dates}`, principalId);
}

/** Whom the assignments are made to, each once: people, groups and applications hold roles. */
function principalsOf(schedules: readonly RoleSchedule[], facts: Facts): Affected[] {
  const types = new Map(
    (factOf(facts, 'roles')?.holdings ?? []).map((holding) => [holding.principalId, holding.principalType]),
  );
  const typeOf = (id: string): Affected['type'] => {
    const type = types.get(id);
    return type === 'group' ? 'group' : type === 'servicePrincipal' ? 'application' : 'user';
  };
  const ids = [...new Set(schedules.map(({ principalId }) => principalId))];
  return ids.map((id) => ({ type: typeOf(id), id, name: holderName(id, facts) }));
}

const privilegedRoleAdministratorId = roleIdByName('Privileged Role Administrator');

type RoleFilter = (role: RoleRules) => boolean;
const isGlobal: RoleFilter = (role) =>
  role.roleTemplateId.toLowerCase() === globalAdministratorId || role.roleName.toLowerCase() === 'global administrator';

function recipients(rule: JsonObject): readonly string[] {
  return textsAt(rule, 'notificationRecipients').filter((item) => item.trim() !== '');
}

const areRecipientsTold = (rule: JsonObject): boolean =>
  Array.isArray(rule.notificationRecipients) && rule.notificationRecipients.every((item) => typeof item === 'string');

/** Each wanted rule of each role has a recipient. A role whose rules do not name it at all leaves the verdict open. */
function alertVerdict(facts: Facts, ruleIds: readonly string[], of: RoleFilter, what: string): CheckVerdict {
  const roles = (factOf(facts, 'roleRules') ?? []).filter(of);
  const silent: string[] = [];
  let byDefault = 0;
  const absent: string[] = [];
  for (const role of roles) {
    for (const id of ruleIds) {
      const rules = role.rules.filter((rule) => textAt(rule, 'id')?.toLowerCase() === id.toLowerCase());
      if (rules.length === 0 || !rules.every(areRecipientsTold)) absent.push(`${role.roleName}: ${id}`);
      else if (rules.some((rule) => recipients(rule).length === 0)) {
        silent.push(`${role.roleName}: ${id}`);
        if (rules.every((rule) => booleanAt(rule, 'isDefaultRecipientsEnabled') === true)) byDefault += 1;
      }
    }
  }
  const evidence = [
    ...silent.slice(0, 20).map((text) => evidenceFrom('roleRules', `${text} names no recipient`)),
    ...absent.slice(0, 20).map((text) => evidenceFrom('roleRules', `${text} is not in the answer`)),
  ];
  if (silent.length > 0 && byDefault === silent.length)
    return verdict(
      'warning',
      `Only Microsoft's default recipients are told of ${what}, nobody is named, in ${countOf(silent.length, 'rule')}: ${named(silent, 3)}.`,
      [...evidence, evidenceFrom('roleRules', 'isDefaultRecipientsEnabled = true')],
    );
  if (silent.length > 0)
    return verdict(
      'fail',
      `Nobody is named to be told of ${what}, in ${countOf(silent.length, 'rule')}: ${named(silent, 3)}.`,
      evidence,
    );
  if (roles.length === 0 || absent.length > 0)
    return verdict('couldNotCheck', `Microsoft's answer does not hold every rule about alerts on ${what}.`, evidence);
  return verdict('pass', `Somebody is told of ${what}.`, [
    evidenceFrom('roleRules', `${roles.length} roles, every alert rule has a recipient`),
  ]);
}

function approvalVerdict(facts: Facts, of: RoleFilter, roleLabel: string): CheckVerdict {
  const rules = (factOf(facts, 'roleRules') ?? [])
    .filter(of)
    .flatMap((role) => role.rules.filter((rule) => enumAt(rule, 'id') === 'approval_enduser_assignment'));
  if (rules.length === 0)
    return verdict('couldNotCheck', `Microsoft's answer holds no rule about the approval of ${roleLabel}.`);
  const required = rules.map((rule) => booleanAt(rule, 'setting', 'isApprovalRequired'));
  // The list of approvers is looked at where the answer carries it.
  const approvers = rules.map((rule) => {
    const stages = objectsAt(rule, 'setting', 'approvalStages');
    return stages.length === 0 || stages.some((stage) => objectsAt(stage, 'primaryApprovers').length > 0);
  });
  const evidence = [
    evidenceFrom(
      'roleRules',
      `Approval_EndUser_Assignment: isApprovalRequired = ${required.map((value) => value ?? 'not told').join(', ')}`,
    ),
  ];
  if (!required.includes(false) && required.includes(null))
    return verdict('couldNotCheck', `Microsoft's answer does not say whether ${roleLabel} needs approval.`, evidence);
  if (required.includes(false))
    return verdict('fail', `${roleLabel} can be activated without anyone's approval.`, evidence);
  if (!approvers.every(Boolean))
    return verdict('warning', `Activation of ${roleLabel} needs approval, but no approver is named.`, evidence);
  return verdict('pass', `Activation of ${roleLabel} needs the approval of a second person.`, evidence);
}

const base = { category: 'secure-score' } as const;

export const roleActivationChecks: readonly Check[] = [
  {
    ...base,
    id: 'role.permanent',
    title: 'No permanent privileged roles',
    findingTitle: 'Permanently active assignments of privileged roles',
    severity: 'high',
    frameworks: { scuba: ['MS.AAD.7.4v1'], cis: ['5.3.1'], nist: ['PR.AA-05'], iso: ['A.5.18', 'A.8.2'] },
    datasets: ['roleSchedules', 'subscribedSkus'],
    recommendation: `${pimPath} > Assignments: turn permanent active assignments into eligible ones; keep emergency accounts only.`,
    evaluate: withP2('roleSchedules', (facts, context) =>
      scheduleVerdict(facts, context, {
        date: 'endDateTime',
        bad: (count) => `${countOf(count, 'assignment')} of privileged roles ${count === 1 ? 'has' : 'have'} no end`,
        good: 'No privileged role is assigned permanently, apart from declared exceptions.',
      }),
    ),
  },
  {
    ...base,
    id: 'role.outsidepim',
    title: 'Privileged roles are assigned through Privileged Identity Management',
    findingTitle: 'Privileged roles assigned outside Privileged Identity Management',
    severity: 'medium',
    frameworks: { scuba: ['MS.AAD.7.5v1'], nist: ['PR.AA-05'], iso: ['A.5.18', 'A.8.2'] },
    datasets: ['roleSchedules', 'subscribedSkus'],
    recommendation: `${pimPath} > Assignments: remove assignments that were made outside and assign them again there.`,
    evaluate: withP2('roleSchedules', (facts, context) =>
      scheduleVerdict(facts, context, {
        date: 'startDateTime',
        bad: (count) =>
          `${countOf(count, 'assignment')} of privileged roles ${count === 1 ? 'was' : 'were'} made outside Privileged Identity Management`,
        good: 'All privileged roles were assigned through Privileged Identity Management.',
      }),
    ),
  },
  {
    ...base,
    id: 'role.pim.approval',
    title: 'Activation of Global Administrator needs approval',
    findingTitle: 'Global Administrator activation lacks approval or an approver',
    severity: 'medium',
    frameworks: { scuba: ['MS.AAD.7.6v1'], cis: ['5.3.4'], nist: ['PR.AA-05'], iso: ['A.5.3'] },
    datasets: ['roleRules', 'subscribedSkus'],
    recommendation: `${pimPath} > Settings > Global Administrator: require approval to activate, with at least one approver.`,
    evaluate: withP2('roleRules', (facts) => approvalVerdict(facts, isGlobal, 'Global Administrator')),
  },
  {
    ...base,
    id: 'role.pim.approval.pra',
    title: 'Activation of Privileged Role Administrator needs approval',
    findingTitle: 'Privileged Role Administrator activation lacks approval or an approver',
    severity: 'medium',
    frameworks: { cis: ['5.3.5'], iso: ['A.5.3'] },
    datasets: ['roleRules', 'subscribedSkus'],
    recommendation: `${pimPath} > Settings > Privileged Role Administrator: require approval to activate, with at least one approver.`,
    evaluate: withP2('roleRules', (facts) =>
      approvalVerdict(
        facts,
        (role) =>
          role.roleTemplateId.toLowerCase() === privilegedRoleAdministratorId ||
          role.roleName.toLowerCase() === 'privileged role administrator',
        'Privileged Role Administrator',
      ),
    ),
  },
  {
    ...base,
    id: 'role.pim.alerts.assignment',
    title: 'Somebody is told of new privileged assignments',
    findingTitle: 'Alerts about new privileged assignments lack a named recipient',
    severity: 'low',
    frameworks: { scuba: ['MS.AAD.7.7v1'], nist: ['DE.AE-06'], iso: ['A.8.16'] },
    datasets: ['roleRules', 'subscribedSkus'],
    recommendation: `${pimPath} > Settings > each privileged role > Notifications: name a recipient for eligible and active assignments.`,
    evaluate: withP2('roleRules', (facts) =>
      alertVerdict(
        facts,
        ['Notification_Admin_Admin_Assignment', 'Notification_Admin_Admin_Eligibility'],
        () => true,
        'new assignments of privileged roles',
      ),
    ),
  },
  {
    ...base,
    id: 'role.pim.alerts.ga',
    title: 'Somebody is told when Global Administrator is activated',
    findingTitle: 'Alerts about Global Administrator activation lack a named recipient',
    severity: 'low',
    frameworks: { scuba: ['MS.AAD.7.8v1'], nist: ['DE.AE-06'], iso: ['A.8.16'] },
    datasets: ['roleRules', 'subscribedSkus'],
    recommendation: `${pimPath} > Settings > Global Administrator > Notifications: name a recipient for activations.`,
    evaluate: withP2('roleRules', (facts) =>
      alertVerdict(facts, ['Notification_Admin_EndUser_Assignment'], isGlobal, 'activations of Global Administrator'),
    ),
  },
  {
    ...base,
    id: 'role.pim.alerts.others',
    title: 'Somebody is told when other privileged roles are activated',
    findingTitle: 'Alerts about other privileged activations lack a named recipient',
    severity: 'low',
    frameworks: { scuba: ['MS.AAD.7.9v1'] },
    datasets: ['roleRules', 'subscribedSkus'],
    recommendation: `${pimPath} > Settings > each privileged role > Notifications: name a recipient for activations.`,
    evaluate: withP2('roleRules', (facts) =>
      alertVerdict(
        facts,
        ['Notification_Admin_EndUser_Assignment'],
        (role) => !isGlobal(role),
        'activations of other privileged roles',
      ),
    ),
  },
];

import { type Facts, factOf } from '../../facts/facts.ts';
import { booleanAt, enumAt, type JsonObject, objectsAt, textAt, textsAt, valueAt } from '../../facts/json-reader.ts';
import type { RoleRules } from '../../facts/role-facts.ts';
import { countOf, named } from '../../facts/sentence-parts.ts';
import { portal } from '../../microsoft/portal-paths.ts';
import { globalAdministratorId, roleIdByName } from '../../microsoft/privileged-roles.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { withP2 } from './privileged-identity-management.ts';

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
    ...absent.slice(0, 20).map((text) => evidenceFrom('roleRules', `${text} is not in the response`)),
  ];
  if (silent.length > 0 && byDefault === silent.length)
    return verdict(
      'warning',
      `Alerts on ${what} go to Microsoft's default recipients only; no recipient is named in ${countOf(silent.length, 'rule')}: ${named(silent, 3)}.`,
      [...evidence, evidenceFrom('roleRules', 'isDefaultRecipientsEnabled = true')],
    );
  if (silent.length > 0)
    return verdict(
      'fail',
      `Alerts on ${what} name no recipient in ${countOf(silent.length, 'rule')}: ${named(silent, 3)}.`,
      evidence,
    );
  if (roles.length === 0 || absent.length > 0)
    return verdict(
      'couldNotCheck',
      `Microsoft's response does not include every rule about alerts on ${what}.`,
      evidence,
    );
  return verdict('pass', `Alerts on ${what} have a recipient.`, [
    evidenceFrom('roleRules', `${countOf(roles.length, 'role')}, every alert rule has a recipient`),
  ]);
}

function approvalVerdict(facts: Facts, of: RoleFilter, roleLabel: string): CheckVerdict {
  const rules = (factOf(facts, 'roleRules') ?? [])
    .filter(of)
    .flatMap((role) => role.rules.filter((rule) => enumAt(rule, 'id') === 'approval_enduser_assignment'));
  if (rules.length === 0)
    return verdict('couldNotCheck', `Microsoft's response includes no rule about the approval of ${roleLabel}.`);
  const required = rules.map((rule) => booleanAt(rule, 'setting', 'isApprovalRequired'));
  // The list of approvers is looked at where the answer carries it.
  const approvers = rules.map((rule) => {
    const stages = objectsAt(rule, 'setting', 'approvalStages');
    return (
      valueAt(rule, 'setting', 'approvalStages') === undefined ||
      stages.some((stage) => objectsAt(stage, 'primaryApprovers').length > 0)
    );
  });
  const evidence = [
    evidenceFrom(
      'roleRules',
      `Approval_EndUser_Assignment: isApprovalRequired = ${required.map((value) => value ?? 'not reported').join(', ')}`,
    ),
  ];
  if (!required.includes(false) && required.includes(null))
    return verdict('couldNotCheck', `Microsoft's response does not say whether ${roleLabel} needs approval.`, evidence);
  if (required.includes(false))
    return verdict('fail', `${roleLabel} can be activated without anyone's approval.`, evidence);
  if (!approvers.every(Boolean))
    return verdict('warning', `Activation of ${roleLabel} needs approval, but no approver is named.`, evidence);
  return verdict('pass', `Activation of ${roleLabel} needs approval by a second person.`, evidence);
}

const base = { category: 'secure-score' } as const;

export const roleActivationChecks: readonly Check[] = [
  {
    ...base,
    id: 'role.pim.approval',
    title: 'Global Administrator activation needs approval',
    findingTitle: 'Global Administrator activation lacks approval or an approver',
    severity: 'medium',
    endangers: 'tenant',
    frameworks: {
      scuba: ['MS.AAD.7.6v1'],
      cis: ['5.3.4'],
      prowler: ['entra_pim_global_administrator_approval_required'],
      nist: ['PR.AA-05'],
      iso: ['A.5.3'],
    },
    datasets: ['roleRules', 'subscribedSkus'],
    recommendation: `${portal.pim} > Settings > Global Administrator: require approval to activate, with at least one approver.`,
    impact:
      'Anyone who compromises an account eligible for the role becomes Global Administrator in minutes, without approval.',
    evaluate: withP2('roleRules', (facts) => approvalVerdict(facts, isGlobal, 'Global Administrator')),
  },
  {
    ...base,
    id: 'role.pim.approval.pra',
    title: 'Privileged Role Administrator activation needs approval',
    findingTitle: 'Privileged Role Administrator activation lacks approval or an approver',
    severity: 'medium',
    endangers: 'tenant',
    frameworks: {
      cis: ['5.3.5'],
      prowler: ['entra_pim_privileged_role_administrator_approval_required'],
      iso: ['A.5.3'],
    },
    datasets: ['roleRules', 'subscribedSkus'],
    recommendation: `${portal.pim} > Settings > Privileged Role Administrator: require approval to activate, with at least one approver.`,
    impact: 'Anyone who compromises an account eligible for the role can assign any role to anyone, without approval.',
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
    title: 'Alerts on new privileged role assignments',
    findingTitle: 'Alerts on new privileged role assignments name no recipient',
    severity: 'low',
    endangers: 'tenant',
    frameworks: { scuba: ['MS.AAD.7.7v1'], nist: ['DE.AE-06'], iso: ['A.8.16'] },
    datasets: ['roleRules', 'subscribedSkus'],
    recommendation: `${portal.pim} > Settings > each privileged role > Notifications: name a recipient for eligible and active assignments.`,
    impact: 'An attacker who gives themselves a role is noticed late or never.',
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
    title: 'Alerts on Global Administrator activation',
    findingTitle: 'Alerts on Global Administrator activation name no recipient',
    severity: 'low',
    endangers: 'tenant',
    frameworks: { scuba: ['MS.AAD.7.8v1'], nist: ['DE.AE-06'], iso: ['A.8.16'] },
    datasets: ['roleRules', 'subscribedSkus'],
    recommendation: `${portal.pim} > Settings > Global Administrator > Notifications: name a recipient for activations.`,
    impact: 'An attacker who gives themselves a role is noticed late or never.',
    evaluate: withP2('roleRules', (facts) =>
      alertVerdict(facts, ['Notification_Admin_EndUser_Assignment'], isGlobal, 'activations of Global Administrator'),
    ),
  },
  {
    ...base,
    id: 'role.pim.alerts.others',
    title: 'Alerts on activation of other privileged roles',
    findingTitle: 'Alerts on activation of other privileged roles name no recipient',
    severity: 'low',
    endangers: 'tenant',
    frameworks: { scuba: ['MS.AAD.7.9v1'] },
    datasets: ['roleRules', 'subscribedSkus'],
    recommendation: `${portal.pim} > Settings > each privileged role > Notifications: name a recipient for activations.`,
    impact: 'An attacker who gives themselves a role is noticed late or never.',
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

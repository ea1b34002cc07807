import type { JsonObject } from '../../facts/json-reader.ts';
import { globalAdministratorId } from '../../microsoft/privileged-roles.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const p2 = { subscribedSkus: [{ servicePlans: [{ servicePlanName: 'AAD_PREMIUM_P2' }] }] };
const pim = (...privilegedRoles: JsonObject[]): JsonObject => ({ ...p2, privilegedRoles });
const pimRole = (displayName: string, parts: JsonObject): JsonObject => ({ displayName, ...parts });
const approval = (setting: JsonObject): JsonObject => ({ id: 'Approval_EndUser_Assignment', setting });
const notice = (id: string, notificationRecipients: unknown, more: JsonObject = {}): JsonObject => ({
  id,
  notificationRecipients,
  ...more,
});
const onAssignment = 'Notification_Admin_Admin_Assignment';
const onEligibility = 'Notification_Admin_Admin_Eligibility';
const onActivation = 'Notification_Admin_EndUser_Assignment';

verdictTable('role.pim.approval', [
  {
    when: 'it is not told',
    snapshot: pim(pimRole('Global Administrator', { rules: [approval({})] })),
    says: 'couldNotCheck',
    message: 'does not say … Global Administrator',
    evidence: ['roleRules: Approval_EndUser_Assignment: isApprovalRequired = not reported'],
  },
  {
    when: 'it is not told in one, off in another',
    snapshot: pim(pimRole('Global Administrator', { rules: [approval({}), approval({ isApprovalRequired: false })] })),
    says: 'fail',
    message: 'Global Administrator … without … approval',
    evidence: ['roleRules: Approval_EndUser_Assignment: isApprovalRequired = not reported, false'],
  },
  {
    when: 'an approver is named',
    snapshot: pim(
      pimRole('Global Administrator', {
        rules: [
          approval({
            isApprovalRequired: true,
            approvalStages: [{ primaryApprovers: [] }, { primaryApprovers: [{ id: 'x' }] }],
          }),
        ],
      }),
    ),
    says: 'pass',
    message: 'Global Administrator … second person',
    evidence: ['roleRules: Approval_EndUser_Assignment: isApprovalRequired = true'],
  },
  {
    when: 'no approver is named',
    snapshot: pim(
      pimRole('Global Administrator', {
        rules: [approval({ isApprovalRequired: true, approvalStages: [{ primaryApprovers: [] }] })],
      }),
    ),
    says: 'warning',
    message: 'Global Administrator … no approver',
    evidence: ['roleRules: Approval_EndUser_Assignment: isApprovalRequired = true'],
  },
  {
    when: 'the role is known by its id',
    snapshot: pim(
      pimRole('Globaler Administrator', {
        roleTemplateId: globalAdministratorId,
        rules: [approval({ isApprovalRequired: true })],
      }),
    ),
    says: 'pass',
    message: 'Global Administrator … second person',
    evidence: ['roleRules: Approval_EndUser_Assignment: isApprovalRequired = true'],
  },
]);

verdictTable('role.pim.approval.pra', [
  {
    when: 'the role is known by its id',
    snapshot: pim(
      pimRole('Admin of roles', {
        roleTemplateId: 'e8611ab8-c189-46e8-94e1-60213ab1f814',
        rules: [approval({ isApprovalRequired: true })],
      }),
    ),
    says: 'pass',
    message: 'Privileged Role Administrator … second person',
    evidence: ['roleRules: Approval_EndUser_Assignment: isApprovalRequired = true'],
  },
  {
    when: 'another role needs it',
    snapshot: pim(pimRole('User Administrator', { rules: [approval({ isApprovalRequired: true })] })),
    says: 'couldNotCheck',
    message: 'no rule … Privileged Role Administrator',
  },
]);

verdictTable('role.pim.alerts.assignment', [
  {
    when: 'one rule is missing',
    snapshot: pim(pimRole('User Administrator', { rules: [notice(onAssignment, ['a@example.com'])] })),
    says: 'couldNotCheck',
    message: 'every rule … new assignments of privileged roles',
    evidence: ['roleRules: User Administrator: Notification_Admin_Admin_Eligibility … not in the response'],
  },
  {
    when: 'both name nobody',
    snapshot: pim(
      pimRole('User Administrator', { rules: [notice(onAssignment, [' ']), notice(onEligibility.toLowerCase(), [])] }),
    ),
    says: 'fail',
    message:
      'new assignments of privileged roles … 2 rules: User Administrator: Notification_Admin_Admin_Assignment, User Administrator: Notification_Admin_Admin_Eligibility',
    evidence: [
      'roleRules: User Administrator: Notification_Admin_Admin_Assignment names no recipient',
      'roleRules: User Administrator: Notification_Admin_Admin_Eligibility names no recipient',
    ],
  },
  {
    when: 'both tell the default recipients',
    snapshot: pim(
      pimRole('User Administrator', {
        rules: [
          notice(onAssignment, [], { isDefaultRecipientsEnabled: true }),
          notice(onEligibility, [], { isDefaultRecipientsEnabled: true }),
        ],
      }),
    ),
    says: 'warning',
    message:
      'default recipients … 2 rules: User Administrator: Notification_Admin_Admin_Assignment, User Administrator: Notification_Admin_Admin_Eligibility',
    evidence: [
      'roleRules: User Administrator: Notification_Admin_Admin_Assignment names no recipient',
      'roleRules: User Administrator: Notification_Admin_Admin_Eligibility names no recipient',
      'roleRules: isDefaultRecipientsEnabled = true',
    ],
  },
  {
    when: 'one of two rules of a kind names nobody',
    snapshot: pim(
      pimRole('User Administrator', {
        rules: [
          notice(onAssignment, ['a@example.com']),
          notice(onAssignment, [], { isDefaultRecipientsEnabled: true }),
          notice(onEligibility, ['a@example.com']),
        ],
      }),
    ),
    says: 'fail',
    message: 'new assignments of privileged roles … 1 rule: User Administrator: Notification_Admin_Admin_Assignment',
    evidence: ['roleRules: User Administrator: Notification_Admin_Admin_Assignment names no recipient'],
  },
  {
    when: 'recipients have another form',
    snapshot: pim(
      pimRole('User Administrator', { rules: [notice(onAssignment, 'a@example.com'), notice(onEligibility, [5])] }),
    ),
    says: 'couldNotCheck',
    message: 'every rule … new assignments of privileged roles',
    evidence: [
      'roleRules: User Administrator: Notification_Admin_Admin_Assignment … not in the response',
      'roleRules: User Administrator: Notification_Admin_Admin_Eligibility … not in the response',
    ],
  },
  {
    when: 'no role is there',
    snapshot: pim(),
    says: 'couldNotCheck',
    message: 'every rule … new assignments of privileged roles',
  },
]);

verdictTable('role.pim.alerts.ga', [
  {
    when: 'other roles do not matter',
    snapshot: pim(
      pimRole('Global Administrator', { rules: [notice(onActivation, ['a@example.com'])] }),
      pimRole('User Administrator', { rules: [notice(onActivation, [])] }),
    ),
    says: 'pass',
    message: 'activations of Global Administrator',
    evidence: ['roleRules: 1 role, every alert rule has a recipient'],
  },
]);

verdictTable('role.pim.alerts.others', [
  {
    when: 'the Global Administrator does not matter',
    snapshot: pim(
      pimRole('Global Administrator', { rules: [notice(onActivation, [])] }),
      pimRole('User Administrator', { rules: [notice(onActivation, ['a@example.com'])] }),
      pimRole('Exchange Administrator', { rules: [notice(onActivation, ['a@example.com'])] }),
    ),
    says: 'pass',
    message: 'activations of other privileged roles',
    evidence: ['roleRules: 2 roles, every alert rule has a recipient'],
  },
]);

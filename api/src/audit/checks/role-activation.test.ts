import type { JsonObject } from '../json-reader.ts';
import { globalAdministratorId } from '../privileged-roles.ts';
import { account, day, globalAdministrators, refused } from '../testing/snapshots.ts';
import { verdictTable } from '../testing/verdict-table.ts';

const p2 = { subscribedSkus: [{ servicePlans: [{ servicePlanName: 'AAD_PREMIUM_P2' }] }] };
const pim = (...privilegedRoles: JsonObject[]): JsonObject => ({ ...p2, privilegedRoles });
const pimRole = (displayName: string, parts: JsonObject): JsonObject => ({ displayName, ...parts });
const given = (principalId: string, startDateTime: string | null, endDateTime: string | null): JsonObject => ({
  principalId,
  startDateTime,
  endDateTime,
});
const approval = (setting: JsonObject): JsonObject => ({ id: 'Approval_EndUser_Assignment', setting });
const notice = (id: string, notificationRecipients: unknown, more: JsonObject = {}): JsonObject => ({
  id,
  notificationRecipients,
  ...more,
});
const onAssignment = 'Notification_Admin_Admin_Assignment';
const onEligibility = 'Notification_Admin_Admin_Eligibility';
const onActivation = 'Notification_Admin_EndUser_Assignment';

verdictTable('role.permanent', [
  {
    when: 'a group, an application and a person have no end',
    snapshot: {
      ...pim(
        pimRole('Global Administrator', {
          assignments: [given('g', day, null), given('s', day, null), given('A', day, null), given('A', day, null)],
        }),
      ),
      ...globalAdministrators(
        account('a'),
        { '@odata.type': '#microsoft.graph.group', id: 'g', displayName: 'Admins' },
        { '@odata.type': '#microsoft.graph.servicePrincipal', id: 's', displayName: 'Backup' },
      ),
    },
    says: 'fail',
    message: '4 assignments … have no end',
    evidence: [
      'roleSchedules: 4 active assignments …',
      'roleSchedules: g: Global Administrator, from 2026-11-19T00:00:00Z to no end (g)',
      'roleSchedules: s: Global Administrator, from 2026-11-19T00:00:00Z to no end (s)',
      'roleSchedules: a@example.com: Global Administrator, from 2026-11-19T00:00:00Z to no end (A)',
      'roleSchedules: a@example.com: Global Administrator, from 2026-11-19T00:00:00Z to no end (A)',
    ],
    affected: ['group g: g', 'application s: s', 'user A: a@example.com'],
  },
  {
    when: 'the names come from the users',
    snapshot: {
      ...pim(pimRole('Global Administrator', { assignments: [given('a', day, null)] })),
      users: [account('a')],
    },
    says: 'fail',
    message: '1 assignment … has no end',
    evidence: [
      'roleSchedules: 1 active assignments …',
      'roleSchedules: a@example.com: Global Administrator, from 2026-11-19T00:00:00Z to no end (a)',
    ],
    affected: ['user a: a@example.com'],
  },
  {
    when: 'nothing is assigned',
    snapshot: pim(pimRole('Global Administrator', { assignments: [] })),
    says: 'couldNotCheck',
    message: 'no active assignment',
    evidence: ['roleSchedules: 0 active assignments …'],
  },
  {
    when: 'an end is not told',
    snapshot: pim(pimRole('Global Administrator', { assignments: [{ principalId: 'a', startDateTime: day }] })),
    says: 'couldNotCheck',
    message: 'dates of 1 assignment',
    evidence: ['roleSchedules: 1 active assignments …'],
  },
  {
    when: 'the only one is declared',
    snapshot: {
      ...pim(pimRole('Global Administrator', { assignments: [given('A', day, null)] })),
      exemptions: { 'role.permanent': { roleExclusions: { users: ['a'], groups: [] } } },
    },
    says: 'pass',
    message: 'No privileged role … permanently',
    evidence: ['roleSchedules: 1 active assignments …'],
  },
  {
    when: 'no license',
    snapshot: { subscribedSkus: [{ servicePlans: [{ servicePlanName: 'AAD_PREMIUM' }] }], privilegedRoles: [] },
    says: 'notLicensed',
    message: 'Microsoft Entra ID P2 or Microsoft Entra ID Governance',
    recommendation: 'Microsoft Entra ID P2 or Microsoft Entra ID Governance',
    evidence: ['subscribedSkus: … AAD_PREMIUM_P2 or Entra_Identity_Governance'],
  },
  {
    when: 'licenses are not known',
    snapshot: {
      privilegedRoles: [pimRole('Global Administrator', { assignments: [given('a', day, '2027-01-01T00:00:00Z')] })],
    },
    says: 'couldNotCheck',
    message: 'not collected: licenses',
    recommendation: 'Run a scan',
  },
  {
    when: 'licenses are not known, and one has no end',
    snapshot: { privilegedRoles: [pimRole('Global Administrator', { assignments: [given('a', day, null)] })] },
    says: 'fail',
    message: '1 assignment … has no end',
    evidence: [
      'roleSchedules: 1 active assignments …',
      'roleSchedules: a: Global Administrator, from 2026-11-19T00:00:00Z to no end (a)',
    ],
    affected: ['user a: a'],
  },
  {
    when: 'the assignments were refused',
    snapshot: { ...p2, privilegedRoles: refused },
    says: 'notPermitted',
    message: 'refused … (role assignment schedules) … the audit application',
    recommendation: 'application permission RoleAssignmentSchedule.Read.Directory … admin consent',
    evidence: ['roleSchedules: 403 Authorization_RequestDenied: '],
  },
]);

verdictTable('role.outsidepim', [
  {
    when: 'one was made outside',
    snapshot: pim(pimRole('Global Administrator', { assignments: [given('a', null, null)] })),
    says: 'fail',
    message: '1 assignment … was … outside',
    evidence: [
      'roleSchedules: 1 active assignments …',
      'roleSchedules: a: Global Administrator, from never set to no end (a)',
    ],
    affected: ['user a: a'],
  },
  {
    when: 'two were made outside',
    snapshot: pim(
      pimRole('Global Administrator', {
        assignments: [given('a', null, null), given('b', null, '2027-01-01T00:00:00Z')],
      }),
    ),
    says: 'fail',
    message: '2 assignments … were … outside',
    evidence: [
      'roleSchedules: 2 active assignments …',
      'roleSchedules: a: Global Administrator, from never set to no end (a)',
      'roleSchedules: b: Global Administrator, from never set to 2027-01-01T00:00:00Z (b)',
    ],
    affected: ['user a: a', 'user b: b'],
  },
]);

verdictTable('role.pim.approval', [
  {
    when: 'it is not told',
    snapshot: pim(pimRole('Global Administrator', { rules: [approval({})] })),
    says: 'couldNotCheck',
    message: 'does not say … Global Administrator',
    evidence: ['roleRules: Approval_EndUser_Assignment: isApprovalRequired = not told'],
  },
  {
    when: 'it is not told in one, off in another',
    snapshot: pim(pimRole('Global Administrator', { rules: [approval({}), approval({ isApprovalRequired: false })] })),
    says: 'fail',
    message: 'Global Administrator … without … approval',
    evidence: ['roleRules: Approval_EndUser_Assignment: isApprovalRequired = not told, false'],
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
    evidence: ['roleRules: User Administrator: Notification_Admin_Admin_Eligibility … not in the answer'],
  },
  {
    when: 'both name nobody',
    snapshot: pim(
      pimRole('User Administrator', { rules: [notice(onAssignment, [' ']), notice(onEligibility.toLowerCase(), [])] }),
    ),
    says: 'fail',
    message:
      'Nobody … new assignments of privileged roles … 2 rules: User Administrator: Notification_Admin_Admin_Assignment, User Administrator: Notification_Admin_Admin_Eligibility',
    evidence: [
      'roleRules: User Administrator: Notification_Admin_Admin_Assignment … no recipient',
      'roleRules: User Administrator: Notification_Admin_Admin_Eligibility … no recipient',
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
      'default recipients … new assignments of privileged roles … 2 rules: User Administrator: Notification_Admin_Admin_Assignment, User Administrator: Notification_Admin_Admin_Eligibility',
    evidence: [
      'roleRules: User Administrator: Notification_Admin_Admin_Assignment … no recipient',
      'roleRules: User Administrator: Notification_Admin_Admin_Eligibility … no recipient',
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
    message:
      'Nobody … new assignments of privileged roles … 1 rule: User Administrator: Notification_Admin_Admin_Assignment',
    evidence: ['roleRules: User Administrator: Notification_Admin_Admin_Assignment … no recipient'],
  },
  {
    when: 'recipients have another form',
    snapshot: pim(
      pimRole('User Administrator', { rules: [notice(onAssignment, 'a@example.com'), notice(onEligibility, [5])] }),
    ),
    says: 'couldNotCheck',
    message: 'every rule … new assignments of privileged roles',
    evidence: [
      'roleRules: User Administrator: Notification_Admin_Admin_Assignment … not in the answer',
      'roleRules: User Administrator: Notification_Admin_Admin_Eligibility … not in the answer',
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
    message: 'Somebody … activations of Global Administrator',
    evidence: ['roleRules: 1 roles, every … recipient'],
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
    message: 'Somebody … activations of other privileged roles',
    evidence: ['roleRules: 2 roles, every … recipient'],
  },
]);

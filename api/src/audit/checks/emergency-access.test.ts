import type { JsonObject } from '../json-reader.ts';
import { saysExactly } from '../testing/exact-verdicts.ts';
import { policy } from '../testing/policies.ts';
import { account, all, globalAdministrators, off, policiesOf, refused } from '../testing/snapshots.ts';

const emergency = (...users: string[]): JsonObject => ({
  ...off,
  conditionalAccessPolicies: [
    policy({ name: 'A', users: all({ excludeUsers: users, excludeGroups: ['Grp'] }) }),
    policy({
      name: 'B',
      grant: { operator: 'OR', builtInControls: ['block'] },
      users: all({ excludeUsers: [...users, 'x'], excludeGroups: ['grp', 'other'] }),
    }),
    policy({ name: 'C', state: 'disabled' }),
    policy({ name: 'D', grant: null, session: { signInFrequency: { isEnabled: true, value: 1, type: 'hours' } } }),
  ],
});
const e1 = account('e1', { onPremisesSyncEnabled: null });
const keys = (...list: [id: string, methodsRegistered: string[]][]): JsonObject[] =>
  list.map(([id, methodsRegistered]) => ({
    id,
    userPrincipalName: `${id}@example.com`,
    userType: 'member',
    isMfaCapable: true,
    methodsRegistered,
  }));

saysExactly('ca.breakglass', [
  {
    when: 'an account and a group are left out',
    snapshot: emergency('E1'),
    says: 'pass',
    message: '2 accounts or groups are left out of every policy that blocks or asks for MFA.',
    evidence: ['conditionalAccessPolicies: 2 enabled policies block or ask for MFA; left out of all: e1, grp'],
  },
  {
    when: 'nobody is left out of all',
    snapshot: policiesOf(
      policy({ name: 'A', users: all({ excludeUsers: ['a'] }) }),
      policy({ name: 'B', users: all({ excludeUsers: ['b'] }) }),
    ),
    says: 'fail',
    message:
      'No account or group is left out of all policies that block or ask for MFA: a faulty policy can lock everybody out.',
    evidence: ['conditionalAccessPolicies: 2 enabled policies block or ask for MFA; left out of all: nobody'],
  },
  {
    when: 'one account is left out',
    snapshot: policiesOf(policy({ users: all({ excludeUsers: ['a', 'All', 'None', 'GuestsOrExternalUsers'] }) })),
    says: 'pass',
    message: '1 account or group is left out of every policy that blocks or asks for MFA.',
    evidence: ['conditionalAccessPolicies: 1 enabled policies block or ask for MFA; left out of all: a'],
  },
  {
    when: 'nothing blocks or asks for MFA',
    snapshot: policiesOf(policy({ grant: { operator: 'OR', builtInControls: ['compliantDevice'] } })),
    says: 'pass',
    message: 'No enabled policy blocks access or asks for MFA, so none can lock the administrators out.',
  },
]);

saysExactly('ca.breakglass.admin', [
  {
    when: 'one is kept',
    snapshot: { ...emergency('E1'), ...globalAdministrators(e1, account('b')) },
    says: 'pass',
    message: 'Kept for emergencies: e1@example.com.',
    evidence: [
      'conditionalAccessPolicies: 2 enabled policies block or ask for MFA; left out of all: e1, grp',
      'roles: 1 of them hold Global Administrator, 1 of these are enabled and cloud-only',
    ],
  },
  {
    when: 'the account comes from a directory of its own',
    snapshot: { ...emergency('E1'), ...globalAdministrators({ ...e1, onPremisesSyncEnabled: true }) },
    says: 'couldNotCheck',
    message: 'Who belongs to 1 group that all policies leave out is not known.',
    evidence: [
      'conditionalAccessPolicies: 2 enabled policies block or ask for MFA; left out of all: e1, grp',
      'roles: 1 of them hold Global Administrator, 0 of these are enabled and cloud-only',
    ],
  },
  {
    when: 'the account is disabled',
    snapshot: {
      ...policiesOf(policy({ users: all({ excludeUsers: ['e1'] }) })),
      ...globalAdministrators({ ...e1, accountEnabled: false }),
    },
    says: 'warning',
    message: 'Nobody who is left out of all policies is known to be an enabled, cloud-only Global Administrator.',
    evidence: [
      'conditionalAccessPolicies: 1 enabled policies block or ask for MFA; left out of all: e1',
      'roles: 1 of them hold Global Administrator, 0 of these are enabled and cloud-only',
    ],
  },
  {
    when: 'it is not known whether it is synchronized',
    snapshot: {
      ...policiesOf(policy({ users: all({ excludeUsers: ['e1'] }) })),
      ...globalAdministrators({ '@odata.type': '#microsoft.graph.user', id: 'e1', accountEnabled: true }),
    },
    says: 'couldNotCheck',
    message: 'The details of the accounts that are left out of all policies are not known.',
    evidence: [
      'conditionalAccessPolicies: 1 enabled policies block or ask for MFA; left out of all: e1',
      'roles: 1 of them hold Global Administrator, 0 of these are enabled and cloud-only',
    ],
  },
  {
    when: 'it is not known whether it is enabled',
    snapshot: {
      ...policiesOf(policy({ users: all({ excludeUsers: ['e1'] }) })),
      ...globalAdministrators({ '@odata.type': '#microsoft.graph.user', id: 'e1', onPremisesSyncEnabled: false }),
    },
    says: 'couldNotCheck',
    message: 'The details of the accounts that are left out of all policies are not known.',
    evidence: [
      'conditionalAccessPolicies: 1 enabled policies block or ask for MFA; left out of all: e1',
      'roles: 1 of them hold Global Administrator, 0 of these are enabled and cloud-only',
    ],
  },
  {
    when: 'nobody is left out',
    snapshot: { ...policiesOf(policy()), ...globalAdministrators(e1) },
    says: 'fail',
    message:
      'No account or group is left out of all policies that block or ask for MFA: a faulty policy can lock everybody out.',
    evidence: ['conditionalAccessPolicies: 1 enabled policies block or ask for MFA; left out of all: nobody'],
  },
  {
    when: 'nothing blocks or asks for MFA',
    snapshot: { ...policiesOf(), ...globalAdministrators(e1) },
    says: 'pass',
    message: 'No enabled policy blocks access or asks for MFA, so none can lock the administrators out.',
  },
  {
    when: 'roles were refused',
    snapshot: { ...emergency('E1'), directoryRoles: refused },
    says: 'notPermitted',
    message: 'Microsoft refused to show this data (directory role assignments) to the audit application.',
    recommendation: 'Grant the application permission RoleManagement.Read.Directory and give admin consent again.',
    evidence: ['roles: 403 Authorization_RequestDenied: '],
  },
]);

saysExactly('ca.breakglass.key', [
  {
    when: 'it has none, and accounts are not known',
    snapshot: {
      ...policiesOf(policy({ users: all({ excludeUsers: ['e1'] }) })),
      userRegistrationDetails: keys(['e1', ['mobilePhone']]),
    },
    says: 'fail',
    message: 'Accounts for emergencies without a security key: e1.',
    evidence: ['registration: e1: security key not registered (e1)'],
    affected: ['user e1: e1'],
  },
  {
    when: 'one is not in the report',
    snapshot: {
      ...policiesOf(policy({ users: all({ excludeUsers: ['e1', 'e2'] }) })),
      userRegistrationDetails: keys(['e1', ['fido2SecurityKey']]),
      users: [e1],
    },
    says: 'couldNotCheck',
    message: 'The registration report does not say of every account for emergencies whether it has a security key.',
    evidence: [
      'registration: e1@example.com: security key registered (e1)',
      'registration: e2: security key not told by the report (e2)',
    ],
  },
  {
    when: 'the report was refused',
    snapshot: { ...policiesOf(policy({ users: all({ excludeUsers: ['e1'] }) })), userRegistrationDetails: refused },
    says: 'notPermitted',
    message: 'Microsoft refused to show this data (MFA registration details) to the audit application.',
    recommendation: 'Grant the application permission AuditLog.Read.All and give admin consent again.',
    evidence: ['registration: 403 Authorization_RequestDenied: '],
  },
  {
    when: 'nobody is left out of all',
    snapshot: {
      ...policiesOf(
        policy({ name: 'A', users: all({ excludeUsers: ['e1'] }) }),
        policy({ name: 'B', grant: { operator: 'OR', builtInControls: ['block'] } }),
      ),
      userRegistrationDetails: keys(['e1', ['fido2SecurityKey']]),
    },
    says: 'couldNotCheck',
    message: 'No account is left out of every policy, so it is not known which accounts are for emergencies.',
  },
  {
    when: 'nobody is left out of report-only policies',
    snapshot: {
      ...policiesOf(
        policy({ users: all({ excludeUsers: ['e1'] }) }),
        policy({ name: 'B', state: 'enabledForReportingButNotEnforced' }),
      ),
      userRegistrationDetails: keys(['e1', ['fido2SecurityKey']]),
    },
    says: 'pass',
    message: 'Every account for emergencies has a security key.',
    evidence: ['registration: e1: security key registered (e1)'],
  },
]);

import type { JsonObject } from '../../facts/json-reader.ts';
import { policy } from '../../testing/policies.ts';
import {
  account,
  all,
  globalAdministrators,
  off,
  policiesOf,
  refused,
  registeredMethods,
} from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

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

verdictTable('ca.breakglass', [
  {
    when: 'an account and a group are excluded',
    snapshot: emergency('E1'),
    says: 'pass',
    message: '2 accounts or groups are excluded',
    evidence: ['conditionalAccessPolicies: 2 enabled … excluded from all: e1, grp'],
  },
  {
    when: 'nobody is excluded of all',
    snapshot: policiesOf(
      policy({ name: 'A', users: all({ excludeUsers: ['a'] }) }),
      policy({ name: 'B', users: all({ excludeUsers: ['b'] }) }),
    ),
    says: 'fail',
    message: 'No account or group is excluded',
    evidence: ['conditionalAccessPolicies: 2 enabled … excluded from all: nobody'],
  },
  {
    when: 'one account is excluded',
    snapshot: policiesOf(policy({ users: all({ excludeUsers: ['a', 'None', 'GuestsOrExternalUsers'] }) })),
    says: 'pass',
    message: '1 account or group is excluded',
    evidence: ['conditionalAccessPolicies: 1 enabled … excluded from all: a'],
  },
  {
    when: 'nothing blocks or asks for MFA',
    snapshot: policiesOf(policy({ grant: { operator: 'OR', builtInControls: ['compliantDevice'] } })),
    says: 'pass',
    message: 'No enabled policy … lock',
  },
]);

verdictTable('ca.breakglass.admin', [
  {
    when: 'one is kept',
    snapshot: { ...emergency('E1'), ...globalAdministrators(e1, account('b')) },
    says: 'pass',
    message: 'emergencies: e1@example.com',
    evidence: [
      'conditionalAccessPolicies: 2 enabled … excluded from all: e1, grp',
      'roles: 1 … Global Administrator, 1 enabled and cloud-only',
    ],
  },
  {
    when: 'the account comes from a directory of its own',
    snapshot: { ...emergency('E1'), ...globalAdministrators({ ...e1, onPremisesSyncEnabled: true }) },
    says: 'couldNotCheck',
    message: 'members of 1 group … not known',
    evidence: [
      'conditionalAccessPolicies: 2 enabled … excluded from all: e1, grp',
      'roles: 1 … Global Administrator, 0 enabled and cloud-only',
    ],
  },
  {
    when: 'the account is disabled',
    snapshot: {
      ...policiesOf(policy({ users: all({ excludeUsers: ['e1'] }) })),
      ...globalAdministrators({ ...e1, accountEnabled: false }),
    },
    says: 'warning',
    message: 'No account … excluded … Global Administrator',
    evidence: [
      'conditionalAccessPolicies: 1 enabled … excluded from all: e1',
      'roles: 1 … Global Administrator, 0 enabled and cloud-only',
    ],
  },
  {
    when: 'it is not known whether it is synchronized',
    snapshot: {
      ...policiesOf(policy({ users: all({ excludeUsers: ['e1'] }) })),
      ...globalAdministrators({ '@odata.type': '#microsoft.graph.user', id: 'e1', accountEnabled: true }),
    },
    says: 'couldNotCheck',
    message: 'details … not known',
    evidence: [
      'conditionalAccessPolicies: 1 enabled … excluded from all: e1',
      'roles: 1 … Global Administrator, 0 enabled and cloud-only',
    ],
  },
  {
    when: 'it is not known whether it is enabled',
    snapshot: {
      ...policiesOf(policy({ users: all({ excludeUsers: ['e1'] }) })),
      ...globalAdministrators({ '@odata.type': '#microsoft.graph.user', id: 'e1', onPremisesSyncEnabled: false }),
    },
    says: 'couldNotCheck',
    message: 'details … not known',
    evidence: [
      'conditionalAccessPolicies: 1 enabled … excluded from all: e1',
      'roles: 1 … Global Administrator, 0 enabled and cloud-only',
    ],
  },
  {
    when: 'nobody is excluded',
    snapshot: { ...policiesOf(policy()), ...globalAdministrators(e1) },
    says: 'fail',
    message: 'No account or group is excluded',
    evidence: ['conditionalAccessPolicies: 1 enabled … excluded from all: nobody'],
  },
  {
    when: 'nothing blocks or asks for MFA',
    snapshot: { ...policiesOf(), ...globalAdministrators(e1) },
    says: 'pass',
    message: 'No enabled policy … lock',
  },
  {
    when: 'roles were refused',
    snapshot: { ...emergency('E1'), directoryRoles: refused },
    says: 'notPermitted',
    message: 'refused … (directory role assignments) … the audit application',
    recommendation: 'application permissions RoleManagement.Read.Directory … admin consent',
    evidence: ['roles: 403 Authorization_RequestDenied: '],
  },
]);

verdictTable('ca.breakglass.key', [
  {
    when: 'it has none, and accounts are not known',
    snapshot: {
      ...policiesOf(policy({ users: all({ excludeUsers: ['e1'] }) })),
      userRegistrationDetails: registeredMethods(['e1', ['mobilePhone']]),
    },
    says: 'fail',
    message: 'without a security key: e1',
    evidence: ['registration: e1: security key not registered (e1)'],
    affected: ['user e1: e1'],
  },
  {
    when: 'one is not in the report',
    snapshot: {
      ...policiesOf(policy({ users: all({ excludeUsers: ['e1', 'e2'] }) })),
      userRegistrationDetails: registeredMethods(['e1', ['fido2SecurityKey']]),
      users: [e1],
    },
    says: 'couldNotCheck',
    message: 'registration report does not say',
    evidence: [
      'registration: e1@example.com: security key registered (e1)',
      'registration: e2: security key not reported (e2)',
    ],
  },
  {
    when: 'the report was refused',
    snapshot: { ...policiesOf(policy({ users: all({ excludeUsers: ['e1'] }) })), userRegistrationDetails: refused },
    says: 'notPermitted',
    message: 'refused … (MFA registration details) … the audit application',
    recommendation: 'application permissions AuditLog.Read.All … admin consent',
    evidence: ['registration: 403 Authorization_RequestDenied: '],
  },
  {
    when: 'nobody is excluded of all',
    snapshot: {
      ...policiesOf(
        policy({ name: 'A', users: all({ excludeUsers: ['e1'] }) }),
        policy({ name: 'B', grant: { operator: 'OR', builtInControls: ['block'] } }),
      ),
      userRegistrationDetails: registeredMethods(['e1', ['fido2SecurityKey']]),
    },
    says: 'couldNotCheck',
    message: 'No account is declared',
  },
  {
    when: 'nobody is excluded of report-only policies',
    snapshot: {
      ...policiesOf(
        policy({ users: all({ excludeUsers: ['e1'] }) }),
        policy({ name: 'B', state: 'enabledForReportingButNotEnforced' }),
      ),
      userRegistrationDetails: registeredMethods(['e1', ['fido2SecurityKey']]),
    },
    says: 'pass',
    message: 'Every emergency account … security key',
    evidence: ['registration: e1: security key registered (e1)'],
  },
]);

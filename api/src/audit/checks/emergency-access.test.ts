import { describe } from 'vitest';
import type { JsonObject } from '../json-reader.ts';
import { policy } from '../testing/policies.ts';
import { account, all, globalAdministrators, off, policiesOf, refused } from '../testing/snapshots.ts';
import { verdictTable } from '../testing/verdict-table.ts';

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
    snapshot: policiesOf(policy({ users: all({ excludeUsers: ['a', 'All', 'None', 'GuestsOrExternalUsers'] }) })),
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
    recommendation: 'application permission RoleManagement.Read.Directory … admin consent',
    evidence: ['roles: 403 Authorization_RequestDenied: '],
  },
]);

verdictTable('ca.breakglass.key', [
  {
    when: 'it has none, and accounts are not known',
    snapshot: {
      ...policiesOf(policy({ users: all({ excludeUsers: ['e1'] }) })),
      userRegistrationDetails: keys(['e1', ['mobilePhone']]),
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
      userRegistrationDetails: keys(['e1', ['fido2SecurityKey']]),
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
    recommendation: 'application permission AuditLog.Read.All … admin consent',
    evidence: ['registration: 403 Authorization_RequestDenied: '],
  },
  {
    when: 'nobody is excluded of all',
    snapshot: {
      ...policiesOf(
        policy({ name: 'A', users: all({ excludeUsers: ['e1'] }) }),
        policy({ name: 'B', grant: { operator: 'OR', builtInControls: ['block'] } }),
      ),
      userRegistrationDetails: keys(['e1', ['fido2SecurityKey']]),
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
      userRegistrationDetails: keys(['e1', ['fido2SecurityKey']]),
    },
    says: 'pass',
    message: 'Every emergency account … security key',
    evidence: ['registration: e1: security key registered (e1)'],
  },
]);

const declaring = (...users: string[]): JsonObject => ({
  exemptions: Object.fromEntries(
    ['ca.breakglass', 'ca.breakglass.admin', 'ca.breakglass.key'].map((id) => [id, { capExclusions: { users } }]),
  ),
});
const block = { operator: 'OR', builtInControls: ['block'] };
const mfaBut = (name: string, ...excludeUsers: string[]) => policy({ name, users: all({ excludeUsers }) });
const forGuests = { includeGuestsOrExternalUsers: { guestOrExternalUserTypes: 'b2bCollaborationGuest' } };
const e2 = account('e2', { onPremisesSyncEnabled: null });
const members = [e1, e2];
const untold = (id: string): JsonObject => ({ '@odata.type': '#microsoft.graph.user', id });

describe('of declared accounts', () => {
  verdictTable('ca.breakglass', [
    {
      when: 'all are excluded everywhere',
      snapshot: { ...policiesOf(mfaBut('A', 'E1', 'e2'), mfaBut('B', 'e1', 'e2')), ...declaring('E1', 'e2') },
      says: 'pass',
      message: 'All 2 declared emergency accounts are excluded',
      evidence: [
        'conditionalAccessPolicies: e1: excluded from 2 of 2 blocking or MFA policies (e1)',
        'conditionalAccessPolicies: e2: excluded from 2 of 2 blocking or MFA policies (e2)',
      ],
    },
    {
      when: 'one is not excluded from one policy',
      snapshot: { ...policiesOf(mfaBut('A', 'e1', 'e2'), mfaBut('B', 'e1')), ...declaring('e1', 'e2'), users: members },
      says: 'warning',
      message: 'e2@example.com is not excluded from "B"',
      recommendation: 'exclude the affected accounts',
      evidence: [
        'conditionalAccessPolicies: e1@example.com: excluded from 2 of 2 blocking or MFA policies (e1)',
        'conditionalAccessPolicies: e2@example.com: excluded from 1 of 2 blocking or MFA policies, not from "B" (e2)',
      ],
      affected: ['user e2: e2@example.com'],
    },
    {
      when: 'another is excluded everywhere, and the declared one nowhere',
      snapshot: { ...policiesOf(mfaBut('A', 'other'), mfaBut('B', 'other')), ...declaring('e1') },
      says: 'fail',
      message: 'e1 is not excluded from "A", "B": a faulty policy can lock everybody out',
      recommendation: 'exclude the affected accounts',
      evidence: [
        'conditionalAccessPolicies: e1: excluded from 0 of 2 blocking or MFA policies, not from "A", "B" (e1)',
      ],
      affected: ['user e1: e1'],
    },
    {
      when: 'other policies are about others, or do not take effect',
      snapshot: {
        ...policiesOf(
          mfaBut('A', 'e1'),
          policy({ name: 'B', users: { includeUsers: ['somebody'] } }),
          policy({ name: 'C', state: 'enabledForReportingButNotEnforced' }),
          policy({ name: 'D', users: forGuests }),
        ),
        ...declaring('e1'),
        users: members,
      },
      says: 'pass',
      message: 'The only declared emergency account is excluded',
      evidence: ['conditionalAccessPolicies: e1@example.com: excluded from 1 of 1 blocking or MFA policy (e1)'],
    },
    {
      when: 'a policy excludes a group whose members are not known',
      snapshot: { ...policiesOf(policy({ name: 'A', users: all({ excludeGroups: ['grp'] }) })), ...declaring('e1') },
      says: 'couldNotCheck',
      message: 'not known whether e1 is excluded',
      evidence: ['conditionalAccessPolicies: e1: excluded from 0 of 1 blocking or MFA policy, not known of "A" (e1)'],
    },
    {
      when: 'it is excluded by its group',
      snapshot: {
        ...policiesOf(policy({ name: 'A', users: all({ excludeGroups: ['grp'] }) })),
        groups: [{ id: 'grp', displayName: 'Break glass', members: [{ id: 'e1' }] }],
        ...declaring('e1'),
      },
      says: 'pass',
      message: 'is excluded',
      evidence: ['conditionalAccessPolicies: e1: excluded from 1 of 1 blocking or MFA policy (e1)'],
    },
    {
      when: 'the only one was deleted, though policies exclude it still',
      snapshot: { ...policiesOf(mfaBut('A', 'gone')), ...declaring('gone'), users: members },
      says: 'fail',
      message: 'gone is declared, but no longer exists',
      recommendation: 'Remove the declaration of gone',
      evidence: ['users: gone: not in the directory (gone)'],
      affected: ['user gone: gone'],
    },
    {
      when: 'one of two was deleted',
      snapshot: { ...policiesOf(mfaBut('A', 'e1', 'gone')), ...declaring('e1', 'gone'), users: members },
      says: 'warning',
      message: 'gone is declared, but no longer exists',
      recommendation: 'Remove the declaration of gone',
      evidence: [
        'conditionalAccessPolicies: e1@example.com: excluded from 1 of 1 blocking or MFA policy (e1)',
        'users: gone: not in the directory (gone)',
      ],
      affected: ['user gone: gone'],
    },
    {
      when: 'nothing blocks or requires MFA',
      snapshot: { ...policiesOf(policy({ state: 'disabled', grant: block })), ...declaring('e1') },
      says: 'pass',
      message: 'No enabled policy',
      evidence: ['conditionalAccessPolicies: e1: no policy that blocks or requires MFA is about it (e1)'],
    },
  ]);

  const sees = { ...policiesOf(mfaBut('A')), ...declaring('e1', 'e2'), users: members };
  verdictTable('ca.breakglass.admin', [
    {
      when: 'both are fit, though no policy excludes them',
      snapshot: { ...sees, ...globalAdministrators(e1, e2) },
      says: 'pass',
      message: 'All 2 declared emergency accounts are enabled, cloud-only Global Administrators',
      evidence: ['roles: e1@example.com: enabled … (e1)', 'roles: e2@example.com: enabled … (e2)'],
    },
    {
      when: 'one is synced and holds no role',
      snapshot: { ...sees, users: [e1, { ...e2, onPremisesSyncEnabled: true }], ...globalAdministrators(e1) },
      says: 'warning',
      message: 'e2@example.com is synced from on-premises, not a permanent Global Administrator',
      evidence: ['roles: e1@example.com: enabled … (e1)', 'roles: e2@example.com: synced … not a permanent … (e2)'],
      affected: ['user e2: e2@example.com'],
    },
    {
      when: 'none is of use',
      snapshot: { ...sees, ...globalAdministrators(account('other')) },
      says: 'fail',
      message: 'No declared emergency account',
      evidence: ['roles: e1@example.com: not a permanent … (e1)', 'roles: e2@example.com: not a permanent … (e2)'],
      affected: ['user e1: e1@example.com', 'user e2: e2@example.com'],
    },
    {
      when: 'accounts are not known',
      snapshot: { ...sees, users: undefined, ...globalAdministrators(untold('e1'), untold('e2')) },
      says: 'couldNotCheck',
      message: 'details of e1, e2 are not known',
      evidence: ['roles: e1: not everything … (e1)', 'roles: e2: not everything … (e2)'],
    },
  ]);

  verdictTable('ca.breakglass.key', [
    {
      when: 'one that no policy excludes has none',
      snapshot: {
        ...policiesOf(mfaBut('A', 'other')),
        ...declaring('e1', 'E2'),
        userRegistrationDetails: keys(['e1', ['fido2SecurityKey']], ['e2', ['mobilePhone']], ['other', ['sms']]),
      },
      says: 'fail',
      message: 'without a security key: e2',
      evidence: [
        'registration: e1: security key registered (e1)',
        'registration: e2: security key not registered (e2)',
      ],
      affected: ['user e2: e2'],
    },
  ]);
});

import type { JsonObject } from '../json-reader.ts';
import { saysExactly } from '../testing/exact-verdicts.ts';
import { account, globalAdministrators, role } from '../testing/snapshots.ts';

const registered = (id: string, isMfaCapable: boolean | null, more: JsonObject = {}): JsonObject => ({
  id,
  userPrincipalName: `${id}@example.com`,
  userType: 'member',
  isMfaCapable,
  ...more,
});
const many = (count: number): JsonObject[] => Array.from({ length: count }, (_, index) => account(`m${index}`));
const report20 = (bad: number): JsonObject => ({
  users: many(20),
  userRegistrationDetails: many(20).map((_, index) => registered(`m${index}`, index >= bad)),
});

saysExactly('mfa.registration', [
  {
    when: 'one of twenty cannot',
    snapshot: report20(1),
    says: 'warning',
    message: '1 member of 20 cannot use multifactor authentication (95% can).',
    evidence: ['registration: 19 of 20 members are capable of MFA'],
    affected: ['user m0: m0@example.com'],
  },
  {
    when: 'the report is empty',
    snapshot: { users: [], userRegistrationDetails: [] },
    says: 'couldNotCheck',
    message: 'The registration report names no member account.',
    evidence: ['registration: 0 of 0 members are capable of MFA'],
  },
  {
    when: 'one is not told',
    snapshot: {
      users: [account('a'), account('b')],
      userRegistrationDetails: [registered('a', true), registered('b', null)],
    },
    says: 'couldNotCheck',
    message: 'The registration report does not say whether 1 member can use multifactor authentication.',
    evidence: ['registration: 1 of 2 members are capable of MFA'],
  },
  {
    when: 'one cannot, one is not told',
    snapshot: {
      users: [account('a'), account('b')],
      userRegistrationDetails: [registered('a', false), registered('b', null)],
    },
    says: 'fail',
    message: '1 member of 2 cannot use multifactor authentication (0% to 50% can: the report does not tell of 1).',
    evidence: ['registration: 0 of 2 members are capable of MFA'],
    affected: ['user a: a@example.com'],
  },
  {
    when: 'one of a hundred cannot, five are not told',
    snapshot: {
      users: many(100),
      userRegistrationDetails: many(100).map((_, index) =>
        registered(`m${index}`, index === 0 ? false : index > 5 || null),
      ),
    },
    says: 'warning',
    message: '1 member of 100 cannot use multifactor authentication (94% to 99% can: the report does not tell of 5).',
    evidence: ['registration: 94 of 100 members are capable of MFA'],
    affected: ['user m0: m0@example.com'],
  },
  {
    when: 'one of ten cannot, ninety are not in the report',
    snapshot: {
      users: many(100),
      userRegistrationDetails: many(10).map((_, index) => registered(`m${index}`, index > 0)),
    },
    says: 'warning',
    message: '1 member of 100 cannot use multifactor authentication (9% to 99% can: the report does not tell of 90).',
    evidence: ['registration: 9 of 10 members are capable of MFA'],
    affected: ['user m0: m0@example.com'],
  },
  {
    when: 'one is missing',
    snapshot: { users: [account('a'), account('b')], userRegistrationDetails: [registered('a', true)] },
    says: 'couldNotCheck',
    message: 'The registration report names 1 member, but the tenant has 2 that are enabled.',
    evidence: ['registration: 1 of 1 members are capable of MFA', 'users: 2 enabled members'],
  },
  {
    when: 'users are not known, and one cannot',
    snapshot: { userRegistrationDetails: [registered('a', true), registered('b', false)] },
    says: 'couldNotCheck',
    message: '1 account cannot use MFA, but it is not known which of them are disabled.',
    recommendation: 'Let the scan read the users (User.Read.All), so that disabled accounts can be left out.',
    evidence: ['registration: 1 of 2 members are capable of MFA (disabled accounts could not be left out)'],
  },
  {
    when: 'users are not known, and all can',
    snapshot: { userRegistrationDetails: [registered('a', true)] },
    says: 'pass',
    message: 'The only member can use multifactor authentication.',
    evidence: ['registration: 1 of 1 members are capable of MFA (disabled accounts could not be left out)'],
  },
]);

saysExactly('mfa.admins.registration', [
  {
    when: 'one has none',
    snapshot: {
      ...globalAdministrators(account('a'), account('b')),
      userRegistrationDetails: [registered('a', false), registered('b', true)],
    },
    says: 'fail',
    message: '1 administrator has no second factor registered.',
    evidence: [
      'roles: 2 enabled accounts hold privileged roles',
      'registration: 1 of them have no second factor; 0 are not in the report',
    ],
    affected: ['user a: a@example.com'],
  },
  {
    when: 'two have none',
    snapshot: {
      ...globalAdministrators(account('a'), account('b')),
      userRegistrationDetails: [registered('a', false), registered('b', false)],
    },
    says: 'fail',
    message: '2 administrators have no second factor registered.',
    evidence: [
      'roles: 2 enabled accounts hold privileged roles',
      'registration: 2 of them have no second factor; 0 are not in the report',
    ],
    affected: ['user a: a@example.com', 'user b: b@example.com'],
  },
  {
    when: 'one is not in the report',
    snapshot: { ...globalAdministrators(account('a'), account('b')), userRegistrationDetails: [registered('a', true)] },
    says: 'couldNotCheck',
    message: 'Not every holder of a privileged role could be found in the registration report.',
    evidence: [
      'roles: 2 enabled accounts hold privileged roles',
      'registration: 0 of them have no second factor; 1 are not in the report',
    ],
  },
  {
    when: 'a disabled one has none',
    snapshot: {
      ...globalAdministrators(account('a'), account('b', { accountEnabled: false })),
      userRegistrationDetails: [registered('a', true), registered('b', false)],
    },
    says: 'pass',
    message: 'The only administrator has a second factor.',
    evidence: [
      'roles: 1 enabled accounts hold privileged roles',
      'registration: 0 of them have no second factor; 0 are not in the report',
    ],
  },
  {
    when: 'one is disabled by what the users say',
    snapshot: {
      ...globalAdministrators(account('a'), { '@odata.type': '#microsoft.graph.user', id: 'B' }),
      users: [account('a'), account('b', { accountEnabled: false })],
      userRegistrationDetails: [registered('a', true), registered('b', false)],
    },
    says: 'pass',
    message: 'The only administrator has a second factor.',
    evidence: [
      'roles: 1 enabled accounts hold privileged roles',
      'registration: 0 of them have no second factor; 0 are not in the report',
    ],
  },
  {
    when: 'nobody holds a role',
    snapshot: { directoryRoles: [role('Global Administrator')], userRegistrationDetails: [registered('a', true)] },
    says: 'couldNotCheck',
    message: 'Not every holder of a privileged role could be found in the registration report.',
    evidence: [
      'roles: 0 enabled accounts hold privileged roles',
      'registration: 0 of them have no second factor; 0 are not in the report',
    ],
  },
  {
    when: 'a role without power',
    snapshot: {
      directoryRoles: [role('Directory Readers', account('a'))],
      userRegistrationDetails: [registered('a', false)],
    },
    says: 'couldNotCheck',
    message: 'Not every holder of a privileged role could be found in the registration report.',
    evidence: [
      'roles: 0 enabled accounts hold privileged roles',
      'registration: 0 of them have no second factor; 0 are not in the report',
    ],
  },
  {
    when: 'an application holds the role',
    snapshot: {
      ...globalAdministrators(account('a'), { '@odata.type': '#microsoft.graph.servicePrincipal', id: 's' }),
      userRegistrationDetails: [registered('a', true)],
    },
    says: 'pass',
    message: 'The only administrator has a second factor.',
    evidence: [
      'roles: 1 enabled accounts hold privileged roles',
      'registration: 0 of them have no second factor; 0 are not in the report',
    ],
  },
  {
    when: 'roles are not known, one administrator of the report has none',
    snapshot: {
      users: [account('a'), account('b')],
      userRegistrationDetails: [registered('a', false, { isAdmin: true }), registered('b', true, { isAdmin: true })],
    },
    says: 'fail',
    message: '1 administrator has no second factor registered.',
    evidence: ['registration: 1 of 2 accounts marked as administrators have no second factor'],
    affected: ['user a: a@example.com'],
  },
  {
    when: 'roles are not known, two administrators of the report have none',
    snapshot: {
      users: [account('a'), account('b')],
      userRegistrationDetails: [registered('a', false, { isAdmin: true }), registered('b', false, { isAdmin: true })],
    },
    says: 'fail',
    message: '2 administrators have no second factor registered.',
    evidence: ['registration: 2 of 2 accounts marked as administrators have no second factor'],
    affected: ['user a: a@example.com', 'user b: b@example.com'],
  },
  {
    when: 'roles are not known, all administrators of the report have one',
    snapshot: { users: [account('a')], userRegistrationDetails: [registered('a', true, { isAdmin: true })] },
    says: 'couldNotCheck',
    message: 'This was not checked, because the data was not collected: directory role assignments.',
    recommendation: 'Run a scan that collects this data, then look again.',
  },
]);

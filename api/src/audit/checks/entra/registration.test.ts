import type { JsonObject } from '../../facts/json-reader.ts';
import { account, globalAdministrators, role } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

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

verdictTable('mfa.registration', [
  {
    when: 'one of twenty cannot',
    snapshot: report20(1),
    says: 'warning',
    message: '1 member … 20 … (95% can)',
    evidence: ['registration: 19 of 20 members … MFA'],
    affected: ['user m0: m0@example.com'],
  },
  {
    when: 'the report is empty',
    snapshot: { users: [], userRegistrationDetails: [] },
    says: 'couldNotCheck',
    message: 'no member account',
    evidence: ['registration: 0 of 0 members … MFA'],
  },
  {
    when: 'one is not told',
    snapshot: {
      users: [account('a'), account('b')],
      userRegistrationDetails: [registered('a', true), registered('b', null)],
    },
    says: 'couldNotCheck',
    message: 'does not say … 1 member',
    evidence: ['registration: 1 of 2 members … MFA'],
  },
  {
    when: 'one cannot, one is not told',
    snapshot: {
      users: [account('a'), account('b')],
      userRegistrationDetails: [registered('a', false), registered('b', null)],
    },
    says: 'fail',
    message: '1 member … 2 … 0% to 50% … 1',
    evidence: ['registration: 0 of 2 members … MFA'],
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
    message: '1 member … 100 … 94% to 99% … 5',
    evidence: ['registration: 94 of 100 members … MFA'],
    affected: ['user m0: m0@example.com'],
  },
  {
    when: 'one of ten cannot, ninety are not in the report',
    snapshot: {
      users: many(100),
      userRegistrationDetails: many(10).map((_, index) => registered(`m${index}`, index > 0)),
    },
    says: 'warning',
    message: '1 member … 100 … 9% to 99% … 90',
    evidence: ['registration: 9 of 10 members … MFA'],
    affected: ['user m0: m0@example.com'],
  },
  {
    when: 'one is missing',
    snapshot: { users: [account('a'), account('b')], userRegistrationDetails: [registered('a', true)] },
    says: 'couldNotCheck',
    message: '1 member … tenant has 2',
    evidence: ['registration: 1 of 1 member can use MFA', 'users: 2 enabled members'],
  },
  {
    when: 'users are not known, and one cannot',
    snapshot: { userRegistrationDetails: [registered('a', true), registered('b', false)] },
    says: 'couldNotCheck',
    message: '1 account … not known … disabled',
    recommendation: 'Run a scan that collects this data',
    evidence: ['registration: 1 of 2 members … (disabled …)'],
  },
  {
    when: 'users are not known, and all can',
    snapshot: { userRegistrationDetails: [registered('a', true)] },
    says: 'pass',
    message: 'The only member can',
    evidence: ['registration: 1 of 1 member can use MFA (disabled accounts could not be excluded)'],
  },
]);

verdictTable('mfa.admins.registration', [
  {
    when: 'one has none',
    snapshot: {
      ...globalAdministrators(account('a'), account('b')),
      userRegistrationDetails: [registered('a', false), registered('b', true)],
    },
    says: 'fail',
    message: '1 administrator has no MFA method registered.',
    evidence: [
      'roles: 2 enabled accounts hold privileged roles',
      'registration: without an MFA method: 1; not in the report: 0',
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
    message: '2 administrators have no MFA method registered.',
    evidence: [
      'roles: 2 enabled accounts hold privileged roles',
      'registration: without an MFA method: 2; not in the report: 0',
    ],
    affected: ['user a: a@example.com', 'user b: b@example.com'],
  },
  {
    when: 'one is not in the report',
    snapshot: { ...globalAdministrators(account('a'), account('b')), userRegistrationDetails: [registered('a', true)] },
    says: 'couldNotCheck',
    message: 'Not every holder',
    evidence: [
      'roles: 2 enabled accounts hold privileged roles',
      'registration: without an MFA method: 0; not in the report: 1',
    ],
  },
  {
    when: 'a disabled one has none',
    snapshot: {
      ...globalAdministrators(account('a'), account('b', { accountEnabled: false })),
      userRegistrationDetails: [registered('a', true), registered('b', false)],
    },
    says: 'pass',
    message: 'The only administrator has an MFA method.',
    evidence: [
      'roles: 1 enabled account holds privileged roles',
      'registration: without an MFA method: 0; not in the report: 0',
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
    message: 'The only administrator has an MFA method.',
    evidence: [
      'roles: 1 enabled account holds privileged roles',
      'registration: without an MFA method: 0; not in the report: 0',
    ],
  },
  {
    when: 'nobody holds a role',
    snapshot: { directoryRoles: [role('Global Administrator')], userRegistrationDetails: [registered('a', true)] },
    says: 'couldNotCheck',
    message: 'Not every holder',
    evidence: [
      'roles: 0 enabled accounts hold privileged roles',
      'registration: without an MFA method: 0; not in the report: 0',
    ],
  },
  {
    when: 'a role without power',
    snapshot: {
      directoryRoles: [role('Directory Readers', account('a'))],
      userRegistrationDetails: [registered('a', false)],
    },
    says: 'couldNotCheck',
    message: 'Not every holder',
    evidence: [
      'roles: 0 enabled accounts hold privileged roles',
      'registration: without an MFA method: 0; not in the report: 0',
    ],
  },
  {
    when: 'an application holds the role',
    snapshot: {
      ...globalAdministrators(account('a'), { '@odata.type': '#microsoft.graph.servicePrincipal', id: 's' }),
      userRegistrationDetails: [registered('a', true)],
    },
    says: 'pass',
    message: 'The only administrator has an MFA method.',
    evidence: [
      'roles: 1 enabled account holds privileged roles',
      'registration: without an MFA method: 0; not in the report: 0',
    ],
  },
  {
    when: 'roles are not known, one administrator of the report has none',
    snapshot: {
      users: [account('a'), account('b')],
      userRegistrationDetails: [registered('a', false, { isAdmin: true }), registered('b', true, { isAdmin: true })],
    },
    says: 'fail',
    message: '1 administrator has no MFA method registered.',
    evidence: ['registration: without an MFA method: 1 of 2 accounts marked as administrator'],
    affected: ['user a: a@example.com'],
  },
  {
    when: 'roles are not known, two administrators of the report have none',
    snapshot: {
      users: [account('a'), account('b')],
      userRegistrationDetails: [registered('a', false, { isAdmin: true }), registered('b', false, { isAdmin: true })],
    },
    says: 'fail',
    message: '2 administrators have no MFA method registered.',
    evidence: ['registration: without an MFA method: 2 of 2 accounts marked as administrator'],
    affected: ['user a: a@example.com', 'user b: b@example.com'],
  },
  {
    when: 'roles are not known, all administrators of the report have one',
    snapshot: { users: [account('a')], userRegistrationDetails: [registered('a', true, { isAdmin: true })] },
    says: 'couldNotCheck',
    message: 'not collected: directory role assignments',
    recommendation: 'Run a scan',
  },
]);

import type { JsonObject } from '../../facts/json-reader.ts';
import { account, globalAdministrators, role } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const admins = (count: number): JsonObject[] => Array.from({ length: count }, (_, index) => account(`a${index}`));
const unread = { '@odata.type': '#microsoft.graph.group', id: 'g' };
const application = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  displayName: `App ${id}`,
  roles: ['Global Administrator', 'User Administrator'],
  passwordCredentials: [],
  ...more,
});
const withSecret = (endDateTime: string): JsonObject => ({ passwordCredentials: [{ endDateTime }] });

verdictTable('role.ga.count', [
  {
    when: 'four',
    snapshot: globalAdministrators(...admins(4)),
    says: 'pass',
    message: '4 accounts … 2 to 4',
    evidence: [
      'roles: 4 accounts … Global Administrator: a0@example.com, a1@example.com, a2@example.com, a3@example.com',
    ],
  },
  {
    when: 'eight',
    snapshot: globalAdministrators(...admins(8)),
    says: 'fail',
    message: '8 accounts … at most 4',
    evidence: [
      'roles: 8 accounts with Global Administrator: a0@example.com, a1@example.com, a2@example.com, a3@example.com, a4@example.com, a5@example.com, a6@example.com, a7@example.com',
    ],
    affected: [
      'user a0: a0@example.com',
      'user a1: a1@example.com',
      'user a2: a2@example.com',
      'user a3: a3@example.com',
      'user a4: a4@example.com',
      'user a5: a5@example.com',
      'user a6: a6@example.com',
      'user a7: a7@example.com',
    ],
  },
  {
    when: 'one, who is disabled',
    snapshot: globalAdministrators(account('a', { accountEnabled: false })),
    says: 'fail',
    message: 'Every Global Administrator is disabled',
    evidence: ['roles: 0 accounts with Global Administrator; 1 disabled account not counted'],
  },
  {
    when: 'two, and eleven disabled',
    snapshot: globalAdministrators(
      ...admins(2),
      ...admins(13)
        .slice(2)
        .map((a) => ({ ...a, accountEnabled: false })),
    ),
    says: 'pass',
    message: '2 accounts … 2 to 4',
    evidence: [
      'roles: 2 accounts with Global Administrator: a0@example.com, a1@example.com; 11 disabled accounts not counted',
    ],
  },
  {
    when: 'one holds it twice',
    snapshot: { directoryRoles: [role('Global Administrator', account('a'), account('A'), account('b'))] },
    says: 'pass',
    message: '2 accounts … 2 to 4',
    evidence: ['roles: 2 accounts … Global Administrator: A@example.com, b@example.com'],
  },
]);

verdictTable('role.ga.range', [
  {
    when: 'nine',
    snapshot: globalAdministrators(...admins(9)),
    says: 'fail',
    message: '9 accounts … at most 8',
    evidence: [
      'roles: 9 accounts … Global Administrator: a0@example.com, a1@example.com, a2@example.com, a3@example.com, a4@example.com, a5@example.com, a6@example.com, a7@example.com, a8@example.com',
    ],
    affected: [
      'user a0: a0@example.com',
      'user a1: a1@example.com',
      'user a2: a2@example.com',
      'user a3: a3@example.com',
      'user a4: a4@example.com',
      'user a5: a5@example.com',
      'user a6: a6@example.com',
      'user a7: a7@example.com',
      'user a8: a8@example.com',
    ],
  },
  {
    when: 'one',
    snapshot: globalAdministrators(account('a')),
    says: 'fail',
    message: 'There is only one Global Administrator.',
    evidence: ['roles: 1 account with Global Administrator: a@example.com'],
    affected: ['user a: a@example.com'],
  },
]);

verdictTable('role.ga.ratio', [
  {
    when: 'two of three',
    snapshot: {
      directoryRoles: [
        role('Global Administrator', account('a'), account('b')),
        role('User Administrator', account('b'), account('c')),
      ],
    },
    says: 'fail',
    message: '2 accounts … 1 … narrower',
    evidence: ['roles: 2 Global Administrators, 1 other privileged account'],
    affected: ['user a: a@example.com', 'user b: b@example.com'],
  },
  {
    when: 'a group was not read',
    snapshot: globalAdministrators(account('a'), unread),
    says: 'couldNotCheck',
    message: 'not certain … members of a group',
    evidence: ['roles: 1 Global Administrator, 0 other privileged accounts'],
  },
  {
    when: 'nobody',
    snapshot: { directoryRoles: [role('User Administrator', account('c'))] },
    says: 'couldNotCheck',
    message: 'No Global Administrator',
    evidence: ['roles: 0 Global Administrators, 1 other privileged account'],
  },
]);

verdictTable('role.cloudonly', [
  {
    when: 'two are synchronized',
    snapshot: globalAdministrators(
      account('a', { onPremisesSyncEnabled: true }),
      account('b', { onPremisesSyncEnabled: true }),
      account('c', { onPremisesSyncEnabled: false }),
    ),
    says: 'fail',
    message: '2 administrator accounts are synchronized from Active Directory: compromising AD compromises the tenant.',
    evidence: [
      'roles: 3 privileged accounts checked',
      'users: a@example.com: synchronized account with Global Administrator (a)',
      'users: b@example.com: synchronized account with Global Administrator (b)',
    ],
    affected: ['user a: a@example.com', 'user b: b@example.com'],
  },
  {
    when: 'nobody',
    snapshot: { directoryRoles: [] },
    says: 'couldNotCheck',
    message: 'No privileged account',
    evidence: ['roles: 0 privileged accounts …'],
  },
  {
    when: 'a group was not read',
    snapshot: globalAdministrators(account('a', { onPremisesSyncEnabled: null }), unread),
    says: 'couldNotCheck',
    message: 'Not every … members of a group',
    evidence: ['roles: 1 privileged account checked'],
  },
  {
    when: 'two are not known',
    snapshot: globalAdministrators(
      { '@odata.type': '#microsoft.graph.user', id: 'a' },
      { '@odata.type': '#microsoft.graph.user', id: 'b' },
    ),
    says: 'couldNotCheck',
    message: '2 administrators … a, b',
    evidence: ['roles: 2 privileged accounts …'],
  },
  {
    when: 'the users say what the roles do not',
    snapshot: {
      ...globalAdministrators({ '@odata.type': '#microsoft.graph.user', id: 'A' }),
      users: [account('a', { onPremisesSyncEnabled: true })],
    },
    says: 'fail',
    message: '1 administrator account is synchronized from Active Directory: compromising AD compromises the tenant.',
    evidence: [
      'roles: 1 privileged account checked',
      'users: a@example.com: synchronized account with Global Administrator (A)',
    ],
    affected: ['user A: a@example.com'],
  },
  {
    when: 'the roles say what the users do not',
    snapshot: {
      ...globalAdministrators(account('a', { onPremisesSyncEnabled: true })),
      users: [{ id: 'a', displayName: 'Ann' }],
    },
    says: 'fail',
    message: '1 administrator account is synchronized from Active Directory: compromising AD compromises the tenant.',
    evidence: [
      'roles: 1 privileged account checked',
      'users: a@example.com: synchronized account with Global Administrator (a)',
    ],
    affected: ['user a: a@example.com'],
  },
]);

verdictTable('role.guest.admin', [
  {
    when: 'two guests',
    snapshot: globalAdministrators(account('a', { userType: 'Guest' }), account('b', { userType: 'Guest' })),
    says: 'fail',
    message: '2 guest accounts hold',
    evidence: [
      'roles: 2 privileged accounts …',
      'users: a@example.com: guest account with Global Administrator (a)',
      'users: b@example.com: guest account with Global Administrator (b)',
    ],
    affected: ['user a: a@example.com', 'user b: b@example.com'],
  },
  {
    when: 'one by the users',
    snapshot: {
      ...globalAdministrators({ '@odata.type': '#microsoft.graph.user', id: 'a' }),
      users: [account('a', { userType: 'Guest' })],
    },
    says: 'fail',
    message: '1 guest account holds',
    evidence: [
      'roles: 1 privileged account checked',
      'users: a@example.com: guest account with Global Administrator (a)',
    ],
    affected: ['user a: a@example.com'],
  },
]);

verdictTable('role.sp.secret', [
  {
    when: 'two have secrets',
    snapshot: {
      privilegedApplications: [
        application('s', withSecret('2027-01-01T00:00:00Z')),
        application('t', {
          passwordCredentials: [{ endDateTime: '2027-01-01T00:00:00Z' }, { endDateTime: '2028-01-01T00:00:00Z' }],
        }),
        application('u'),
      ],
    },
    says: 'fail',
    message: '2 applications … secret … App s, App t',
    evidence: [
      'privilegedApplications: App s: Global Administrator, User Administrator, 1 valid secret (s)',
      'privilegedApplications: App t: Global Administrator, User Administrator, 2 valid secrets (t)',
      'privilegedApplications: App u: Global Administrator, User Administrator, 0 valid secrets (u)',
    ],
    affected: ['application s: App s', 'application t: App t'],
  },
  {
    when: 'one is of another organization',
    snapshot: { privilegedApplications: [application('s', { foreign: true })] },
    says: 'warning',
    message: '1 application of other organizations … cannot be seen … App s',
    evidence: [
      'privilegedApplications: App s: Global Administrator, User Administrator, 0 valid secrets … another organization (s)',
    ],
    affected: ['application s: App s'],
  },
  {
    when: 'one is not told',
    snapshot: { privilegedApplications: [{ id: 's', displayName: 'App s', roles: ['Global Administrator'] }] },
    says: 'couldNotCheck',
    message: 'secrets of App s … not known',
    evidence: ['privilegedApplications: App s: Global Administrator, 0 valid secrets (s)'],
    affected: ['application s: App s'],
  },
]);

const strange = { '@odata.type': '#microsoft.graph.synthetic', id: 'x', displayName: 'x' };

verdictTable('role.sp.secret', [
  {
    when: 'none has a secret, and a holder is of a kind that is not known',
    snapshot: { ...globalAdministrators(strange), privilegedApplications: [] },
    says: 'couldNotCheck',
    message: 'Not every application … kind of a role holder is not known',
    evidence: ['roles: the kind of a role holder is not known'],
  },
  {
    when: 'none has a secret, and the members of a group with the role were not read',
    snapshot: { ...globalAdministrators(unread), privilegedApplications: [] },
    says: 'couldNotCheck',
    message: 'Not every application … members of a group … could not be read',
    evidence: ['roles: the members of a group … could not be read'],
  },
  {
    when: 'an agent has the secret of its blueprint',
    snapshot: {
      privilegedApplications: [
        application('n', { '@odata.type': '#microsoft.graph.agentIdentity', ...withSecret('2027-01-01T00:00:00Z') }),
      ],
    },
    says: 'fail',
    message: '1 application … secret … App n (agent identity)',
    evidence: ['privilegedApplications: App n (agent identity): … 1 valid secret (n)'],
    affected: ['application n: App n (agent identity)'],
  },
  {
    when: 'the blueprint of an agent is of another organization',
    snapshot: {
      privilegedApplications: [application('n', { '@odata.type': '#microsoft.graph.agentIdentity', foreign: true })],
    },
    says: 'warning',
    message: '1 application of other organizations … App n (agent identity)',
    evidence: [
      'privilegedApplications: App n (agent identity): … its blueprint is registered in another organization (n)',
    ],
    affected: ['application n: App n (agent identity)'],
  },
]);

verdictTable('role.sp.owners', [
  {
    when: 'none has an owner, and a holder is of a kind that is not known',
    snapshot: { ...globalAdministrators(strange), privilegedApplications: [] },
    says: 'couldNotCheck',
    message: 'Not every application … kind of a role holder is not known',
    evidence: ['roles: the kind of a role holder is not known'],
  },
  {
    when: 'no application holds a role',
    snapshot: { privilegedApplications: [] },
    says: 'pass',
    message: 'No application … owner',
  },
  {
    when: 'one has an owner, who stands at service principal and registration, and another has none',
    snapshot: {
      privilegedApplications: [
        application('s', { owners: [{ id: 'a', userPrincipalName: 'ada@example.com' }, { id: 'a' }] }),
        application('t', { owners: [] }),
      ],
    },
    says: 'fail',
    message: '1 application … has owners … App s',
    evidence: [
      'privilegedApplications: App s: Global Administrator, User Administrator, owned by ada@example.com (s)',
      'privilegedApplications: App t: Global Administrator, User Administrator, no owner (t)',
    ],
    affected: ['application s: App s'],
  },
  {
    when: 'one is not told',
    snapshot: { privilegedApplications: [application('s', { owners: [] }), application('t')] },
    says: 'couldNotCheck',
    message: 'owners of App t … not known',
    evidence: [
      'privilegedApplications: App s: Global Administrator, User Administrator, no owner (s)',
      'privilegedApplications: App t: Global Administrator, User Administrator, owners not reported (t)',
    ],
    affected: ['application t: App t'],
  },
  {
    when: 'an owner has no id',
    snapshot: { privilegedApplications: [application('t', { owners: [{ displayName: 'Ada' }] })] },
    says: 'couldNotCheck',
    message: 'owners of App t … not known',
    evidence: ['privilegedApplications: App t: … owners not reported (t)'],
    affected: ['application t: App t'],
  },
  {
    when: 'one of another organization has no owner here',
    snapshot: { privilegedApplications: [application('s', { foreign: true, owners: [] })] },
    says: 'pass',
    message: 'No application … in this tenant',
    evidence: ['privilegedApplications: App s: … no owner, registered in another organization … (s)'],
  },
]);

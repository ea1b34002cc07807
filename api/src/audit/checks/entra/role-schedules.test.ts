import type { JsonObject } from '../../facts/json-reader.ts';
import { account, day, globalAdministrators, refused } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const p2 = { subscribedSkus: [{ servicePlans: [{ servicePlanName: 'AAD_PREMIUM_P2' }] }] };
const pim = (...privilegedRoles: JsonObject[]): JsonObject => ({ ...p2, privilegedRoles });
const pimRole = (displayName: string, parts: JsonObject): JsonObject => ({ displayName, ...parts });
const given = (principalId: string, startDateTime: string | null, endDateTime: string | null): JsonObject => ({
  principalId,
  startDateTime,
  endDateTime,
});

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
      'roleSchedules: Admins: Global Administrator, from 2026-11-19T00:00:00Z to no end (g)',
      'roleSchedules: Backup: Global Administrator, from 2026-11-19T00:00:00Z to no end (s)',
      'roleSchedules: a@example.com: Global Administrator, from 2026-11-19T00:00:00Z to no end (A)',
      'roleSchedules: a@example.com: Global Administrator, from 2026-11-19T00:00:00Z to no end (A)',
    ],
    affected: ['group g: Admins', 'application s: Backup', 'user A: a@example.com'],
  },
  {
    when: 'an agent has no end',
    snapshot: {
      ...pim(pimRole('Exchange Administrator', { assignments: [given('n', day, null)] })),
      ...globalAdministrators(account('a'), {
        '@odata.type': '#microsoft.graph.agentIdentity',
        id: 'n',
        displayName: 'Invoices',
      }),
    },
    says: 'fail',
    message: '1 assignment … has no end',
    evidence: [
      'roleSchedules: 1 active assignment of privileged roles',
      'roleSchedules: Invoices (agent identity): Exchange Administrator, from 2026-11-19T00:00:00Z to no end (n)',
    ],
    affected: ['application n: Invoices (agent identity)'],
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
      'roleSchedules: 1 active assignment of privileged roles',
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
    evidence: ['roleSchedules: 1 active assignment of privileged roles'],
  },
  {
    when: 'the only one is declared',
    snapshot: {
      ...pim(pimRole('Global Administrator', { assignments: [given('A', day, null)] })),
      exemptions: { 'role.permanent': { roleExclusions: { users: ['a'], groups: [] } } },
    },
    says: 'pass',
    message: 'No privileged role … permanently',
    evidence: ['roleSchedules: 1 active assignment of privileged roles'],
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
      'roleSchedules: 1 active assignment of privileged roles',
      'roleSchedules: a: Global Administrator, from 2026-11-19T00:00:00Z to no end (a)',
    ],
    affected: ['user a: a'],
  },
  {
    when: 'the assignments were refused',
    snapshot: { ...p2, privilegedRoles: refused },
    says: 'notPermitted',
    message: 'refused … (role assignment schedules) … the audit application',
    recommendation: 'application permission RoleManagement.Read.Directory … admin consent',
    evidence: ['roleSchedules: 403 Authorization_RequestDenied: '],
  },
]);

verdictTable('role.outsidepim', [
  {
    when: 'one was made outside',
    snapshot: pim(pimRole('Global Administrator', { assignments: [given('a', null, null)] })),
    says: 'fail',
    message: 'was … outside',
    evidence: [
      'roleSchedules: 1 active assignment of privileged roles',
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
    message: 'were … outside',
    evidence: [
      'roleSchedules: 2 active assignments of privileged roles',
      'roleSchedules: a: Global Administrator, from never set to no end (a)',
      'roleSchedules: b: Global Administrator, from never set to 2027-01-01T00:00:00Z (b)',
    ],
    affected: ['user a: a', 'user b: b'],
  },
]);

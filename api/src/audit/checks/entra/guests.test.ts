import type { JsonObject } from '../../facts/json-reader.ts';
import { authorization } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const guestRole = (guestUserRoleId: string | null): JsonObject => authorization({ guestUserRoleId });
const inbound = (accessType: unknown, target: unknown): JsonObject => ({
  accessType,
  targets: [{ target }, { target: 'second' }],
});
const crossTenant = (usersAndGroups: JsonObject, applications: JsonObject, direct: JsonObject = {}): JsonObject => ({
  crossTenantAccessPolicy: {
    b2bCollaborationInbound: { usersAndGroups, applications },
    b2bDirectConnectInbound: direct,
  },
});

verdictTable('guest.access', [
  {
    when: 'they see themselves only',
    snapshot: guestRole('2af84b1e-32c8-42b7-82bc-daa82404023b'),
    says: 'pass',
    message: 'only their own',
    evidence: ['authorizationPolicies: guestUserRoleId = 2af84b1e-32c8-42b7-82bc-daa82404023b'],
  },
  {
    when: 'they have limited access',
    snapshot: guestRole('10dae51f-b6af-4016-8d66-8c2a99b929b3'),
    says: 'pass',
    message: 'limited access',
    evidence: ['authorizationPolicies: guestUserRoleId = 10dae51f-b6af-4016-8d66-8c2a99b929b3'],
  },
  {
    when: 'they are like members',
    snapshot: guestRole('a0b1b346-4d3e-4e8b-98f8-753987be4970'),
    says: 'fail',
    message: 'like members',
    evidence: ['authorizationPolicies: guestUserRoleId = a0b1b346-4d3e-4e8b-98f8-753987be4970'],
  },
  {
    when: 'it is not reported',
    snapshot: guestRole(null),
    says: 'couldNotCheck',
    message: 'does not say',
    evidence: ['authorizationPolicies: guestUserRoleId = not reported'],
  },
]);

verdictTable('guest.access.limited', [
  {
    when: 'they have limited access',
    snapshot: guestRole('10dae51f-b6af-4016-8d66-8c2a99b929b3'),
    says: 'pass',
    message: 'limited access',
    evidence: ['authorizationPolicies: guestUserRoleId = 10dae51f-b6af-4016-8d66-8c2a99b929b3'],
  },
]);

verdictTable('guest.invite', [
  {
    when: 'none',
    snapshot: authorization({ allowInvitesFrom: 'none' }),
    says: 'pass',
    message: 'Only Global Administrators',
    evidence: ['authorizationPolicies: allowInvitesFrom = none'],
  },
  {
    when: 'adminsAndGuestInviters',
    snapshot: authorization({ allowInvitesFrom: 'adminsAndGuestInviters' }),
    says: 'pass',
    message: 'administrators and guest inviters',
    evidence: ['authorizationPolicies: allowInvitesFrom = adminsandguestinviters'],
  },
  {
    when: 'adminsGuestInvitersAndAllMembers',
    snapshot: authorization({ allowInvitesFrom: 'adminsGuestInvitersAndAllMembers' }),
    says: 'fail',
    message: 'every member',
    evidence: ['authorizationPolicies: allowInvitesFrom = adminsguestinvitersandallmembers'],
  },
  {
    when: 'it is not reported',
    snapshot: authorization({}),
    says: 'couldNotCheck',
    message: 'does not say',
    evidence: ['authorizationPolicies: allowInvitesFrom = not reported'],
  },
]);

verdictTable('guest.xtap', [
  {
    when: 'all applications are blocked',
    snapshot: crossTenant(inbound('allowed', 'AllUsers'), inbound('blocked', 'AllApplications')),
    says: 'pass',
    message: 'Only named organizations',
    evidence: [
      'crossTenantAccessPolicy: b2bCollaborationInbound: usersAndGroups allowed for AllUsers, second; applications blocked for AllApplications, second',
    ],
  },
  {
    when: 'one group is blocked',
    snapshot: crossTenant(inbound('blocked', 'g'), inbound('allowed', 'AllApplications')),
    says: 'warning',
    message: 'by default, with exceptions',
    evidence: [
      'crossTenantAccessPolicy: b2bCollaborationInbound: usersAndGroups blocked for g, second; applications allowed for AllApplications, second',
    ],
  },
  {
    when: 'everything is allowed',
    snapshot: crossTenant(inbound('allowed', 'AllUsers'), inbound('allowed', 'AllApplications')),
    says: 'warning',
    message: 'by default.',
    evidence: [
      'crossTenantAccessPolicy: b2bCollaborationInbound: usersAndGroups allowed for AllUsers, second; applications allowed for AllApplications, second',
    ],
  },
  {
    when: 'one part is not reported',
    snapshot: crossTenant(inbound('allowed', 'AllUsers'), {}),
    says: 'couldNotCheck',
    message: 'response … defaults',
    evidence: [
      'crossTenantAccessPolicy: b2bCollaborationInbound: usersAndGroups allowed for AllUsers, second; applications not reported for nobody named',
    ],
  },
  {
    when: 'all users are blocked, direct connect is open',
    snapshot: crossTenant(inbound('blocked', 'AllUsers'), inbound('allowed', 'AllApplications'), {
      usersAndGroups: inbound('allowed', 'AllUsers'),
      applications: inbound('allowed', 'AllApplications'),
    }),
    says: 'warning',
    message: 'direct connect',
    evidence: [
      'crossTenantAccessPolicy: b2bCollaborationInbound: usersAndGroups blocked for AllUsers, second; applications allowed for AllApplications, second',
      'crossTenantAccessPolicy: b2bDirectConnectInbound: usersAndGroups and applications allowed',
    ],
  },
  {
    when: 'all users are blocked, direct connect is open for some applications',
    snapshot: crossTenant(inbound('blocked', 'AllUsers'), inbound('allowed', 'AllApplications'), {
      usersAndGroups: inbound('allowed', 'AllUsers'),
      applications: inbound('blocked', 'AllApplications'),
    }),
    says: 'pass',
    message: 'Only named organizations',
    evidence: [
      'crossTenantAccessPolicy: b2bCollaborationInbound: usersAndGroups blocked for AllUsers, second; applications allowed for AllApplications, second',
    ],
  },
]);

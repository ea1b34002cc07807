import type { JsonObject } from '../../facts/json-reader.ts';
import { policy } from '../../testing/policies.ts';
import { account, all, hybrid, policiesOf } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const report = (name: string, more: JsonObject = {}): JsonObject => ({
  ...policy({ name, state: 'enabledForReportingButNotEnforced' }),
  ...more,
});
const dirSync = 'd29b2b05-8046-44ba-8758-1e26182fcf32';
const grouped = policiesOf(
  policy({ users: { includeGroups: ['G1'], excludeGroups: ['g2'] } }),
  policy({ name: 'Off', state: 'disabled', users: { includeGroups: ['g9'] } }),
);
const plain = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  displayName: `Group ${id}`,
  groupTypes: [],
  securityEnabled: true,
  ...more,
});
const naming = policiesOf(
  policy({
    users: { includeUsers: ['U1'], excludeUsers: ['gone', 'None'], includeGroups: ['G1'], excludeGroups: ['lost'] },
  }),
);

verdictTable('ca.reportonly', [
  {
    when: 'one was changed long ago',
    snapshot: policiesOf(
      report('A', { createdDateTime: '2026-01-01T00:00:00Z', modifiedDateTime: '2026-10-01T00:00:00Z' }),
    ),
    says: 'warning',
    message: '1 policy has … report-only … "A"',
    evidence: ['conditionalAccessPolicies: "A" … report-only … 2026-10-01 (id-of-A)'],
    affected: ['policy id-of-A: A'],
  },
  {
    when: 'two were made long ago, one has no date',
    snapshot: policiesOf(
      report('A', { createdDateTime: '2026-01-01T00:00:00Z' }),
      report('B', { createdDateTime: '2026-01-02T00:00:00Z' }),
      report('C'),
    ),
    says: 'warning',
    message: '2 policies have … report-only … "A", "B"',
    evidence: [
      'conditionalAccessPolicies: "A" … report-only … 2026-01-01 (id-of-A)',
      'conditionalAccessPolicies: "B" … report-only … 2026-01-02 (id-of-B)',
      'conditionalAccessPolicies: "C" … report-only … unknown date (id-of-C)',
    ],
    affected: ['policy id-of-A: A', 'policy id-of-B: B'],
  },
  {
    when: 'one was changed a month ago to the second',
    snapshot: policiesOf(
      report('A', { createdDateTime: '2026-01-01T00:00:00Z', modifiedDateTime: '2026-10-21T12:00:00Z' }),
    ),
    says: 'pass',
    message: 'No policy … 30 days',
  },
  {
    when: 'two have no date',
    snapshot: policiesOf(report('A'), report('B')),
    says: 'couldNotCheck',
    message: 'not known … 2 policies have … "A", "B"',
    evidence: [
      'conditionalAccessPolicies: "A" … report-only … unknown date (id-of-A)',
      'conditionalAccessPolicies: "B" … report-only … unknown date (id-of-B)',
    ],
  },
  {
    when: 'one is on',
    snapshot: policiesOf(policy()),
    says: 'pass',
    message: 'No policy … 30 days',
  },
]);

verdictTable('ca.sync.account', [
  {
    when: 'two do not leave the role out',
    snapshot: {
      ...policiesOf(
        policy({ name: 'A' }),
        policy({ name: 'B' }),
        policy({ name: 'C', users: all({ excludeRoles: [dirSync] }) }),
      ),
      ...hybrid(true),
    },
    says: 'warning',
    message: '2 policies … "A", "B"',
    evidence: [
      'conditionalAccessPolicies: "A" does not … Directory Synchronization Accounts (id-of-A)',
      'conditionalAccessPolicies: "B" does not … Directory Synchronization Accounts (id-of-B)',
    ],
    affected: ['policy id-of-A: A', 'policy id-of-B: B'],
  },
  {
    when: 'one does not leave the role out',
    snapshot: { ...policiesOf(policy({ name: 'A', state: 'enabledForReportingButNotEnforced' })), ...hybrid(true) },
    says: 'warning',
    message: '1 policy … "A"',
    evidence: ['conditionalAccessPolicies: "A" does not … Directory Synchronization Accounts (id-of-A)'],
    affected: ['policy id-of-A: A'],
  },
  {
    when: 'all leave it out',
    snapshot: {
      ...policiesOf(policy({ name: 'A', users: all({ excludeRoles: [dirSync.toUpperCase()] }) })),
      ...hybrid(true),
    },
    says: 'pass',
    message: 'No policy on all users',
    evidence: ['conditionalAccessPolicies: "A" excludes the role (id-of-A)'],
  },
  {
    when: 'it is off',
    snapshot: { ...policiesOf(policy({ state: 'disabled' })), ...hybrid(true) },
    says: 'pass',
    message: 'No policy on all users',
  },
]);

verdictTable('ca.groups.protected', [
  {
    when: 'one is open, one role-assignable',
    snapshot: {
      ...grouped,
      groups: [
        plain('g1', { isAssignableToRole: true }),
        plain('g2', { isAssignableToRole: false, isManagementRestricted: false }),
      ],
    },
    says: 'warning',
    message: 'Group g2',
    evidence: ['groups: 2 groups are named by policies; 1 can be changed by group administrators'],
    affected: ['group g2: Group g2'],
  },
  {
    when: 'both are protected',
    snapshot: {
      ...grouped,
      groups: [plain('g1', { isAssignableToRole: true }), plain('g2', { isManagementRestricted: true })],
    },
    says: 'pass',
    message: 'privileged administrators only',
    evidence: ['groups: 2 groups … 0 … can be changed …'],
  },
  {
    when: 'one is not found',
    snapshot: { ...grouped, groups: [plain('g1', { isAssignableToRole: true })] },
    says: 'couldNotCheck',
    message: 'Not every group',
    evidence: ['groups: 2 groups … 0 … can be changed …'],
  },
  {
    when: 'groups are not known',
    snapshot: grouped,
    says: 'couldNotCheck',
    message: 'not collected: groups',
    recommendation: 'Run a scan',
  },
  {
    when: 'no policy names a group',
    snapshot: { ...policiesOf(policy()), groups: [] },
    says: 'pass',
    message: 'No policy names groups, so changing a group changes no policy.',
  },
]);

verdictTable('ca.deleted.refs', [
  {
    when: 'one account and one group are gone',
    snapshot: { ...naming, users: [account('u1')], groups: [plain('g1')] },
    says: 'warning',
    message: '2 accounts or groups … no longer exist',
    evidence: ['conditionalAccessPolicies: policies name 2 accounts and 2 groups; not found: 2'],
    affected: ['user gone: gone', 'group lost: lost'],
  },
  {
    when: 'all are there',
    snapshot: { ...naming, users: [account('U1'), account('GONE')], groups: [plain('G1'), plain('LOST')] },
    says: 'pass',
    message: 'Every account and group',
    evidence: ['conditionalAccessPolicies: policies name 2 accounts and 2 groups; not found: 0'],
  },
  {
    when: 'accounts are not known',
    snapshot: { ...naming, groups: [plain('g1'), plain('lost')] },
    says: 'couldNotCheck',
    message: 'not collected: users',
    recommendation: 'Run a scan',
  },
  {
    when: 'groups are not known',
    snapshot: { ...naming, users: [account('u1'), account('gone')] },
    says: 'couldNotCheck',
    message: 'not collected: groups',
    recommendation: 'Run a scan',
  },
  {
    when: 'groups are not known, and an account is gone',
    snapshot: { ...naming, users: [account('u1')] },
    says: 'warning',
    message: '1 account or group',
    evidence: ['conditionalAccessPolicies: policies name 2 accounts and 2 groups; not found: 1'],
    affected: ['user gone: gone'],
  },
  {
    when: 'neither is known, and neither is named',
    snapshot: policiesOf(policy()),
    says: 'pass',
    message: 'Every account and group',
    evidence: ['conditionalAccessPolicies: policies name 0 accounts and 0 groups; not found: 0'],
  },
]);

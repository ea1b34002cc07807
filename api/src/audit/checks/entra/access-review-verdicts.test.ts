import type { JsonObject } from '../../facts/json-reader.ts';
import { globalAdministratorId } from '../../microsoft/privileged-roles.ts';
import { account, role } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const guestsOnly = { query: "./members?$filter=(userType  eq  'Guest')" };
const weekly = { type: 'weekly', interval: 1 };
const review = (more: JsonObject = {}, pattern: unknown = weekly, recurrence: JsonObject = {}): JsonObject => ({
  id: 'r1',
  displayName: 'Review',
  status: 'InProgress',
  scope: guestsOnly,
  settings: { recurrence: { pattern, ...recurrence } },
  ...more,
});
const until = (endDate: string, type = 'endDate'): JsonObject => ({ range: { type, endDate } });
const overRoles = (...ids: string[]): JsonObject => ({
  principalScopes: [{ query: '/users' }],
  resourceScopes: ids.map((id) => ({ query: `/roleManagement/directory/roleDefinitions/${id}` })),
});
const exchangeRole = '29232cdf-9323-42fd-ade2-1d097af3e4de';
const heldBy = (...members: JsonObject[]): JsonObject => ({
  directoryRoles: [
    { roleTemplateId: globalAdministratorId, displayName: 'Global Administrator', members },
    { roleTemplateId: exchangeRole.toUpperCase(), displayName: 'Exchange Administrator', members },
    { displayName: 'Directory Readers', members },
  ],
});

verdictTable('review.guests', [
  {
    when: 'every thirty-one days',
    snapshot: { accessReviews: [review({}, { type: 'daily', interval: 31 })] },
    says: 'pass',
    message: 'Guest access is reviewed at least monthly.',
    evidence: ['accessReviews: "Review": running, every 31 days (r1)'],
  },
  {
    when: 'once',
    snapshot: { accessReviews: [review({}, null)] },
    says: 'warning',
    message: 'less often',
    evidence: ['accessReviews: "Review": running, once (r1)'],
  },
  {
    when: 'each month, but done',
    snapshot: { accessReviews: [review({ status: 'Completed' })] },
    says: 'fail',
    message: 'Guest access is not reviewed.',
    evidence: ['accessReviews: "Review": not running, every 7 days (r1)'],
  },
  {
    when: 'until today',
    snapshot: { accessReviews: [review({}, weekly, until('2026-11-20'))] },
    says: 'pass',
    message: 'Guest access is reviewed at least monthly.',
    evidence: ['accessReviews: "Review": running, every 7 days (r1)'],
  },
  {
    when: 'without an end, beside an old date',
    snapshot: { accessReviews: [review({}, weekly, until('2020-01-01', 'noEnd'))] },
    says: 'pass',
    message: 'Guest access is reviewed at least monthly.',
    evidence: ['accessReviews: "Review": running, every 7 days (r1)'],
  },
  {
    when: 'until noon of the day before',
    snapshot: { accessReviews: [review({}, weekly, until('2026-11-19T12:00:00Z'))] },
    says: 'fail',
    message: 'Guest access is not reviewed.',
    evidence: ['accessReviews: "Review": not running, every 7 days (r1)'],
  },
  {
    when: 'without a name',
    snapshot: { accessReviews: [review({ displayName: null })] },
    says: 'pass',
    message: 'Guest access is reviewed at least monthly.',
    evidence: ['accessReviews: "r1": running, every 7 days (r1)'],
  },
  {
    when: 'without a name and an id',
    snapshot: { accessReviews: [review({ displayName: null, id: null })] },
    says: 'pass',
    message: 'Guest access is reviewed at least monthly.',
    evidence: ['accessReviews: "a review without a name": running, every 7 days'],
  },
  {
    when: 'of somebody else',
    snapshot: { accessReviews: [review({ scope: { query: '/groups/x/members' } })] },
    says: 'fail',
    message: 'Guest access is not reviewed.',
    evidence: ['accessReviews: 1 review, none of guests'],
  },
  {
    when: 'of none',
    snapshot: { accessReviews: [], users: [account('a', { userType: 'Guest' })] },
    says: 'fail',
    message: 'Guest access is not reviewed.',
    evidence: ['accessReviews: 0 reviews, none of guests'],
  },
  {
    when: 'by the people of its scope',
    snapshot: { accessReviews: [review({ scope: { principalScopes: [guestsOnly] } })] },
    says: 'pass',
    message: 'Guest access is reviewed at least monthly.',
    evidence: ['accessReviews: "Review": running, every 7 days (r1)'],
  },
  {
    when: 'by each instance',
    snapshot: { accessReviews: [review({ scope: {}, instanceEnumerationScope: guestsOnly })] },
    says: 'pass',
    message: 'Guest access is reviewed at least monthly.',
    evidence: ['accessReviews: "Review": running, every 7 days (r1)'],
  },
  {
    when: 'a rhythm of another form',
    snapshot: { accessReviews: [review({}, { type: 5, interval: 1 })] },
    says: 'couldNotCheck',
    message: 'access review',
    evidence: ['accessReviews: "Review": running, once (r1)'],
  },
  {
    when: 'an interval of another form',
    snapshot: { accessReviews: [review({}, { type: 'weekly', interval: '1' })] },
    says: 'couldNotCheck',
    message: 'access review',
    evidence: ['accessReviews: "Review": running, every 7 days (r1)'],
  },
  {
    when: 'a query of another form',
    snapshot: { accessReviews: [review({ scope: { query: 5 } })] },
    says: 'couldNotCheck',
    message: 'access review',
    evidence: ['accessReviews: 1 review, none of guests'],
  },
  {
    when: 'resources of another form',
    snapshot: { accessReviews: [review({ scope: { ...guestsOnly, resourceScopes: [guestsOnly, 5] } })] },
    says: 'couldNotCheck',
    message: 'access review',
    evidence: ['accessReviews: "Review": running, every 7 days (r1)'],
  },
]);

verdictTable('review.roles', [
  {
    when: 'both, each week',
    snapshot: {
      ...heldBy(account('a')),
      accessReviews: [review({ scope: overRoles(globalAdministratorId.toUpperCase(), exchangeRole) })],
    },
    says: 'pass',
    message: '2 privileged roles are',
    evidence: ['accessReviews: "Review": running, every 7 days (r1)'],
  },
  {
    when: 'one of two',
    snapshot: { ...heldBy(account('a')), accessReviews: [review({ scope: overRoles(globalAdministratorId) })] },
    says: 'warning',
    message: 'Not reviewed at least monthly: Exchange Administrator.',
    evidence: ['accessReviews: "Review": running, every 7 days (r1)'],
    affected: ['role 29232cdf-9323-42fd-ade2-1d097af3e4de: Exchange Administrator'],
  },
  {
    when: 'both, each quarter',
    snapshot: {
      ...heldBy(account('a')),
      accessReviews: [
        review({ scope: overRoles(globalAdministratorId, exchangeRole) }, { type: 'absoluteMonthly', interval: 3 }),
      ],
    },
    says: 'warning',
    message: 'Global Administrator, Exchange Administrator',
    evidence: ['accessReviews: "Review": running, every 93 days (r1)'],
    affected: [
      'role 62e90394-69f5-4237-9190-012177145e10: Global Administrator',
      'role 29232cdf-9323-42fd-ade2-1d097af3e4de: Exchange Administrator',
    ],
  },
  {
    when: 'of neither, beside one that is not told',
    snapshot: { ...heldBy(account('a')), accessReviews: [review(), review({ status: 5 })] },
    says: 'couldNotCheck',
    message: 'access review',
    evidence: ['accessReviews: 2 reviews, none of privileged roles'],
  },
  {
    when: 'of roles that nobody holds',
    snapshot: { directoryRoles: [role('Directory Readers', account('a'))], accessReviews: [] },
    says: 'notApplicable',
    message: 'Nobody holds',
  },
  {
    when: 'a group holds them',
    snapshot: { ...heldBy({ '@odata.type': '#microsoft.graph.group', id: 'g' }), accessReviews: [] },
    says: 'fail',
    message: 'Global Administrator, Exchange Administrator',
    evidence: ['accessReviews: 0 reviews, none of privileged roles'],
    affected: [
      'role 62e90394-69f5-4237-9190-012177145e10: Global Administrator',
      'role 29232cdf-9323-42fd-ade2-1d097af3e4de: Exchange Administrator',
    ],
  },
]);

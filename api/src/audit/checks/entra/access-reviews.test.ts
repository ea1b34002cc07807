import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../facts/json-reader.ts';
import { globalAdministratorId } from '../../microsoft/privileged-roles.ts';
import { verdictFor } from '../../testing/verdict-for.ts';
import { naming } from '../../testing/wording.ts';

const exchangeAdministratorId = '29232cdf-9323-42fd-ade2-1d097af3e4de';
const guests = { query: "./members/microsoft.graph.user/?$count=true&$filter=(userType eq 'Guest')" };
const ofRoles = (...ids: string[]) => ({
  principalScopes: [{ query: '/users' }],
  resourceScopes: ids.map((id) => ({ query: `/roleManagement/directory/roleDefinitions/${id}` })),
});
const review = (scope: JsonObject, pattern: JsonObject | null, more: JsonObject = {}): JsonObject => ({
  id: 'r1',
  displayName: 'A review',
  status: 'InProgress',
  scope,
  settings: { recurrence: pattern === null ? null : { pattern, range: { type: 'noEnd' } } },
  ...more,
});
const monthlyWith = (scope: JsonObject, decisions: JsonObject): JsonObject =>
  review(scope, null, { settings: { recurrence: { pattern: each('absoluteMonthly') }, ...decisions } });
const each = (type: string, interval = 1): JsonObject => ({ type, interval });
const holders = (...roleIds: string[]) => ({
  directoryRoles: roleIds.map((roleTemplateId) => ({
    roleTemplateId,
    displayName: roleTemplateId === globalAdministratorId ? 'Global Administrator' : 'Exchange Administrator',
    members: [{ '@odata.type': '#microsoft.graph.user', id: 'a', displayName: 'a' }],
  })),
});

describe('reviews of guests', () => {
  test.each<[string, JsonObject, string]>([
    ['each month', review(guests, each('absoluteMonthly')), 'pass'],
    ['on the first Monday of each month', review(guests, each('relativeMonthly')), 'pass'],
    ['every four weeks', review(guests, each('weekly', 4)), 'pass'],
    ['every five weeks', review(guests, each('weekly', 5)), 'warning'],
    ['each quarter', review(guests, each('absoluteMonthly', 3)), 'warning'],
    ['each year', review(guests, each('absoluteYearly')), 'warning'],
    ['once', review(guests, null), 'warning'],
    ['in a rhythm that nobody knows', review(guests, each('lunar')), 'warning'],
    ['each month, with an interval of nought', review(guests, each('absoluteMonthly', 0)), 'warning'],
    ['each month, but completed', review(guests, each('absoluteMonthly'), { status: 'Completed' }), 'fail'],
    ...[
      { autoApplyDecisionsEnabled: false },
      { defaultDecisionEnabled: true, defaultDecision: 'Approve' },
      { defaultDecisionEnabled: true, defaultDecision: 'None' },
      { defaultDecisionEnabled: false, defaultDecision: 'Deny' },
    ].map((decisions): [string, JsonObject, string] => [
      `each month, with ${JSON.stringify(decisions)}`,
      monthlyWith(guests, decisions),
      'warning',
    ]),
    [
      'each month, denying and removing by itself',
      monthlyWith(guests, {
        autoApplyDecisionsEnabled: true,
        defaultDecisionEnabled: true,
        defaultDecision: 'Deny',
      }),
      'pass',
    ],
    [
      'each month, in one group',
      review(
        { query: "/v1.0/groups/7d1c/transitiveMembers/microsoft.graph.user/?$filter=(userType eq 'Guest')" },
        each('absoluteMonthly'),
      ),
      'warning',
    ],
    ['each month, of everybody', review({ query: '/groups/x/transitiveMembers' }, each('absoluteMonthly')), 'fail'],
    [
      'each month, until last year',
      review(guests, null, {
        settings: { recurrence: { pattern: each('weekly'), range: { type: 'endDate', endDate: '2025-12-31' } } },
      }),
      'fail',
    ],
    [
      'each week, until today',
      review(guests, null, {
        settings: { recurrence: { pattern: each('weekly'), range: { type: 'endDate', endDate: '2026-11-20' } } },
      }),
      'pass',
    ],
    [
      'each month, by the scope of their instances',
      review({}, each('weekly'), { instanceEnumerationScope: guests }),
      'pass',
    ],
  ])('%s', (_, one, status) => {
    expect(verdictFor('review.guests', { accessReviews: [one] }).status).toBe(status);
  });

  test('are not missed where there are no guests, and are where there are', () => {
    const user = { id: 'u', displayName: 'u', userType: 'Member', accountEnabled: true };
    expect(verdictFor('review.guests', { accessReviews: [], users: [user] }).status).toBe('notApplicable');
    const guest = { ...user, id: 'g', userType: 'Guest' };
    const verdict = verdictFor('review.guests', { accessReviews: [], users: [user, guest] });
    expect(verdict.status).toBe('fail');
    expect(verdict.evidence).toEqual([{ dataset: 'accessReviews', observed: '0 reviews, none of guests' }]);
  });

  test('need a license, and that is said', () => {
    const refused = { error: { status: 400, code: 'AadPremiumLicenseRequired' } };
    const verdict = verdictFor('review.guests', { accessReviews: refused });
    expect(verdict.status).toBe('notLicensed');
    expect(verdict.message).toContain('Microsoft Entra ID P2');
  });
});

describe('reviews of privileged roles', () => {
  const both = holders(globalAdministratorId, exchangeAdministratorId);

  test('have to look at each role that somebody holds', () => {
    const one = review(ofRoles(globalAdministratorId), each('weekly'));
    const verdict = verdictFor('review.roles', { ...both, accessReviews: [one] });
    expect(verdict).toMatchObject({
      status: 'warning',
      message: naming('Not reviewed … Exchange Administrator'),
      affected: [{ type: 'role', id: exchangeAdministratorId, name: 'Exchange Administrator' }],
      evidence: [{ dataset: 'accessReviews', observed: '"A review": running, every 7 days', objectId: 'r1' }],
    });
    const two = review(ofRoles(exchangeAdministratorId.toUpperCase()), each('absoluteMonthly'), { id: 'r2' });
    expect(verdictFor('review.roles', { ...both, accessReviews: [one, two] })).toMatchObject({
      status: 'pass',
      message: naming('2 privileged roles … monthly'),
    });
  });

  test('that come less often are a warning, none at all a failure', () => {
    const quarterly = review(ofRoles(globalAdministratorId, exchangeAdministratorId), each('absoluteMonthly', 3));
    expect(verdictFor('review.roles', { ...both, accessReviews: [quarterly] }).status).toBe('warning');
    expect(verdictFor('review.roles', { ...both, accessReviews: [] })).toMatchObject({
      status: 'fail',
      affectedCount: 2,
    });
  });

  test('are not asked for where nobody holds such a role', () => {
    const readers = { directoryRoles: [{ ...holders('88d8e3e3-8f55-4a1e-953a-9b9898b8876b').directoryRoles[0] }] };
    expect(verdictFor('review.roles', { ...readers, accessReviews: [] }).status).toBe('notApplicable');
  });
});

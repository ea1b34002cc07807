import { describe, expect, test } from 'vitest';
import { signInActivityReducer, userReducer } from '../../collect/reduce/users.ts';
import { describedAccounts } from '../../facts/account-facts.ts';
import { collected, type Facts } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { factsFromSnapshot } from '../../snapshot/snapshot.ts';
import { testNow, verdictFor } from '../../testing/verdict-for.ts';
import { accountDetailsOf } from './account-details.ts';

const e5 = '06ebc4ee-1bb5-47dd-8120-11324bc54e06';
const other = '11111111-2222-4333-8444-555555555555';
const ada = {
  id: 'ADA',
  userPrincipalName: 'ada@example.com',
  accountEnabled: true,
  userType: 'Member',
  assignedLicenses: [{ skuId: e5.toUpperCase() }, { skuId: other }],
  signInActivity: { lastSuccessfulSignInDateTime: '2026-01-02T03:04:05Z' },
};
const bob = { ...ada, id: 'bob', userPrincipalName: 'bob@example.com', assignedLicenses: [], signInActivity: null };
const registered = (id: string, isMfaCapable: boolean | null) => ({ id, userType: 'member', isMfaCapable });
const whole: JsonObject = {
  users: [ada, { ...bob, createdDateTime: '2020-01-01T00:00:00Z' }],
  subscribedSkus: [{ skuId: e5, skuPartNumber: 'SPE_E5' }],
  userRegistrationDetails: [registered('ada', true), registered('bob', false)],
  privilegedUsers: { ada: { DisplayName: 'Ada', roles: ['Global Administrator'] } },
};
const detailsOf = (snapshot: JsonObject, id: string) =>
  accountDetailsOf(factsFromSnapshot(snapshot, testNow).facts)(id);
const unknown = { roles: null, licenses: null, lastSignIn: null, mfa: null };

describe('what is known of an account', () => {
  test('is told with every account that a verdict names, whatever check it is', () => {
    const [first, second] = verdictFor('user.stale', whole).affected;
    expect(first?.account).toMatchObject({
      licenses: ['Microsoft 365 E5', other],
      lastSignIn: '2026-01-02T03:04:05.000Z',
      mfa: true,
    });
    expect(second?.account).toMatchObject({ licenses: [], lastSignIn: 'none', mfa: false });
    const [lacksMfa] = verdictFor('mfa.registration', whole).affected;
    expect(lacksMfa?.account).toEqual(second?.account);
  });

  test('is not known where nothing was collected, or the account is in no answer', () => {
    expect(detailsOf({}, 'ada')).toEqual(unknown);
    expect(detailsOf(whole, 'somebody')).toEqual(unknown);
  });

  test.each([
    ['users', { lastSignIn: null, licenses: null }],
    ['userRegistrationDetails', { mfa: null }],
  ])('is not known of %s that were refused', (source, gone) => {
    const refused = { error: { status: 403, code: 'Authorization_RequestDenied' } };
    expect(detailsOf({ ...whole, [source]: refused }, 'ada')).toMatchObject(gone);
  });

  test.each([
    ['a sign-in that is not told', { signInActivity: {} }, { lastSignIn: null }],
    ['a sign-in of another form', { signInActivity: { lastSuccessfulSignInDateTime: 7 } }, { lastSignIn: null }],
    [
      'a sign-in that has never succeeded',
      { signInActivity: { lastSuccessfulSignInDateTime: null, lastSignInDateTime: '2026-11-01T00:00:00Z' } },
      { lastSignIn: 'none' },
    ],
    [
      'the last of any sign-ins where Microsoft tells no successful one apart',
      { signInActivity: { lastSignInDateTime: '2026-11-01T00:00:00Z' } },
      { lastSignIn: '2026-11-01T00:00:00.000Z' },
    ],
    ['licenses of another form', { assignedLicenses: ['x'] }, { licenses: null }],
    ['licenses that are not told', { assignedLicenses: undefined }, { licenses: null }],
  ])('is told as it was answered: %s', (_, answer, told) => {
    expect(detailsOf({ ...whole, users: [{ ...ada, ...answer }] }, 'ada')).toMatchObject(told);
  });

  const holding = (principalId: string, eligible: boolean) => ({
    roleTemplateId: '62e90394-69f5-4237-9190-012177145e10',
    roleName: 'Global Administrator',
    principalId,
    principalType: 'user' as const,
    name: principalId,
    upn: null,
    viaGroupId: null,
    eligible,
  });
  const withRoles = (more: object): Facts => ({
    roles: collected(
      {
        holdings: [holding('Ada', true), holding('Ada', false), holding('bob', true)],
        accounts: [],
        unresolvedGroups: [],
        eligibility: 'read' as const,
        ...more,
      },
      testNow,
    ),
  });

  test('marks a role that has to be activated, and says "no role" only where all holders are known', () => {
    const rolesOf = (facts: Facts) => ['ada', 'bob', 'cy'].map((id) => accountDetailsOf(facts)(id).roles);
    const known = [['Global Administrator'], ['Global Administrator (eligible)']];
    expect(rolesOf(withRoles({}))).toEqual([...known, []]);
    expect(rolesOf(withRoles({ eligibility: 'refused' }))).toEqual([...known, null]);
    const group = { id: 'g', name: 'Admins', roleTemplateId: 'r' };
    expect(rolesOf(withRoles({ unresolvedGroups: [group] }))).toEqual([...known, null]);
  });

  test('is kept of a bounded number, with those that were asked for and those that are listed as unused', () => {
    const users = Array.from({ length: describedAccounts + 10 }, (_, index) => ({ ...ada, id: `u${index}` }));
    const used = users.map((user) => ({
      ...user,
      signInActivity: { lastSuccessfulSignInDateTime: '2026-11-19T00:00:00Z' },
    }));
    const asked = userReducer(new Set([`u${describedAccounts + 5}`]));
    asked.add(users);
    const activity = signInActivityReducer(testNow);
    activity.add(used);
    activity.add([{ ...ada, id: 'stale' }]);
    const facts: Facts = {
      users: collected(asked.finish(), testNow),
      signInActivity: collected(activity.finish(), testNow),
      subscribedSkus: collected([], testNow),
    };
    const tell = accountDetailsOf(facts);
    expect([tell('u0').licenses, tell(`u${describedAccounts + 5}`).licenses]).toEqual([
      [e5, other],
      [e5, other],
    ]);
    expect(tell(`u${describedAccounts + 6}`)).toEqual(unknown);
    expect(tell('stale').lastSignIn).toBe('2026-01-02T03:04:05.000Z');
  });
});

describe('what is known of an alert', () => {
  const alert = {
    id: 'a1',
    title: 'Suspicious inbox rule',
    severity: 'high',
    status: 'new',
    createdDateTime: '2026-11-01T00:00:00Z',
    alertWebUrl: 'https://security.microsoft.com/alerts/a1',
    evidence: [
      { userAccount: { userPrincipalName: 'ada@example.com' } },
      { userAccount: { userPrincipalName: 'ada@example.com' } },
      { primaryAddress: 'shared@example.com' },
      { ipAddress: '198.51.100.7' },
    ],
  };
  const told = (more: object) => verdictFor('tenant.alerts', { alerts: [{ ...alert, ...more }] }).affected[0]?.alert;

  test('is its accounts, its day and its link', () => {
    expect(told({})).toEqual({
      users: ['ada@example.com', 'shared@example.com'],
      createdAt: '2026-11-01T00:00:00.000Z',
      url: 'https://security.microsoft.com/alerts/a1',
    });
  });

  test('is not known where the answer does not say, and no link but to a page', () => {
    expect(told({ evidence: undefined, createdDateTime: undefined, alertWebUrl: undefined })).toEqual({
      users: null,
      createdAt: null,
      url: null,
    });
    expect(told({ alertWebUrl: 'javascript:alert(1)', evidence: [] })).toMatchObject({ users: [], url: null });
  });
});

import { describe, expect, test } from 'vitest';
import { testNow, verdictFor } from '../testing/verdict-for.ts';
import { factsFromSnapshot } from './snapshot.ts';

describe('a snapshot', () => {
  test('that lacks a dataset, or has null for it, means not collected', () => {
    const { facts } = factsFromSnapshot({ domains: null }, testNow);
    expect(facts).toEqual({});
  });

  test('that holds an error in place of a dataset means refused, with its reason', () => {
    const { facts } = factsFromSnapshot(
      {
        riskyUsers: {
          error: { status: 403, code: 'Forbidden', message: 'Your tenant is not licensed for this feature.' },
        },
      },
      testNow,
    );
    expect(facts.riskyUsers).toMatchObject({ state: 'failed', reason: 'notLicensed', status: 403 });
  });

  test('of a national cloud has what that cloud does not offer for that reason, whatever was answered', () => {
    const error = {
      status: 400,
      code: 'BadRequest',
      message: "Resource not found for the segment 'identityProtection'.",
    };
    const snapshot = { riskyUsers: { error }, alerts: [], domains: [{ id: 'a.example' }] };
    const { facts } = factsFromSnapshot({ ...snapshot, cloud: 'china' }, testNow);
    expect(facts.riskyUsers).toMatchObject({ state: 'failed', reason: 'notOffered' });
    expect(facts.secureScores).toMatchObject({ state: 'failed', reason: 'notOffered' });
    // What somebody gives all the same is there.
    expect([facts.alerts?.state, facts.domains?.state]).toEqual(['ok', 'ok']);
    expect(factsFromSnapshot(snapshot, testNow).facts.riskyUsers).toMatchObject({ reason: 'couldNotCheck' });
    expect(factsFromSnapshot({ cloud: 'commercial' }, testNow).facts).toEqual({});
  });

  test('of a cloud that is none is refused', () => {
    expect(() => factsFromSnapshot({ cloud: 'moon' }, testNow)).toThrow(
      'There are commercial, gcc, gcchigh, dod, china.',
    );
  });

  test('that holds text in place of a list could not be checked', () => {
    expect(
      factsFromSnapshot({ conditionalAccessPolicies: 'none' }, testNow).facts.conditionalAccessPolicies,
    ).toMatchObject({ state: 'failed', code: 'UnexpectedAnswer' });
  });

  test('may give a list bare or as Graph does, under value', () => {
    const bare = factsFromSnapshot({ domains: [{ id: 'a.example' }] }, testNow).facts.domains;
    expect(factsFromSnapshot({ domains: { value: [{ id: 'a.example' }] } }, testNow).facts.domains).toEqual(bare);
    expect(factsFromSnapshot({ domains: ['a.example'] }, testNow).facts.domains).toEqual(bare);
  });

  test('with several authorization policies is judged by the worst of them', () => {
    const policies = [true, false].map((allowedToCreateApps) => ({
      defaultUserRolePermissions: { allowedToCreateApps },
    }));
    expect(verdictFor('app.register', { authorizationPolicies: policies }).status).toBe('fail');
  });

  test('knows enumeration values in any spelling of capitals', () => {
    expect(
      verdictFor('spo.sharing', { sharepointSettings: { sharingCapability: 'ExternalUserAndGuestSharing' } }).status,
    ).toBe('fail');
    expect(verdictFor('spo.sharing', { sharepointSettings: { sharingCapability: 'DISABLED' } }).status).toBe('pass');
  });

  test('joins role holders from roles with members and from privileged users', () => {
    const snapshot = {
      directoryRoles: [{ displayName: 'Global Administrator', members: [{ id: 'a', displayName: 'A' }] }],
      privilegedUsers: [
        { id: 'a', displayName: 'A', onPremisesImmutableId: 'x', roles: ['Global Administrator'] },
        { id: 'b', displayName: 'B', onPremisesImmutableId: null, roles: ['Global Administrator'] },
      ],
    };
    expect(verdictFor('role.ga.count', snapshot).status).toBe('pass');
    expect(verdictFor('role.cloudonly', snapshot)).toMatchObject({ status: 'fail', affectedCount: 1 });
  });
});

describe('mail records', () => {
  const dns = (records: object): object => ({ dns: { 'example.com': records } });

  test.each([
    ['dns.spf', { txt: [], errors: true }, 'couldNotCheck'],
    ['dns.spf', { txt: [], nxdomain: true }, 'fail'],
    ['dns.spf', { txt: ['v=spf1 -all', 'v=spf1 ~all'] }, 'fail'],
    ['dns.spf', { txt: ['v=spf1 redirect=_spf.example.net'] }, 'couldNotCheck'],
    ['dns.spf', { txt: ['v=spf10 -all'] }, 'fail'],
    ['dns.dmarc', { dmarc: ['v=DMARC1; p=quarantine'] }, 'warning'],
    ['dns.dmarc', { dmarc: ['v=DMARC1; p=reject; pct=20'] }, 'warning'],
    ['dns.dmarc', { dmarc: ['v=DMARC1; p=reject', 'v=DMARC1; p=none'] }, 'fail'],
    ['dns.dmarc', { txt: [] }, 'couldNotCheck'],
    ['dns.dkim', { dkim: ['v=DKIM1; p='] }, 'fail'],
    ['dns.dkim', { txt: ['v=spf1 -all'], dkim: [] }, 'notApplicable'],
  ])('%s on %j is %s', (check, records, status) => {
    expect(verdictFor(check, dns(records) as Record<string, unknown>).status).toBe(status);
  });

  test('one domain without protection is not covered up by another that has it', () => {
    const both = { dns: { 'a.example': { dmarc: ['v=DMARC1; p=reject'] }, 'b.example': { dmarc: [] } } };
    expect(verdictFor('dns.dmarc', both)).toMatchObject({
      status: 'fail',
      affected: [{ type: 'domain', id: 'b.example' }],
    });
  });

  test('a domain of the tenant of which no record was read keeps the check from passing', () => {
    const half = { domains: ['a.example', 'b.example'], dns: { 'a.example': { dmarc: ['v=DMARC1; p=reject'] } } };
    expect(verdictFor('dns.dmarc', half).status).toBe('couldNotCheck');
    expect(
      verdictFor('dns.dmarc', { ...half, domains: ['a.example', { id: 'b.example', isVerified: false }] }).status,
    ).toBe('pass');
  });
});

test('SMS that is off in the new policy is not off while the old MFA policy is in force', () => {
  const policy = (policyMigrationState: string): Record<string, unknown> => ({
    authenticationMethodsPolicy: {
      policyMigrationState,
      authenticationMethodConfigurations: ['Sms', 'Voice', 'Email'].map((id) => ({ id, state: 'disabled' })),
    },
  });
  expect(verdictFor('mfa.methods.weak', policy('preMigration')).status).toBe('warning');
  expect(verdictFor('mfa.methods.email', policy('preMigration')).status).toBe('pass');
  expect(verdictFor('mfa.methods.weak', policy('migrationComplete')).status).toBe('pass');
});

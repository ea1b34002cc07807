import { describe, expect, test } from 'vitest';
import { directorySyncRoles } from '../../../microsoft/privileged-roles.ts';
import { factsFromSnapshot } from '../../../snapshot/snapshot.ts';
import { testNow } from '../../../testing/verdict-for.ts';
import { type DatasetSnapshot, settingsSnapshot } from '../../drift/settings-snapshot.ts';
import { evaluateFacts } from '../../evaluate.ts';
import { remedyOf } from '../remedies.ts';
import { quotableJson, remedyScript, type ScriptHosts } from './remedy-script.ts';
import { scriptForTenant } from './script-for-tenant.ts';
import { scriptTenantOf } from './script-tenant.ts';

const tenantId = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const hosts: ScriptHosts = {
  login: 'https://login.microsoftonline.us',
  graph: 'https://graph.microsoft.us',
  resource: 'https://graph.microsoft.us',
};
const remedy = (id: string) => {
  const found = remedyOf(id);
  if (found === null) throw new Error(`there is no remedy ${id}`);
  return found;
};

function scriptOf(id: string, snapshot: Record<string, unknown>, emergencyAccounts: string[] = []) {
  const { facts } = factsFromSnapshot(snapshot, testNow);
  const { verdicts } = evaluateFacts(facts, { now: testNow });
  const known = { tenantId, scannedAt: testNow.toISOString(), settings: settingsSnapshot(facts), emergencyAccounts };
  return scriptForTenant(remedy(id), scriptTenantOf({ ...known, verdicts }), hosts);
}
const made = (...args: Parameters<typeof scriptOf>) => {
  const script = scriptOf(...args);
  if (script === null || 'because' in script) throw new Error(script?.because ?? 'no plan');
  return script;
};
const planIn = (text: string) => JSON.parse(/\$plan = Read-Json '([^']*)'/.exec(text)?.[1] ?? '');

test('what is quoted is ASCII without a quote, and the same text to whoever reads it', () => {
  const texts = ["'; x '", '’‘‚‛“”„', '$(x) `', "\n'@\n", '\u202e\u0000\u001b', '😀'];
  const quoted = quotableJson({ texts, 'a’key': 1 });
  expect(quoted).toMatch(/^[\x20-\x26\x28-\x7e\n]*$/);
  expect(JSON.parse(quoted)).toEqual({ texts, 'a’key': 1 });
  expect(JSON.parse(quotableJson(['\ud800x']))).toEqual(['\ufffdx']);
});

test('a script is refused where an id, an instant or a host is none', () => {
  const parts = { remedy: remedy('restrict-guests'), steps: [], note: null, hosts };
  const tenant = { tenantId, scannedAt: testNow.toISOString() };
  expect(remedyScript({ ...parts, tenant })).toContain('#requires -Version 7.2');
  expect(() => remedyScript({ ...parts, tenant: { ...tenant, tenantId: "x'; y" } })).toThrow('is no id');
  expect(() => remedyScript({ ...parts, tenant: { ...tenant, scannedAt: 'today' } })).toThrow('is no instant');
  const bad = { ...hosts, graph: "https://x' " };
  expect(() => remedyScript({ ...parts, tenant, hosts: bad })).toThrow('is no host');
});

const noDefaults = { securityDefaults: { isEnabled: false } };
const policy = { id: 'authorizationPolicy', allowInvitesFrom: 'everyone' };

test('it signs in and calls where the tenant’s cloud is, and asks for the narrowest permissions', () => {
  const script = made('restrict-guests', { authorizationPolicy: policy });
  expect(script).toMatchObject({ reads: ['Policy.Read.All'], writes: ['Policy.ReadWrite.Authorization'], note: null });
  expect(planIn(script.text)).toMatchObject({
    ...hosts,
    tenantId,
    steps: [{ set: { allowInvitesFrom: 'adminsAndGuestInviters' }, seen: { allowInvitesFrom: 'everyone' } }],
  });
});

test('new policies are in report-only, without the break-glass accounts; nobody is excluded who is not there', () => {
  const snapshot = {
    ...noDefaults,
    conditionalAccessPolicies: [],
    organization: [{ id: 'o', onPremisesSyncEnabled: null }],
  };
  const script = made('block-legacy-authentication', snapshot, ['11111111-1111-4111-8111-111111111111']);
  expect(planIn(script.text).steps).toMatchObject([
    {
      kind: 'create',
      set: {
        state: 'enabledForReportingButNotEnforced',
        conditions: { users: { excludeUsers: ['11111111-1111-4111-8111-111111111111'], excludeRoles: [] } },
      },
    },
  ]);
  expect(script.note).toContain('report-only');
  expect(made('block-legacy-authentication', snapshot).note).toContain('No break-glass account is declared');
  const synchronized = { ...snapshot, organization: [{ id: 'o', onPremisesSyncEnabled: true }] };
  const [step] = planIn(made('block-legacy-authentication', synchronized).text).steps;
  expect(step.set.conditions.users.excludeRoles).toEqual(directorySyncRoles);
});

describe('a policy that stands in report-only', () => {
  const [first, second] = ['1', '2'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`) as [
    string,
    string,
  ];
  const users = { includeUsers: ['All'], excludeUsers: [first], excludeRoles: ['r'] };
  const conditions = {
    users,
    clientAppTypes: ['exchangeActiveSync', 'other'],
    applications: { includeApplications: ['All'], excludeApplications: [] },
    platforms: null,
  };
  const waiting = {
    id: 'p1',
    displayName: 'Block legacy authentication',
    state: 'enabledForReportingButNotEnforced',
    conditions,
    grantControls: { operator: 'OR', builtInControls: ['block'], termsOfUse: [] },
  };
  const offered = (policy: object, emergency: string[] = []) =>
    scriptOf('block-legacy-authentication', { ...noDefaults, conditionalAccessPolicies: [policy] }, emergency);

  test('and is what the script would make is offered by its id, and held to what the scan saw of it', () => {
    const script = offered(waiting, [first]);
    expect(script).toMatchObject({
      steps: [{ turnOn: 'p1', call: 'PATCH /identity/conditionalAccess/policies/p1', caution: null }],
    });
    const [step] = planIn(
      made('block-legacy-authentication', { ...noDefaults, conditionalAccessPolicies: [waiting] }, [first]).text,
    ).steps;
    expect(step.set.state).toBe('enabled');
    expect(step.held).toEqual(['conditions', 'grantControls', 'sessionControls']);
    expect(step.seen).toMatchObject({ state: waiting.state, conditions: { users }, grantControls: { operator: 'OR' } });
  });

  test('leaves out the accounts that were declared for emergencies since, beside those that it leaves out already', () => {
    const snapshot = { ...noDefaults, conditionalAccessPolicies: [waiting] };
    const [step] = planIn(made('block-legacy-authentication', snapshot, [first.toUpperCase(), second]).text).steps;
    expect(step.set.conditions.users).toMatchObject({ includeUsers: ['All'], excludeUsers: [first, second] });
    expect(step.set.conditions.clientAppTypes).toEqual(conditions.clientAppTypes);
    const tidied = scriptOf(
      'tidy-policies',
      { ...noDefaults, conditionalAccessPolicies: [{ ...waiting, modifiedDateTime: '2026-01-01T00:00:00Z' }] },
      [second],
    );
    expect(tidied).toMatchObject({
      steps: [{ title: expect.stringContaining('leaves out the break-glass accounts') }],
    });
    const none = offered(waiting);
    expect(none).toMatchObject({ steps: [{ caution: expect.stringContaining('No break-glass account is declared') }] });
  });

  test('and is another one under the name of the script’s is not offered as that, however it is written', () => {
    const because = expect.stringContaining('Another policy than the script would make stands in report-only');
    const others = [
      { ...waiting, conditions: { ...conditions, clientAppTypes: ['all'] } },
      { ...waiting, conditions: { ...conditions, locations: { includeLocations: ['All'] } } },
      { ...waiting, grantControls: { operator: 'OR', builtInControls: ['mfa'] } },
      { ...waiting, sessionControls: { signInFrequency: { isEnabled: true, type: 'hours', value: 1 } } },
      { ...waiting, displayName: 'BLOCK legacy authentication', grantControls: null },
    ];
    for (const other of others) expect(offered(other)).toEqual({ because });
  });

  test('and of which a scan could not keep all is left to a person, and the others are not', () => {
    const long = {
      ...waiting,
      id: 'p2',
      conditions: { ...conditions, devices: { deviceFilter: { rule: 'x'.repeat(900) } } },
    };
    const old = [waiting, long].map((one) => ({ ...one, modifiedDateTime: '2026-01-01T00:00:00Z' }));
    const script = scriptOf('tidy-policies', { ...noDefaults, conditionalAccessPolicies: old }, [first]);
    expect(script).toMatchObject({ steps: [{ turnOn: 'p1' }] });
    expect(script).not.toMatchObject({ steps: [{}, {}] });
  });
});

test('without what the scan would have to know there is no script, and the answer says why', () => {
  expect(scriptOf('restrict-guests', {})).toEqual({ because: expect.stringContaining('It was not collected.') });
  const good = { guestUserRoleId: '2af84b1e-32c8-42b7-82bc-daa82404023b', allowInvitesFrom: 'none' };
  const nothing = { because: 'Nothing that a script can set is open here.' };
  expect(scriptOf('restrict-guests', { authorizationPolicy: { ...policy, ...good } })).toEqual(nothing);
  expect(scriptOf('spf-record', {})).toBeNull();
  const noReviewer = scriptOf('restrict-app-consent', {
    authorizationPolicy: { ...policy, defaultUserRolePermissions: { allowedToCreateApps: true } },
    adminConsentRequestPolicy: { isEnabled: false },
  });
  expect(noReviewer).toEqual({ because: expect.stringContaining('could not be read at the last scan') });
});

describe('accounts are blocked', () => {
  const [holder, emergency, member] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`);
  const affected = [holder, emergency, member].map((id = '', index) => ({
    type: 'user' as const,
    id: id.toUpperCase(),
    name: `u${index}@contoso.com`,
  }));
  const roles = (more: object = {}): DatasetSnapshot => ({
    state: 'ok',
    objects: [{ id: `eligible/group/role/${holder}`, name: 'Somebody', value: {} }],
    unread: [],
    ...more,
  });
  const script = (held: DatasetSnapshot, listed = affected) =>
    scriptForTenant(
      remedy('stale-accounts'),
      {
        tenantId,
        scannedAt: testNow.toISOString(),
        settings: { datasets: { roles: held }, names: {} },
        emergencyAccounts: [emergency ?? ''],
        open: new Set(['user.stale']),
        affected: new Map([['user.stale', listed]]),
        closedByDefaults: new Set(),
        lacksEntraP1: false,
        isCloudOnly: true,
      },
      hosts,
    );

  test('by their ids, without those that hold or may hold a role or are kept for emergencies', () => {
    const path = `PATCH /users/${member?.toUpperCase()}`;
    expect(script(roles())).toMatchObject({
      steps: [{ call: path, closes: ['user.stale'] }],
      reads: ['RoleManagement.Read.Directory', 'User.Read.All'],
      writes: ['RoleManagement.Read.Directory', 'User.EnableDisableAccount.All', 'User.Read.All'],
    });
    expect(script(roles(), affected.slice(0, 2))).toEqual({ because: expect.stringContaining('no script disables') });
    const named = [{ type: 'user' as const, id: 'box@contoso.com', name: 'box@contoso.com' }];
    expect(script(roles(), named)).toEqual({ because: 'Nothing that a script can set is open here.' });
  });

  test('only where it is known who holds a role', () => {
    const failed = { state: 'failed', reason: 'other', because: 'It was refused.' } as const;
    expect(script(failed)).toEqual({ because: expect.stringContaining('It was refused.') });
    const unread = (reason: 'notLicensed' | 'other') => [
      { prefix: 'eligible/', reason, because: 'They were not read.' },
    ];
    expect(script(roles({ unread: unread('other') }))).toEqual({
      because: expect.stringContaining('They were not read'),
    });
    expect(script(roles({ unread: unread('notLicensed') }))).toMatchObject({ steps: [{}] });
  });
});

test('third-party storage is turned off by what is there, else by what is made for it', () => {
  const absent = made('third-party-storage', { webStoragePrincipals: [] });
  expect(planIn(absent.text).steps).toMatchObject([{ kind: 'create', set: { accountEnabled: false } }]);
  const there = made('third-party-storage', { webStoragePrincipals: [{ id: 'p', accountEnabled: true }] });
  expect(there.steps).toMatchObject([{ call: 'PATCH /servicePrincipals/p' }]);
});

describe('authentication methods', () => {
  const companion = { state: 'disabled', includeTarget: { targetType: 'group', id: 'all_users' } };
  const methods = (policyMigrationState: string | null) => ({
    authenticationMethodsPolicy: {
      policyMigrationState,
      authenticationMethodConfigurations: [
        { id: 'Sms', state: 'enabled' },
        { id: 'MicrosoftAuthenticator', state: 'enabled', featureSettings: { companionAppAllowedState: companion } },
      ],
    },
  });
  const stepsOf = (state: string | null) =>
    planIn(made('strengthen-authentication-methods', methods(state)).text).steps;

  test('keep the features of Microsoft Authenticator that nothing was asked of', () => {
    const [authenticator] = stepsOf('preMigration');
    expect(authenticator.set.featureSettings.companionAppAllowedState).toEqual(companion);
    expect(authenticator.held).toEqual(['featureSettings']);
  });

  test('are migrated where the tenant has legacy policies, and not where it never had', () => {
    const isMigration = ({ set }: { set: object }) => 'policyMigrationState' in set;
    expect(stepsOf('preMigration').filter(isMigration)).toHaveLength(1);
    expect(stepsOf(null).filter(isMigration)).toEqual([]);
  });
});

test('what is stricter already stays: a long list of banned words, and an idle time that is shorter though off', () => {
  const values = [
    { name: 'EnableBannedPasswordCheck', value: 'False' },
    { name: 'BannedPasswordList', value: 'contoso\tfabrikam\t'.repeat(50) },
  ];
  const templateId = '5cf42378-d67d-4f36-ba46-e8b86229381d';
  const words = made('password-protection', { groupSettings: [{ id: 's', templateId, values }] });
  expect(planIn(words.text).steps).toMatchObject([{ values: { EnableBannedPasswordCheck: 'True' } }]);
  expect(planIn(words.text).steps[0].values).not.toHaveProperty('BannedPasswordList');

  const idle = (signOutAfterInSeconds: number) => {
    const idleSessionSignOut = { isEnabled: false, warnAfterInSeconds: 600, signOutAfterInSeconds };
    const { text } = made('limit-sessions', { sharepointSettings: { idleSessionSignOut } });
    return planIn(text).steps[0].set.idleSessionSignOut;
  };
  expect(idle(900)).toEqual({ isEnabled: true, warnAfterInSeconds: 600, signOutAfterInSeconds: 900 });
  expect(idle(7200)).toEqual({ isEnabled: true, warnAfterInSeconds: 3000, signOutAfterInSeconds: 3600 });
});

test('a value that a scan cut is not taken for what Microsoft sent', () => {
  const permissionGrantPoliciesAssigned = ['ManagePermissionGrantsForSelf.x', 'y'.repeat(500)];
  const script = scriptOf('restrict-app-consent', {
    authorizationPolicy: { defaultUserRolePermissions: { permissionGrantPoliciesAssigned } },
  });
  expect(script).toEqual({ because: 'A text of this setting is too long for a scan to keep.' });
});

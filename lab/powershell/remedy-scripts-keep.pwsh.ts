import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testNow } from '../../api/src/audit/testing/verdict-for.ts';
import { openPowerShell } from './powershell-session.ts';
import { openRemedyPlace } from './testing/remedy-place.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const mixed = 'd5a3c7b8-64e0-4f19-a2d1-9f8e7c6b5a04';

const shell = openPowerShell();
let place: Awaited<ReturnType<typeof openRemedyPlace>>;
beforeEach(async () => {
  place = await openRemedyPlace(shell);
});
afterEach(() => place.close());
afterAll(() => shell.close());

const scriptOf = async (id: string, more: Parameters<typeof place.script>[3] = {}) =>
  place.script(id, weak, await place.facts(weak), more);
const changePolicy = (policyId: string, set: Record<string, unknown>) =>
  place.cloud.changeTenant(weak, { kind: 'policy', policyId, set });

describe('a policy that a script made', () => {
  /** Applied, and offered by the next script under the name that is given. */
  const tried = async () => {
    const script = await scriptOf('block-insider-risk');
    expect((await place.run(script, weak, { Apply: true })).code).toBe(0);
    const next = { ...(await scriptOf('block-insider-risk')), fileName: 'next.ps1' };
    const policyId = next.steps[0]?.turnOn ?? '';
    return { script, next, policyId };
  };

  test('is not switched on, and not deleted, where somebody changed since what it does', async () => {
    const { script, next, policyId } = await tried();
    changePolicy(policyId, { conditions: { users: { excludeGroups: ['11111111-0000-4000-8000-000000000009'] } } });
    const state = await place.state(weak);
    const on = await place.run(next, weak, { Apply: true, TurnOn: [policyId] });
    expect([on.code, on.output]).toEqual([1, expect.stringContaining('1 of 1 changed since the scan')]);
    const undo = await place.run(script, weak, { Undo: true });
    expect([undo.code, undo.output]).toEqual([1, expect.stringContaining('1 of 1 changed since -Apply')]);
    expect(await place.state(weak)).toEqual(state);
  });

  test('leaves out accounts that were declared for emergencies since, once it is on, and is undone to what it was', async () => {
    const { policyId } = await tried();
    const state = await place.state(weak);
    const [member] = await place.members(weak);
    const emergencyAccounts = [member?.id ?? ''];
    const next = { ...(await scriptOf('block-insider-risk', { emergencyAccounts })), fileName: 'next.ps1' };
    expect((await place.run(next, weak, { Apply: true, TurnOn: [policyId] })).code).toBe(0);
    const { conditionalAccessPolicies: read } = await place.facts(weak);
    const policy = read?.state === 'ok' ? read.value.find(({ id }) => id === policyId) : undefined;
    expect(policy).toMatchObject({ state: 'enabled', conditions: { users: { excludeUsers: emergencyAccounts } } });
    expect((await place.run(next, weak, { Undo: true })).code).toBe(0);
    expect(await place.state(weak)).toEqual(state);
  });

  test('is not switched on by an id that the script does not know', async () => {
    const { next } = await tried();
    const strange = await place.run(next, weak, { Apply: true, TurnOn: ['no-policy-of-it'] });
    expect([strange.code, strange.output]).toEqual([1, expect.stringContaining('-TurnOn names what is not in this')]);
  });
});

describe('limits on credentials', () => {
  const restriction = (restrictionType: string, more: object = {}) => ({
    restrictionType,
    state: 'enabled',
    maxLifetime: null,
    restrictForAppsCreatedAfterDateTime: '0001-01-01T00:00:00Z',
    ...more,
  });
  const limits = (passwordCredentials: object[], more: object = {}) => ({
    passwordCredentials,
    keyCredentials: [restriction('asymmetricKeyLifetime', { maxLifetime: 'P365D' })],
    ...more,
  });
  const all = [restriction('passwordAddition'), restriction('customPasswordAddition')];
  const set = (set: Record<string, unknown>) =>
    place.cloud.changeTenant(weak, { kind: 'setting', setting: 'appManagement', set: { isEnabled: true, ...set } });

  test('are never loosened, and what else is there stays', async () => {
    const actor = { customSecurityAttributes: [{ id: 'CI_Build', operator: 'equals', value: 'yes' }] };
    const identifierUris = { nonDefaultUriAddition: restriction('nonDefaultUriAddition', { excludeActors: actor }) };
    const strict = restriction('passwordLifetime', { maxLifetime: 'P30D', excludeActors: actor });
    const keys = [
      restriction('symmetricKeyAddition', { state: 'disabled' }),
      restriction('symmetricKeyLifetime', { state: 'disabled', maxLifetime: 'P90D' }),
    ];
    set({
      applicationRestrictions: limits([...all, strict, ...keys], { identifierUris }),
      servicePrincipalRestrictions: limits(all),
    });
    const state = await place.state(weak);
    const script = await scriptOf('limit-application-credentials');
    expect(script.text).toContain('nonDefaultUriAddition');
    expect((await place.run(script, weak, { Apply: true })).code).toBe(0);
    const after = await place.facts(weak);
    expect(['app.credentials.add', 'app.credentials.secret'].map((id) => place.statusOf(after, id))).toEqual([
      'pass',
      'pass',
    ]);
    const { defaultAppManagementPolicy: read } = after;
    const policy: Record<string, unknown> = read?.state === 'ok' ? { ...read.value } : {};
    expect(policy.applicationRestrictions).toMatchObject({ identifierUris });
    expect(Object(policy.applicationRestrictions).passwordCredentials).toEqual(
      expect.arrayContaining([strict, restriction('symmetricKeyLifetime', { maxLifetime: 'P90D' })]),
    );
    expect((await place.run(script, weak, { Undo: true })).code).toBe(0);
    expect(await place.state(weak)).toEqual(state);
  });

  test('that hold only for those created later are extended to all, and a change of that date since is refused', async () => {
    const late = [
      restriction('passwordAddition', { restrictForAppsCreatedAfterDateTime: '2026-01-01T00:00:00Z' }),
      all[1] ?? {},
    ];
    const lifetime = restriction('passwordLifetime', { maxLifetime: 'P90D' });
    const both = (passwords: object[]) =>
      set({
        applicationRestrictions: limits([...passwords, lifetime]),
        servicePrincipalRestrictions: limits([...passwords, lifetime]),
      });
    both(late);
    const script = await scriptOf('limit-application-credentials');
    both(all);
    // Somebody else did it.
    const done = await place.run(script, weak, { Apply: true });
    expect([done.code, done.output]).toEqual([0, expect.stringContaining('Nothing was changed.')]);
    both(late);
    const applied = await place.run(script, weak, { Apply: true });
    expect([applied.code, applied.output]).toEqual([0, expect.stringMatching(/^changed /m)]);
    expect(place.statusOf(await place.facts(weak), 'app.credentials.add')).toBe('pass');
    both(
      late.with(0, restriction('passwordAddition', { restrictForAppsCreatedAfterDateTime: '2026-05-01T00:00:00Z' })),
    );
    const undo = await place.run(script, weak, { Undo: true });
    expect([undo.code, undo.output]).toEqual([1, expect.stringContaining('changed since -Apply')]);
  });
});

describe('what is sent whole', () => {
  type Setting = Extract<Parameters<typeof place.cloud.changeTenant>[1], { kind: 'setting' }>['setting'];
  const set = (setting: Setting, set: Record<string, unknown>) =>
    place.cloud.changeTenant(weak, { kind: 'setting', setting, set });

  test('is refused where a list that was empty at the scan has been filled since', async () => {
    const joinedBy = (users: string[]) => ({
      '@odata.type': '#microsoft.graph.enumeratedDeviceRegistrationMembership',
      users,
      groups: ['11111111-0000-4000-8000-000000000003'],
    });
    const join = (users: string[]) => set('deviceRegistration', { azureADJoin: { allowedToJoin: joinedBy(users) } });
    join([]);
    const script = await scriptOf('device-settings');
    join(['11111111-0000-4000-8000-000000000004']);
    const state = await place.state(weak);
    const late = await place.run(script, weak, { Apply: true });
    expect([late.code, late.output]).toEqual([1, expect.stringContaining('1 of 1 changed since the scan')]);
    expect(await place.state(weak)).toEqual(state);

    const fresh = await scriptOf('device-settings');
    expect((await place.run(fresh, weak, { Apply: true })).code).toBe(0);
    expect((await place.run(fresh, weak, { Undo: true })).code).toBe(0);
    expect(await place.state(weak)).toEqual(state);
  });

  test('keeps the reviewers of requests for consent', async () => {
    const reviewers = [{ query: '/groups/11111111-0000-4000-8000-000000000005/members', queryType: 'MicrosoftGraph' }];
    set('adminConsentRequest', { isEnabled: false, reviewers, requestDurationInDays: 14 });
    const script = await scriptOf('restrict-app-consent');
    expect((await place.run(script, weak, { Apply: true })).code).toBe(0);
    const after = await place.facts(weak);
    expect(place.statusOf(after, 'app.consent.workflow')).toBe('pass');
    const { adminConsentRequestPolicy: read } = after;
    expect(read?.state === 'ok' ? read.value : read).toMatchObject({ reviewers, requestDurationInDays: 14 });
  });
});

describe('a script that was made days ago', () => {
  const daysAgo = (days: number) => new Date(testNow.getTime() - days * 86_400_000).toISOString();

  test('makes reviews that begin on the day on which they are made, by Microsoft’s clock, and finds them again', async () => {
    const facts = await place.facts(mixed);
    const script = place.script('access-reviews', mixed, facts, { scannedAt: daysAgo(9) });
    expect((await place.run(script, mixed, { Apply: true })).code).toBe(0);
    const { accessReviews: read } = await place.facts(mixed);
    const own = (read?.state === 'ok' ? read.value : []).filter(({ displayName }) =>
      String(displayName).startsWith('Monthly review of'),
    );
    expect(own.length).toBeGreaterThan(1);
    for (const { settings } of own)
      expect(settings).toMatchObject({
        recurrence: { pattern: { dayOfMonth: 20 }, range: { type: 'noEnd', startDate: '2026-11-20' } },
      });
    const again = await place.run({ ...script, fileName: 'again.ps1' }, mixed);
    expect(again.output).toContain('Nothing was changed: 0 to do.');
  });

  test('disables nobody once its scan is more than thirty days old, and says so', async () => {
    const state = await place.state(weak);
    const old = await scriptOf('stale-accounts', { scannedAt: daysAgo(31) });
    const refused = await place.run(old, weak, { Apply: true });
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('The scan is 31 days old')]);
    expect(await place.state(weak)).toEqual(state);
    const looked = await place.run(old, weak);
    expect([looked.code, looked.output]).toEqual([0, expect.stringContaining('The scan is 31 days old')]);
  });
});

import { existsSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { objectsAt } from '../../api/src/audit/facts/json-reader.ts';
import { update } from '../../api/src/audit/findings/remedies/scripts/plan-settings.ts';
import type { JsonBody } from '../../api/src/audit/findings/remedies/scripts/remedy-plan.ts';
import { openPowerShell } from './powershell-session.ts';
import { openRemedyPlace } from './testing/remedy-place.ts';

/** The setting of this name in the weak tenant. */
const passwordRules = '6d1f8f0a-2f9e-4a43-9a0e-6f4f1f0a7b11';
const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const shell = openPowerShell();
let place: Awaited<ReturnType<typeof openRemedyPlace>>;
beforeEach(async () => {
  place = await openRemedyPlace(shell);
});
afterEach(() => place.close());
afterAll(() => shell.close());

const scriptOf = async (id: string) => place.script(id, weak, await place.facts(weak));

describe('-Apply', () => {
  test('looks again before each write, and stops where somebody changed the object while it ran', async () => {
    const script = await scriptOf('restrict-app-consent');
    const users = { permissionGrantPoliciesAssigned: ['ManagePermissionGrantsForSelf.somebody-elses'] };
    const set = { defaultUserRolePermissions: users };
    let isChanged = false;
    // Once all was looked at, while the first write takes its time.
    const onOutput = (output: string) => {
      if (isChanged || output.match(/^ +then: /gm)?.length !== script.steps.length) return;
      isChanged = true;
      place.cloud.changeTenant(weak, { kind: 'setting', setting: 'authorization', set });
    };
    place.cloud.faults.set({ kind: 'slow', method: 'PUT', pathPrefix: '/policies', delayMs: 3000, times: 1 });
    const { code, output } = await place.run(script, weak, { Apply: true }, { onOutput });
    expect([isChanged, code, output]).toEqual([true, 1, expect.stringContaining('it changed while this ran')]);
    const { authorizationPolicies: read } = await place.facts(weak);
    const [policy] = read?.state === 'ok' ? read.value : [];
    expect(policy).toMatchObject(set);
  });

  test('does not tell as done what Microsoft took and does not show', async () => {
    const state = await place.state(weak);
    const script = await scriptOf('restrict-guests');
    place.cloud.faults.set({
      kind: 'status',
      method: 'PATCH',
      pathPrefix: '/policies',
      status: 200,
      body: {},
      times: 1,
    });
    const { code, output } = await place.run(script, weak, { Apply: true });
    expect([code, output]).toEqual([1, expect.stringMatching(/^not shown {2}/m)]);
    expect(output).toContain('are not shown by Microsoft');
    expect(output).not.toMatch(/^changed|All is done/m);
    expect((await place.run(script, weak, { Undo: true })).code).toBe(0);
    expect(await place.state(weak)).toEqual(state);
  });

  test('with -Confirm does what was agreed to, and does not say that all is done', async () => {
    const script = await scriptOf('restrict-app-consent');
    const { code, output } = await place.run(script, weak, { Apply: true, Confirm: true }, { answers: ['Y', 'L'] });
    expect([code, output.match(/^changed /gm)?.length]).toEqual([0, 1]);
    expect(output).toContain(`${script.steps.length - 1} of ${script.steps.length} were declined`);
    expect(output).not.toContain('All is done');
  });

  test('sets a named value that the setting lacks', async () => {
    const { groupSettings: read } = await place.facts(weak);
    const rules = (read?.state === 'ok' ? read.value : []).find(({ id }) => id === passwordRules) ?? {};
    const values = objectsAt(rules, 'values') as JsonBody[];
    const title = 'The list of banned passwords is not there';
    const step = update({
      title,
      closes: [],
      path: `/groupSettings/${passwordRules}`,
      method: 'PATCH',
      set: { values: values.filter(({ name }) => name !== 'BannedPasswordList') },
      seen: rules,
      read: 'GroupSettings.Read.All',
      write: ['GroupSettings.ReadWrite.All'],
    });
    expect((await place.run(place.scriptOfSteps(weak, [step]), weak, { Apply: true })).output).toContain(title);
    const script = await scriptOf('password-protection');
    expect((await place.run(script, weak, { Apply: true })).code).toBe(0);
    expect(place.statusOf(await place.facts(weak), 'user.pwd.banned')).toBe('pass');
  });
});

test('a script that only looks says what is to be known before, such as that no break-glass account is declared', async () => {
  const script = await scriptOf('block-insider-risk');
  const looked = await place.run(script, weak);
  expect([looked.code, looked.output]).toEqual([0, expect.stringContaining('No break-glass account is declared')]);
  expect(existsSync(place.image(weak, script))).toBe(false);
});

test('a policy that nobody named and that changed since stands in the way of no other', async () => {
  const state = 'enabledForReportingButNotEnforced';
  const conditions = { users: { includeUsers: ['All'] }, applications: { includeApplications: ['All'] } };
  for (const policyId of ['first', 'second'])
    place.cloud.changeTenant(weak, { kind: 'policy', policyId, set: { displayName: policyId, state, conditions } });
  const script = await scriptOf('tidy-policies');
  place.cloud.changeTenant(weak, {
    kind: 'policy',
    policyId: 'first',
    set: { sessionControls: { disableResilienceDefaults: true } },
  });
  const { code, output } = await place.run(script, weak, { Apply: true, TurnOn: ['second'] });
  expect([code, output.match(/^changed /gm)?.length]).toEqual([0, 1]);
  expect(output).toContain('it changed since the scan: a new script may switch it on');
});

test('of a long list only what has that name is read, and what passes is waited for', async () => {
  const script = place.script('manage-groups', weak, await place.facts(weak), {
    open: new Set(['guest.dynamic.group']),
  });
  expect(script.steps.map(({ call }) => call)).toEqual(['POST /groups']);
  place.cloud.faults.set({
    kind: 'status',
    method: 'GET',
    pathPrefix: '/groups',
    status: 502,
    retryAfterSeconds: 1,
    times: 1,
  });
  // Whoever reads all of them comes to a further page.
  place.cloud.faults.set({ kind: 'status', method: 'GET', pathPrefix: '/groups', onLaterPages: true, status: 400 });
  expect((await place.run(script, weak, { Apply: true })).code).toBe(0);
  const again = await place.run({ ...script, fileName: 'again.ps1' }, weak);
  expect(again.output).toContain('Nothing was changed: 0 to do.');
  expect((await place.run(script, weak, { Undo: true })).code).toBe(0);
});

test('an account that was given a role since the scan is not disabled', async () => {
  const members = await place.members(weak);
  place.shareMailboxes(
    weak,
    members.map(({ mail }) => mail),
  );
  const script = await scriptOf('block-shared-mailbox-sign-in');
  const [promoted, ordinary] = members.map(({ id }) => id) as [string, string];
  await place.giveRole(weak, promoted, 'Exchange Administrator');
  const refused = await place.run(script, weak, { Apply: true });
  expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('it holds a directory role by now')]);
  expect((await place.run(script, weak, { Apply: true, Only: [ordinary] })).code).toBe(0);
  expect(await place.enabled(weak, [promoted, ordinary])).toEqual([true, false]);
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPowerShell } from './powershell-session.ts';
import { openRemedyPlace } from './testing/remedy-place.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';

const shell = openPowerShell();
let place: Awaited<ReturnType<typeof openRemedyPlace>>;
beforeEach(async () => {
  place = await openRemedyPlace(shell);
});
afterEach(() => place.close());
afterAll(() => shell.close());

const invitesFrom = (allowInvitesFrom: string) =>
  place.cloud.changeTenant(weak, { kind: 'setting', setting: 'authorization', set: { allowInvitesFrom } });
const scriptOf = async (id: string) => place.script(id, weak, await place.facts(weak));

describe('a script', () => {
  test('refuses where somebody changed the setting since the scan, and where somebody did since -Apply', async () => {
    const script = await scriptOf('restrict-guests');
    invitesFrom('adminsGuestInvitersAndAllMembers');
    const state = await place.state(weak);
    const late = await place.run(script, weak, { Apply: true });
    expect([late.code, late.output]).toEqual([1, expect.stringContaining('1 of 1 changed since the scan')]);
    expect(await place.state(weak)).toEqual(state);

    const fresh = await scriptOf('restrict-guests');
    expect((await place.run(fresh, weak, { Apply: true })).code).toBe(0);
    invitesFrom('none');
    const changed = await place.state(weak);
    const undo = await place.run(fresh, weak, { Undo: true });
    expect([undo.code, undo.output]).toEqual([1, expect.stringContaining('1 of 1 changed since -Apply')]);
    expect(await place.state(weak)).toEqual(changed);
  });

  test('does nothing where it is done already, and refuses where a policy of its name is another one', async () => {
    const script = await scriptOf('restrict-guests');
    invitesFrom('adminsAndGuestInviters');
    const done = await place.run(script, weak, { Apply: true });
    expect([done.code, done.output]).toEqual([0, expect.stringContaining('Nothing was changed.')]);
    expect(existsSync(place.image(weak, script))).toBe(false);

    const policies = await scriptOf('block-insider-risk');
    const set = { displayName: 'Elevated insider risk: block', state: 'disabled', conditions: {} };
    place.cloud.changeTenant(weak, { kind: 'policy', policyId: '11111111-0000-4000-8000-000000000001', set });
    const other = await place.run(policies, weak, { Apply: true });
    expect([other.code, other.output]).toEqual([1, expect.stringContaining('another one of this name is there')]);
  });

  test('that breaks off in the middle is undone as far as it came', async () => {
    const state = await place.state(weak);
    const script = await scriptOf('restrict-app-consent');
    place.cloud.faults.set({ kind: 'status', method: 'PATCH', pathPrefix: '/policies', status: 500, times: 1 });
    const broken = await place.run(script, weak, { Apply: true });
    expect([broken.code, broken.output]).toEqual([1, expect.stringContaining('It broke off.')]);
    expect(await place.state(weak)).not.toEqual(state);
    expect((await place.run(script, weak, { Undo: true, WhatIf: true })).output).toMatch(/^What if: /m);
    expect(await place.state(weak)).not.toEqual(state);
    const undone = await place.run(script, weak, { Undo: true });
    expect([undone.code, undone.output]).toEqual([0, expect.stringContaining('All is as it was.')]);
    expect(await place.state(weak)).toEqual(state);
  });

  test('changes nothing for whoever holds no role that may, and takes no token of another tenant', async () => {
    const script = await scriptOf('restrict-guests');
    // An administrator has let everybody use the command line tools for it.
    await place.run(script, weak, { Apply: true });
    await place.run(script, weak, { Undo: true });
    const state = await place.state(weak);
    const reader = await place.run(
      script,
      weak,
      { Apply: true },
      { account: place.userWith(weak, 'Exchange Administrator') },
    );
    expect([reader.code, reader.output]).toEqual([1, expect.stringContaining('Insufficient privileges')]);
    expect(await place.state(weak)).toEqual(state);
    await place.run(script, weak, { Undo: true });

    const claims = Buffer.from(JSON.stringify({ tid: '7c2d9e14-51f3-4b6a-8e27-0a9b3c4d5e02' })).toString('base64url');
    const foreign = await place.run(script, weak, { Apply: true, AccessToken: { secure: `x.${claims}.x` } });
    expect([foreign.code, foreign.output]).toEqual([1, expect.stringContaining('The access token is for the tenant')]);
    expect(existsSync(place.image(weak, script))).toBe(false);
  });

  test('waits where Microsoft throttles', async () => {
    const script = await scriptOf('restrict-guests');
    const later = { kind: 'status', pathPrefix: '/policies', status: 429, retryAfterSeconds: 1, times: 2 } as const;
    place.cloud.faults.set(later);
    expect((await place.run(script, weak, { Apply: true })).code).toBe(0);
  });

  test('switches no policy on that was not named, and the next scan offers those that it made', async () => {
    const script = await scriptOf('block-insider-risk');
    expect((await place.run(script, weak, { Apply: true })).code).toBe(0);
    const next = await scriptOf('block-insider-risk');
    expect(next.steps.map(({ call }) => call.split(' ')[0])).toEqual(['PATCH']);
    const state = await place.state(weak);
    const unnamed = await place.run({ ...next, fileName: 'next.ps1' }, weak, { Apply: true });
    expect([unnamed.code, unnamed.output]).toEqual([0, expect.stringContaining('only with -TurnOn')]);
    expect(await place.state(weak)).toEqual(state);
    const TurnOn = [next.steps[0]?.turnOn ?? ''];
    expect((await place.run({ ...next, fileName: 'next.ps1' }, weak, { Apply: true, TurnOn })).code).toBe(0);
    expect(place.statusOf(await place.facts(weak), 'ca.insider')).toBe('pass');
    await place.run({ ...next, fileName: 'next.ps1' }, weak, { Undo: true });
    expect(await place.state(weak)).toEqual(state);
  });
});

describe('a script that blocks accounts', () => {
  /** Mailboxes of a Global Administrator and of two members, one of whom is declared for emergencies. */
  const mailboxesOfThree = async () => {
    const administrator = place.userWith(weak, 'Global Administrator');
    const members = await place.members(weak);
    const [emergency, ordinary] = members;
    if (emergency === undefined || ordinary === undefined) throw new Error('there are no members');
    place.shareMailboxes(weak, [administrator, emergency.mail, ordinary.mail]);
    return { emergency, ordinary };
  };

  test('leaves out who holds a role, is kept for emergencies or synchronizes a directory, and does nothing for those alone', async () => {
    const { emergency, ordinary } = await mailboxesOfThree();
    const facts = await place.facts(weak);
    const emergencyAccounts = [emergency.id];
    const script = place.script('block-shared-mailbox-sign-in', weak, facts, { emergencyAccounts });
    expect(script.steps.map(({ call }) => call)).toEqual([`PATCH /users/${ordinary.id}`]);
    const two = { emergencyAccounts: [emergency.id, ordinary.id] };
    expect(() => place.script('block-shared-mailbox-sign-in', weak, facts, two)).toThrow('no script disables those');
    const affected = new Map([
      [
        'exo.shared',
        [{ type: 'user' as const, id: ordinary.id, name: 'Sync_DC01_0a1b2c3d4e5f@contoso.onmicrosoft.com' }],
      ],
    ]);
    expect(() => place.script('block-shared-mailbox-sign-in', weak, facts, { affected })).toThrow('no script disables');
  });

  test('of all that nobody uses leaves role holders, and what it leaves is all that the check still names', async () => {
    const script = await scriptOf('stale-accounts');
    expect((await place.run(script, weak, { Apply: true })).code).toBe(0);
    const after = await place.facts(weak);
    const administrators = await place.holders(weak);
    const left = [...place.named(after, 'user.stale'), ...place.named(after, 'user.stale.guest')];
    expect(left).not.toEqual([]);
    expect(left.filter((id) => !administrators.has(id))).toEqual([]);
    expect((await place.run(script, weak, { Undo: true })).code).toBe(0);
  });

  test('blocks the named ones alone with -Only, and refuses an id that is not in it', async () => {
    const { emergency, ordinary } = await mailboxesOfThree();
    const script = await scriptOf('block-shared-mailbox-sign-in');
    expect(script.steps).toHaveLength(2);
    const state = await place.state(weak);
    const strange = await place.run(script, weak, { Apply: true, Only: [ordinary.id, 'somebody'] });
    expect([strange.code, strange.output]).toEqual([1, expect.stringContaining('not in this script: somebody')]);
    expect(await place.state(weak)).toEqual(state);
    const one = await place.run(script, weak, { Apply: true, Only: [ordinary.id] });
    expect([one.code, one.output.match(/^(changed|left) /gm)]).toEqual([0, ['left ', 'changed ']]);
    expect(await place.enabled(weak, [emergency.id, ordinary.id])).toEqual([true, false]);
    expect((await place.run(script, weak, { Undo: true })).code).toBe(0);
    expect(await place.state(weak)).toEqual(state);
  });
});

/** What would leave a text, begin a command or hide one, in PowerShell and at a terminal. */
const hostile = [
  "'; Set-Content pwned x; '",
  '’; Set-Content pwned x; ’',
  '‘; Set-Content pwned x; ‚‛',
  '“; Set-Content pwned x; ”„',
  '"; Set-Content pwned x; "',
  '$(Set-Content pwned x)',
  '`"; Set-Content pwned x; `n',
  "x\n'@\nSet-Content pwned x\n@'\n",
  'x\r\n"@\r\nSet-Content pwned x\r\n',
  '#> Set-Content pwned x <#',
  '{0} %s \\u0027; Set-Content pwned x; \\u0027',
  '\u202ex\u200f\ufeff\u2028Set-Content pwned x\u2029',
  '\u001b]0;pwned\u0007\u0000\u001b[2J',
  '😀 ’',
];

test('no name of a tenant gets out of its quotes: all is shown, switched on by its id, and taken back', async () => {
  const conditions = {
    users: { includeUsers: ['All', ...hostile] },
    applications: { includeApplications: ['All'] },
    clientAppTypes: ['all'],
  };
  const unused = place.named(await place.facts(weak), 'user.stale');
  for (const [index, displayName] of hostile.entries()) {
    await place.rename(weak, unused.at(-1 - index) ?? '', displayName);
    const set = { displayName, state: 'enabledForReportingButNotEnforced', conditions, grantControls: null };
    place.cloud.changeTenant(weak, { kind: 'policy', policyId: `hostile-${index}`, set });
  }
  const permissionGrantPoliciesAssigned = hostile.map((text) => `ManagePermissionGrantsForOwnedResource.${text}`);
  const set = {
    defaultUserRolePermissions: {
      permissionGrantPoliciesAssigned: ['ManagePermissionGrantsForSelf.x', ...permissionGrantPoliciesAssigned],
    },
  };
  place.cloud.changeTenant(weak, { kind: 'setting', setting: 'authorization', set });
  const state = await place.state(weak);

  const tidy = await scriptOf('tidy-policies');
  expect(tidy.steps.length).toBeGreaterThan(hostile.length);
  expect(tidy.text).toMatch(/^[\x20-\x7e\n]*$/);
  const looked = await place.run(tidy, weak);
  expect([looked.code, looked.output]).toEqual([0, expect.stringContaining('Set-Content pwned x')]);
  expect(looked.output).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u);

  const stale = await scriptOf('stale-accounts');
  expect(stale.text).toMatch(/^[\x20-\x7e\n]*$/);
  const Only = unused.slice(-hostile.length);
  const disabled = await place.run(stale, weak, { Apply: true, Only });
  expect([disabled.code, disabled.output.match(/^changed /gm)?.length]).toEqual([0, hostile.length]);
  expect(disabled.output).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u);
  expect((await place.run(stale, weak, { Undo: true })).code).toBe(0);

  const facts = await place.facts(weak);
  const ids = place.named(facts, 'group.public');
  const groups = ids.map((id, index) => ({ type: 'group' as const, id, name: hostile[index % hostile.length] ?? '' }));
  const affected = new Map([['group.public', groups]]);
  const open = new Set(['group.public']);
  const hidden = place.script('manage-groups', weak, facts, { affected, open });
  expect(hidden.text).toMatch(/^[\x20-\x7e\n]*$/);
  const closed = await place.run(hidden, weak, { Apply: true });
  expect([closed.code, closed.output.match(/^changed /gm)?.length]).toEqual([0, ids.length]);
  expect(closed.output).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u);
  expect((await place.run(hidden, weak, { Undo: true })).code).toBe(0);

  const consent = await scriptOf('restrict-app-consent');
  expect((await place.run(consent, weak, { Apply: true })).code).toBe(0);
  const image = readFileSync(place.image(weak, consent), 'utf8');
  const kept = JSON.parse(image).changes.find(({ title }: { title: string }) =>
    title.startsWith('Users cannot consent'),
  );
  expect(kept.sent.defaultUserRolePermissions.permissionGrantPoliciesAssigned).toEqual(permissionGrantPoliciesAssigned);
  expect((await place.run(consent, weak, { Undo: true })).code).toBe(0);
  expect(await place.state(weak)).toEqual(state);
  for (const folder of [place.folder, process.cwd(), import.meta.dirname])
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
});

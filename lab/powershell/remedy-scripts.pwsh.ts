import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Facts } from '../../api/src/audit/facts/facts.ts';
import { update } from '../../api/src/audit/findings/remedies/scripts/plan-settings.ts';
import { remedyPlans } from '../../api/src/audit/findings/remedies/scripts/remedy-plans.ts';
import { openPowerShell } from './powershell-session.ts';
import { openRemedyPlace } from './testing/remedy-place.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const good = '7c2d9e14-51f3-4b6a-8e27-0a9b3c4d5e02';
const critical = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';
const mixed = 'd5a3c7b8-64e0-4f19-a2d1-9f8e7c6b5a04';

/** Where the weak tenant has nothing to mend, or not all of it: one without policies, and one with Microsoft Entra ID P2. */
const elsewhere: Readonly<Record<string, string>> = {
  'block-legacy-authentication': good,
  'block-risky-sign-ins': good,
  'block-high-risk-users': good,
  'limit-locations': good,
  'stale-accounts': mixed,
  'access-reviews': mixed,
};
const cases = [
  ...Object.keys(remedyPlans).map((id) => ({ id, tenantId: elsewhere[id] ?? weak })),
  { id: 'require-mfa', tenantId: critical },
  { id: 'restrict-guests', tenantId: good },
  { id: 'manage-groups', tenantId: critical },
  { id: 'third-party-storage', tenantId: mixed },
  { id: 'directory-sync', tenantId: mixed },
];

const shell = openPowerShell();
let place: Awaited<ReturnType<typeof openRemedyPlace>>;
const before = new Map<string, Facts>();
beforeAll(async () => {
  place = await openRemedyPlace(shell);
  const { conditionalAccessPolicies: policies } = await place.facts(good);
  for (const policy of policies?.state === 'ok' ? policies.value : [])
    place.cloud.changeTenant(good, { kind: 'policy', policyId: String(policy.id), set: null }, { user: 0 });
  const guests = { guestUserRoleId: 'a0b1b346-4d3e-4e8b-98f8-753987be4970', allowInvitesFrom: 'everyone' };
  place.cloud.changeTenant(good, { kind: 'setting', setting: 'authorization', set: guests }, { user: 0 });
  // Two who hold a role by a group, one of them unused: no script disables those.
  for (const user of [40, 41])
    place.cloud.changeTenant(mixed, { kind: 'account', user, set: { accountEnabled: false } }, { user: 0 });
  expect((await place.run(place.scriptOfSteps(mixed, await webStorageOn()), mixed, { Apply: true })).code).toBe(0);
  for (const tenantId of [weak, good, critical, mixed]) before.set(tenantId, await place.facts(tenantId));
});
afterAll(async () => {
  await place.close();
  await shell.close();
});

/** There is a service principal for third-party storage in this tenant: it is enabled, so that its script has to change it. */
async function webStorageOn() {
  const { webStoragePrincipals: read } = await place.facts(mixed);
  const [principal] = read?.state === 'ok' ? read.value : [];
  const write = ['Application.ReadWrite.All'];
  const on = { method: 'PATCH', set: { accountEnabled: true }, seen: { accountEnabled: false } } as const;
  const path = `/servicePrincipals/${principal?.id}`;
  return [update({ ...on, title: 'Third-party storage is on', closes: [], path, read: 'Application.Read.All', write })];
}

const factsBefore = (tenantId: string): Facts => before.get(tenantId) ?? {};

describe.each(cases)('the script of $id in $tenantId', ({ id, tenantId }) => {
  test('looks and changes nothing, mends what it says, and takes it back', async () => {
    const script = place.script(id, tenantId, factsBefore(tenantId));
    const turnOn = script.steps.flatMap((step) => (step.turnOn === null ? [] : [step.turnOn]));
    const apply = { Apply: true, ...(turnOn.length > 0 && { TurnOn: turnOn }) };
    const state = await place.state(tenantId);

    const plain = await place.run(script, tenantId);
    expect([plain.code, plain.output]).toEqual([0, expect.stringContaining('Nothing was changed')]);
    expect(plain.output).toContain(`asks for   ${script.reads.join(', ')}\n`);
    const whatIf = await place.run(script, tenantId, { ...apply, WhatIf: true });
    expect([whatIf.code, whatIf.output.match(/^What if: /gm)?.length]).toEqual([0, script.steps.length]);
    expect(whatIf.output).toContain(`asks for   ${script.reads.join(', ')}\n`);
    expect(await place.state(tenantId)).toEqual(state);
    expect(existsSync(place.image(tenantId, script))).toBe(false);

    const applied = await place.run(script, tenantId, apply);
    expect([applied.output.match(/^changed /gm)?.length, applied.code]).toEqual([script.steps.length, 0]);
    const after = await place.facts(tenantId);
    const closed = [...new Set(script.steps.flatMap(({ closes }) => closes))];
    const wasOpen = closed.filter((check) => place.statusOf(factsBefore(tenantId), check) !== 'pass');
    expect(wasOpen).not.toEqual([]);
    const judged = script.note === null ? after : place.switchedOn(after);
    expect(wasOpen.filter((check) => place.statusOf(judged, check) !== 'pass')).toEqual([]);

    const again = await place.run(script, tenantId, apply);
    expect([again.code, again.output]).toEqual([1, expect.stringContaining('holds what an earlier -Apply changed')]);
    const undone = await place.run(script, tenantId, { Undo: true });
    expect([undone.code, undone.output]).toEqual([0, expect.stringContaining('All is as it was.')]);
    expect(await place.state(tenantId)).toEqual(state);
  });
});

test('after all of them each tenant is as it was, and every check fails again', async () => {
  for (const [tenantId, facts] of before) expect(await place.facts(tenantId)).toEqual(facts);
});

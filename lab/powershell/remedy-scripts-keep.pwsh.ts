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

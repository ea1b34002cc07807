import { listAuditTrail } from '@tenantry/contract/audit-trail';
import { getRemedyScript, RemedySetting } from '@tenantry/contract/remedy-scripts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
let world: SimulatedApp;
beforeAll(async () => {
  world = await openSimulatedApp();
});
afterAll(() => world.close());

const ask = (remedyId: string, cookie = world.cookie) =>
  world.app.call(getRemedyScript, { params: { id: weak, remedyId }, cookie });
const settingOf = async (remedyId: string): Promise<RemedySetting> => {
  const answer = await ask(remedyId);
  expect(answer.status).toBe(200);
  return z.parse(RemedySetting, answer.json);
};

describe('the script of a remedy', () => {
  test('is not there before the first scan, and the answer says so', async () => {
    expect(await settingOf('restrict-guests')).toMatchObject({
      script: null,
      because: 'No scan of this tenant has been completed yet.',
      by: 'graph',
    });
  });

  test('is made from the last scan, and handing it out stands in the audit trail, each time', async () => {
    await world.scan(weak);
    const [first, second] = await Promise.all([settingOf('restrict-guests'), settingOf('restrict-guests')]);
    expect(first.script).toEqual(second.script);
    expect(first).toMatchObject({ by: 'graph', because: null, isSimulated: true });
    expect(first.script).toMatchObject({
      fileName: 'restrict-guests.ps1',
      reads: ['Policy.Read.All'],
      writes: ['Policy.ReadWrite.Authorization'],
      steps: [{ call: 'PATCH /policies/authorizationPolicy', turnOn: null }],
    });
    expect(first.script?.text).toContain(`"tenantId": "${weak}"`);
    expect(first.script?.text).toContain('"login": "https://login.microsoftonline.com"');
    const query = { eventType: 'remedy_script_handed_out' };
    const { json } = await world.app.call(listAuditTrail, { query, cookie: world.cookie });
    expect(json.entries).toHaveLength(2);
    expect(json.entries).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ details: expect.objectContaining({ remedy: 'restrict-guests' }) }),
      ]),
    );
  });

  test('that does not exist is told with the portal path, and what sets it', async () => {
    expect(await settingOf('teams-meetings')).toMatchObject({
      script: null,
      by: 'module',
      module: 'Microsoft Teams PowerShell',
      portal: expect.stringContaining('Microsoft Teams admin center'),
    });
    expect(await settingOf('spf-record')).toMatchObject({ script: null, by: 'person', left: expect.any(String) });
  });

  test('of a remedy that nobody knows is not found', async () => {
    expect((await ask('no-such-remedy')).status).toBe(404);
  });
});

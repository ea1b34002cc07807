import { listChanges, type TenantChangeRecord } from '@tenantry/contract/changes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSimulatedApp, type SimulatedApp } from '../../../testing/simulated-app.ts';

const weak = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';

let world: SimulatedApp;
beforeEach(async () => {
  world = await openSimulatedApp();
});
afterEach(() => world.close());

async function noticed(kind: string): Promise<TenantChangeRecord[]> {
  const { json } = await world.app.call(listChanges, { query: { kind }, cookie: world.cookie });
  return json.items as TenantChangeRecord[];
}
/** A scan that Microsoft does not answer for some paths. */
async function scanWithout(...paths: string[]): Promise<string> {
  for (const pathPrefix of paths) {
    world.cloud.faults.set({ tenantId: weak, pathPrefix, kind: 'status', status: 503, retryAfterSeconds: 0 });
  }
  const id = await world.scan();
  world.cloud.faults.clear();
  return id;
}
const newAdministrator = () =>
  world.cloud.changeTenant(weak, { kind: 'role', role: 'Global Administrator', user: 200 }, { user: 4 });

describe('where the latest scan could not read a setting', () => {
  it('the scan after it compares with the newest that could, and names who made the change', async () => {
    const from = await world.scan();
    newAdministrator();
    await scanWithout('/roleManagement');
    expect(await noticed('privileged-role')).toEqual([]);
    const to = await world.scan();
    expect(await noticed('privileged-role')).toMatchObject([{ between: { from, to }, by: { kind: 'user' } }]);
  });

  it('a change that was noticed before it is not told again', async () => {
    await world.scan();
    newAdministrator();
    await world.app.app.changeWatch.work([weak]);
    const known = await noticed('privileged-role');
    expect(known).toHaveLength(1);
    await scanWithout('/roleManagement');
    await world.scan();
    expect((await noticed('privileged-role')).map(({ id }) => id)).toEqual(known.map(({ id }) => id));
  });

  it('a look between two scans compares with the newest that could', async () => {
    const from = await world.scan();
    await scanWithout('/roleManagement');
    newAdministrator();
    await world.app.app.changeWatch.work([weak]);
    expect(await noticed('privileged-role')).toMatchObject([{ noticedBy: 'watch', between: { from, to: null } }]);
  });

  it('looks five scans back and no further', async () => {
    await world.scan();
    for (let count = 0; count < 6; count += 1) await scanWithout('/roleManagement');
    newAdministrator();
    await world.scan();
    expect(await noticed('privileged-role')).toEqual([]);
  });
});

describe('where the latest scan could not read the alerts', () => {
  it('old ones are not told as new', async () => {
    await world.scan();
    await scanWithout('/security');
    await world.scan();
    expect(await noticed('alert')).toEqual([]);
  });

  it('nor by the first scan that can', async () => {
    await scanWithout('/security');
    await world.scan();
    expect(await noticed('alert')).toEqual([]);
  });
});

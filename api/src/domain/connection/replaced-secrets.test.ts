import { saveGraphSettings } from '@tenantry/contract/graph-tools';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { every } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';
import {
  appRegistration,
  disableReplacedSecrets,
  readGraphApp,
  replacedSecretKeptMs,
  writeGraphApp,
} from './app-registration.ts';

const clientId = '5c1d2f6e-7a90-4b3c-8e15-0f4a6b9d2c71';

describe('a client secret that was replaced', () => {
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.signInAs('admin', { kind: 'all' });
    return () => app.close();
  });

  async function save(clientSecret: string): Promise<string> {
    const body = { clientId, tenantId: clientId, clientSecret };
    expect((await app.call(saveGraphSettings, { body, cookie })).status).toBe(200);
    return (await readGraphApp(app.app.stores.systemConfig))?.secretName ?? '';
  }
  const now = (afterMs: number) => new Date(Date.now() + afterMs);
  const disable = (afterMs: number) => {
    const { stores, vault, trail } = app.app;
    return disableReplacedSecrets({ systemConfig: stores.systemConfig, vault, trail, now: now(afterMs) });
  };
  const told = async () => {
    const entries = await every(
      app.app.records.across<{ id: string; eventType: string; details: { secretName: string } }>(containers.auditLogs),
    );
    return entries.filter(({ eventType }) => eventType === 'client_secret_disabled');
  };

  it('is disabled after a time of grace, once, however many hosts do it; the one in use never', async () => {
    const { vault, stores } = app.app;
    const [first, second, third] = [await save('first'), await save('second'), await save('third')];
    expect(await disable(replacedSecretKeptMs - 60_000)).toBe(0);
    expect(await vault.get(first)).toBe('first');
    await Promise.all([1, 2, 3].map(() => disable(replacedSecretKeptMs + 60_000)));
    for (const name of [first, second]) await expect(vault.get(name)).rejects.toThrow(/disabled/);
    expect(await vault.get(third)).toBe('third');
    expect(await appRegistration(stores.systemConfig, vault)).toEqual({ clientId, clientSecret: 'third' });
    expect((await told()).map(({ details }) => details.secretName).toSorted()).toEqual([first, second].toSorted());
    expect(await disable(10 * replacedSecretKeptMs)).toBe(0);
    expect(await vault.get(third)).toBe('third');
  });

  it('is disabled also where it never came into use, since the process that saved it died', async () => {
    const { vault, stores } = app.app;
    const present = await save('present');
    const names: string[] = [];
    const dying = {
      ...vault,
      set: async (name: string, value: string) => {
        names.push(name);
        await vault.set(name, value);
        throw new Error('the process died');
      },
    };
    const wanted = { clientId, tenantId: clientId, partnerCenterScopes: '', credential: { clientSecret: 'orphan' } };
    const parts = { systemConfig: stores.systemConfig, vault: dying, trail: app.app.trail, now: new Date() };
    await expect(writeGraphApp(parts, wanted, 'ada')).rejects.toThrow('died');
    await disable(replacedSecretKeptMs + 60_000);
    await expect(vault.get(names[0] ?? '')).rejects.toThrow(/disabled/);
    expect(await vault.get(present)).toBe('present');
  });

  it('is disabled at the next try where the vault does not answer at this one', async () => {
    const { vault, stores, trail } = app.app;
    const first = await save('first');
    await save('second');
    const away = {
      ...vault,
      disable: async () => {
        throw new Error('no answer');
      },
    };
    const late = now(replacedSecretKeptMs + 60_000);
    const tried = disableReplacedSecrets({ systemConfig: stores.systemConfig, vault: away, trail, now: late });
    await expect(tried).rejects.toThrow('no answer');
    expect(await told()).toEqual([]);
    expect(await disable(replacedSecretKeptMs + 60_000)).toBe(1);
    await expect(vault.get(first)).rejects.toThrow(/disabled/);
    expect(await told()).toHaveLength(1);
  });
});

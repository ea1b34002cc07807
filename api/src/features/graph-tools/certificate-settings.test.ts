import { getGraphSettings, saveGraphSettings } from '@tenantry/contract/graph-tools';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../testing/certificates.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import {
  appRegistration,
  disableReplacedSecrets,
  readGraphApp,
  replacedSecretKeptMs,
} from '../../domain/connection/app-registration.ts';
import { all, every } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';

const clientId = '5c1d2f6e-7a90-4b3c-8e15-0f4a6b9d2c71';

describe('a certificate as the credential of the installation', () => {
  let made: Awaited<ReturnType<typeof makeCertificate>>;
  beforeAll(async () => {
    made = await makeCertificate({ toDays: 20 });
  });
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    app = await createTestApp();
    cookie = await app.signInAs('admin', { kind: 'all' });
    return () => app.close();
  });
  const save = (more: Record<string, unknown>) =>
    app.call(saveGraphSettings, { body: { clientId, tenantId: clientId, ...more }, cookie });
  const stored = () => readGraphApp(app.app.stores.systemConfig);
  const registration = () => appRegistration(app.app.stores.systemConfig, app.app.vault);
  const settingsEntries = async () => {
    const entries = await every(
      app.app.records.across<{ id: string; eventType: string; details: Record<string, unknown> }>(containers.auditLogs),
    );
    return entries.filter(({ eventType }) => eventType === 'settings_changed');
  };

  it('is told by its kind, its thumbprints and its own end, and stays where nothing new is saved', async () => {
    const saved = await save({ certificate: made.pem, secretExpiresAt: '2090-01-01T00:00:00.000Z' });
    expect(saved.status).toBe(200);
    const told = {
      ...{ credential: 'certificate', hasClientSecret: false },
      certificateThumbprint: {
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        sha1: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
    };
    expect(saved.json).toMatchObject(told);
    const expiresAt = String(saved.json.secretExpiresAt);
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 20 * 86_400_000)).toBeLessThan(86_400_000);
    // What was said of a secret says nothing of a certificate.
    expect((await save({ secretExpiresAt: null })).json).toMatchObject({ ...told, secretExpiresAt: expiresAt });
    expect((await app.call(getGraphSettings, { cookie })).json).toMatchObject(told);
    expect(await registration()).toMatchObject({
      clientId,
      certificate: { privateKey: expect.stringContaining('BEGIN PRIVATE KEY') },
    });
  });

  it('keeps its private key in the vault: no answer, record, activity or entry of the trail has it', async () => {
    const answers = [await save({ certificate: made.pem }), await app.call(getGraphSettings, { cookie })];
    answers.push(await save({ certificate: `${made.pem}x`, clientSecret: 'y' }));
    answers.push(await save({ certificate: made.privateKey }));
    const records: unknown[] = [];
    for (const container of Object.values(containers)) {
      for await (const record of all(app.app.records.across(container))) records.push(record);
    }
    const kept = JSON.stringify(records) + answers.map(({ text }) => text).join('');
    const lines = made.privateKey.split('\n').filter((line) => line.length > 20 && !line.startsWith('-----'));
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) expect(kept).not.toContain(line);
    expect(kept).not.toContain('PRIVATE KEY-----\\n');
    expect(await app.app.vault.get((await stored())?.secretName ?? '')).toContain(lines[3]);
  });

  it('takes the place of a secret, and a secret its, each disabled after the same time of grace', async () => {
    await save({ clientSecret: 'first', secretExpiresAt: '2090-01-01T00:00:00.000Z' });
    const secretName = (await stored())?.secretName ?? '';
    await save({ certificate: made.pem });
    const certificateName = (await stored())?.secretName ?? '';
    expect(certificateName).toMatch(/^graph-app-certificate-/);
    expect((await save({ clientSecret: 'third' })).json).toMatchObject({
      ...{ credential: 'secret', hasClientSecret: true, certificateThumbprint: null, secretExpiresAt: null },
    });
    expect(await registration()).toEqual({ clientId, clientSecret: 'third' });
    const { stores, vault, trail } = app.app;
    const now = new Date(Date.now() + replacedSecretKeptMs + 60_000);
    expect(await disableReplacedSecrets({ systemConfig: stores.systemConfig, vault, trail, now })).toBe(2);
    for (const name of [secretName, certificateName]) await expect(vault.get(name)).rejects.toThrow(/disabled/);
    const flags = (await settingsEntries()).map(({ details }) => [details.newSecret, details.newCertificate]);
    expect(flags).toHaveLength(3);
    expect(flags.filter(([, isCertificate]) => isCertificate)).toEqual([[false, true]]);
  });

  it('is one of several that were saved at once, and all others are disabled later', async () => {
    const saved = await Promise.all([1, 2, 3].map(() => save({ certificate: made.pem })));
    expect(saved.map(({ status }) => status)).toEqual([200, 200, 200]);
    const record = await stored();
    expect(record?.replacedSecrets).toHaveLength(2);
    expect(record?.replacedSecrets.map(({ name }) => name)).not.toContain(record?.secretName);
    expect(await registration()).toMatchObject({ certificate: { thumbprintSha256: record?.certificateSha256 } });
  });

  it('is refused at its field, and nothing is changed', async () => {
    const other = await makeCertificate();
    const cases: [Record<string, unknown>, RegExp][] = [
      [{ certificate: made.pem, clientSecret: 'a secret' }, /not both/],
      [{ certificate: made.certificate }, /no private key/],
      [{ certificate: `${other.privateKey}\n${made.certificate}` }, /does not belong/],
      [{ certificate: 'x'.repeat(20_001) }, /too long/],
    ];
    for (const [body, message] of cases) {
      const answer = await save(body);
      expect(answer.status).toBe(400);
      expect(answer.json.fields).toMatchObject([{ path: 'certificate', message: expect.stringMatching(message) }]);
    }
    expect(await stored()).toBeNull();
  });
});

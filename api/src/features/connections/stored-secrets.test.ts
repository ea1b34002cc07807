import { listActivities, listRecentActivity } from '@tenantry/contract/activities';
import { getAuthStatus, getM365Status } from '@tenantry/contract/connection-status';
import {
  getCredential,
  listAdminTenants,
  listCredentials,
  listWorkingTenants,
  saveCredentials,
  testConnection,
} from '@tenantry/contract/connections';
import {
  exportOAuthLog,
  getGraphSettings,
  getOAuthDebug,
  listOAuthLog,
  saveGraphSettings,
  testGraph,
} from '@tenantry/contract/graph-tools';
import { startScan } from '@tenantry/contract/scans';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCertificate } from '../../../testing/certificates.ts';
import { openMicrosoftApp } from '../../../testing/microsoft-app.ts';
import type { MicrosoftCloud } from '../../../testing/microsoft-cloud.ts';
import type { Answer, TestApp } from '../../../testing/test-app.ts';
import { all, update } from '../../ports/collection.ts';
import { containers } from '../../store/containers.ts';
import type { Envelope } from '../../store/credentials.ts';
import { credentialId } from '../../store/credentials.ts';

const one = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const other = 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03';
const canary = 'canary-7f3b~secret.of_the-tenant';
const ourCanary = 'canary-91aa~secret.of_the-installation';

describe('the secrets of tenants', () => {
  let microsoft: MicrosoftCloud;
  let app: TestApp;
  let cookie: string;
  const printed: unknown[][] = [];
  beforeEach(async () => {
    printed.length = 0;
    for (const way of ['log', 'info', 'warn', 'error', 'debug'] as const) {
      vi.spyOn(console, way).mockImplementation((...said: unknown[]) => void printed.push(said));
    }
    const opened = await openMicrosoftApp();
    ({ microsoft, app, cookie } = opened);
    for (const tenantId of [one, other]) expect((await save(tenantId)).status).toBe(200);
    return opened.close;
  });
  afterEach(async () => {
    vi.restoreAllMocks();
  });

  const save = (tenantId: string, change: Record<string, unknown> = {}) =>
    app.call(saveCredentials, {
      body: { clientId: one, clientSecret: canary, tenantId, useMock: false, ...change },
      tenantId,
      cookie,
    });
  const test = (tenantId: string) => app.call(testConnection, { params: { tenantId }, cookie });
  async function everyRecord(): Promise<string> {
    const records: unknown[] = [];
    for (const container of Object.values(containers)) {
      for await (const record of all(app.app.records.across(container))) records.push(record);
    }
    return JSON.stringify(records);
  }

  it('appear in no answer, record, activity, trail entry, file or log, whatever goes wrong', async () => {
    const answers: Answer[] = [];
    const ask = async (answer: Promise<Answer>) => void answers.push(await answer);
    const ours = { clientId: one, tenantId: one, clientSecret: ourCanary };
    await ask(app.call(saveGraphSettings, { body: ours, cookie }));
    await ask(save(one));
    const made = await makeCertificate();
    const keyLine = made.privateKey.split('\n')[5] ?? '';
    expect(keyLine).toMatch(/^[\w+/]{60,}$/);
    const ofCertificates = { clientId: one, tenantId: one };
    for (const certificate of [
      made.pem,
      made.privateKey,
      `${made.privateKey.replace(/=*\n-----END/, 'x\n-----END')}${made.certificate}`,
    ]) {
      await ask(app.call(saveGraphSettings, { body: { ...ofCertificates, certificate }, cookie }));
    }
    await ask(app.call(testGraph, { cookie }));
    for (const change of [{ tenantId: other }, { clientId: 'x' }, { useMock: 'no' }, { clientSecret: [canary] }]) {
      await ask(save(one, change));
    }
    await ask(test(one));
    const body = { error: 'invalid_client', error_description: 'AADSTS7000215: Invalid client secret provided.' };
    microsoft.cloud.faults.set({ pathPrefix: '/oauth2/v2.0/token', kind: 'status', status: 401, body });
    app.app.microsoft.microsoft365.forget({ entraTenantId: one, isSimulated: false });
    await ask(test(one));
    await ask(app.call(testGraph, { cookie }));
    await ask(app.call(startScan, { body: { tenant_id: one }, cookie }));
    await app.drainQueue();
    const tenantId = one;
    for (const endpoint of [getM365Status, getAuthStatus, listActivities]) {
      await ask(app.call(endpoint, { tenantId, cookie }));
    }
    for (const endpoint of [getCredential, getOAuthDebug])
      await ask(app.call(endpoint, { params: { tenantId }, cookie }));
    for (const endpoint of [
      listCredentials,
      listAdminTenants,
      listWorkingTenants,
      listRecentActivity,
      getGraphSettings,
      listOAuthLog,
      exportOAuthLog,
    ]) {
      await ask(app.call(endpoint, { cookie }));
    }
    const files: string[] = [];
    for await (const name of app.app.blobs.list('')) {
      files.push(Buffer.from((await app.app.blobs.read(name)) ?? []).toString('latin1'));
    }
    const told = {
      answers: answers.map(({ text, bytes }) => text || Buffer.from(bytes).toString('utf8')).join('\n'),
      headers: JSON.stringify(answers.map(({ headers }) => headers)),
      records: await everyRecord(),
      files: files.join('\n'),
      printed: JSON.stringify(printed.map((line) => line.map((part) => (part instanceof Error ? part.stack : part)))),
    };
    // Something is there to look through.
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(12);
    expect(told.records).toContain('credentials_saved');
    expect(told.records).toContain('AADSTS7000215');
    for (const [where, text] of Object.entries(told)) {
      for (const secret of [canary, ourCanary, keyLine]) {
        for (const form of [secret, Buffer.from(secret).toString('base64'), encodeURIComponent(secret)]) {
          expect(text.includes(form), `${where} tells ${form}`).toBe(false);
        }
      }
    }
  });

  const flipped = (text: string) => {
    const bytes = Buffer.from(text, 'base64');
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    return bytes.toString('base64');
  };

  it.each(['iv', 'tag', 'data'] as const)(
    'of which one bit was changed (%s) are reported, and those of all others work on',
    async (part) => {
      await update(app.app.stores.credentials.of(one), credentialId(one), (record) => {
        const clientSecret = record.clientSecret as Envelope;
        return { ...record, clientSecret: { ...clientSecret, [part]: flipped(clientSecret[part]) } };
      });
      expect((await test(one)).json).toMatchObject({
        test: { ok: false, message: 'The stored secret cannot be decrypted.' },
        credential: { status: 'corrupted' },
      });
      expect((await test(other)).json).toMatchObject({ test: { ok: true }, credential: { status: 'active' } });
      const list = (await app.call(listCredentials, { cookie })).json;
      expect(list).toMatchObject({ hasCorruptedCredentials: true, corruptedCount: 1 });
      expect((await app.call(getAuthStatus, { cookie })).json).toMatchObject({
        needsReconnect: true,
        tenants: [{ tenantId: one }],
      });
      // Saved anew it works again.
      expect((await save(one)).json).toMatchObject({ credential: { status: 'active' } });
      expect((await test(one)).json).toMatchObject({ test: { ok: true } });
    },
  );

  it('that were moved to another tenant do not open there', async () => {
    const stolen = (await app.app.stores.credentials.of(one).get(credentialId(one)))?.value.clientSecret ?? null;
    await update(app.app.stores.credentials.of(other), credentialId(other), (record) => ({
      ...record,
      clientSecret: stolen,
    }));
    expect((await test(other)).json).toMatchObject({ credential: { status: 'corrupted' } });
    expect((await test(one)).json).toMatchObject({ test: { ok: true } });
  });
});

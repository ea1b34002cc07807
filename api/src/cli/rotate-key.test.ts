import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqliteRecordStore } from '../adapters/sqlite/sqlite-record-store.ts';
import { openFileVault } from '../adapters/vault/file-vault.ts';
import { createDataKeys } from '../domain/secrets/data-keys.ts';
import { createCredentialService } from '../features/connections/credential-service.ts';
import { containers } from '../store/containers.ts';
import { type CredentialStore, credentialId, openCredentialStore } from '../store/credentials.ts';
import { openSystemConfigStore } from '../store/system-config.ts';
import { openTenantStore } from '../store/tenant-store.ts';

const run = promisify(execFile);
const main = join(import.meta.dirname, 'rotate-key.ts');
const tenants = ['3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01', 'b81e4f60-2d97-4a35-9c46-6e1f0d8a7b03'];
const own = { clientId: 'c', clientSecret: 'their secret', secretExpiresAt: null, environment: 'Production' } as const;
let folder: string;
let store: ReturnType<typeof openSqliteRecordStore>;
let credentials: CredentialStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tenantry-rotate-'));
  store = openSqliteRecordStore(`${folder}/tenantry.db`);
  credentials = openCredentialStore(store);
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

function service() {
  const vault = openFileVault({ folder: `${folder}/vault`, keyFile: `${folder}/keys/vault-key` });
  const clock = { now: () => new Date() };
  const trail = { recordOutbox: async () => undefined };
  return createCredentialService({
    tenants: openTenantStore(store),
    credentials,
    dataKeys: createDataKeys(openSystemConfigStore(store), vault, clock),
    appRegistration: async () => null,
    trail,
    clock,
  });
}
const versionOf = async (tenantId: string) =>
  (await credentials.of(tenantId).get(credentialId(tenantId)))?.value.clientSecret?.keyVersion;

it('encrypts every secret anew while another process has the records open, and each can still be decrypted', async () => {
  for (const id of tenants) await service().saveOwnApp({ id, name: id }, own, { useMock: false, by: 'ada' });
  const { stdout } = await run(process.execPath, [main, '--data', folder]);
  expect(JSON.parse(stdout)).toEqual({ version: 2, reencrypted: 2, corrupted: 0 });
  const trailed = [{ field: 'eventType', op: 'eq' as const, value: 'data_key_rotated' }];
  expect(await store.across(containers.auditLogs).count(trailed)).toBe(1);
  for (const id of tenants) {
    expect(await versionOf(id)).toBe(2);
    expect(await service().appOf(id)).toEqual({ clientId: 'c', clientSecret: 'their secret' });
  }
});

it('says how many did not open, leaves them as they are and does the others', async () => {
  const [broken = '', sound = ''] = tenants;
  for (const id of tenants) await service().saveOwnApp({ id, name: id }, own, { useMock: false, by: 'ada' });
  const stored = await credentials.of(broken).get(credentialId(broken));
  if (!stored?.value.clientSecret) throw new Error('nothing was saved');
  const tampered = { ...stored.value, clientSecret: { ...stored.value.clientSecret, data: 'AAAA' } };
  await credentials.of(broken).replace(tampered, stored.etag);
  const failure: unknown = await run(process.execPath, [main, '--data', folder]).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 1, stdout: '{"version":2,"reencrypted":1,"corrupted":1}\n' });
  expect([await versionOf(broken), await versionOf(sound)]).toEqual([1, 2]);
});

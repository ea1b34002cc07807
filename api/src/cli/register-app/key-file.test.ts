import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeCertificate } from '../../../testing/certificates.ts';
import { keyFilesOf, keyToRegister, prepareKeyFolder, settleKey } from './key-file.ts';

const tenantId = '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01';
const dayMs = 86_400_000;
const start = new Date();
const later = (days: number) => new Date(start.getTime() + days * dayMs);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenantry-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const key = (more: Partial<Parameters<typeof keyToRegister>[0]> = {}) =>
  keyToRegister({ folder, tenantId, validDays: 30, isNew: false, now: start, ...more });

test('a certificate that has ended is replaced, and stays until Microsoft takes the new one', async () => {
  const { local: old } = await key();
  const { local, isMade } = await key({ now: later(31) });
  expect([isMade, readdirSync(folder).sort()]).toEqual([true, ['tenantry-app.next.pem', 'tenantry-app.pem']]);
  expect(local.thumbprintSha1).not.toBe(old.thumbprintSha1);
  expect(settleKey(local, folder)).toBe(old.path);
  expect((await key({ now: later(31) })).local.thumbprintSha1).toBe(local.thumbprintSha1);
  expect(readdirSync(folder)).toEqual(['tenantry-app.pem']);
});

test('what a run that was interrupted left is taken up by the next', async () => {
  await key();
  const { local } = await key({ isNew: true });
  const { local: again, isMade } = await key();
  expect([isMade, again.thumbprintSha1]).toEqual([false, local.thumbprintSha1]);
});

test('the certificate is valid for as many days as were asked for, from a little before now', async () => {
  const { local } = await key({ validDays: 90 });
  expect(local.expiresAt.getTime() - local.validFrom.getTime()).toBe(90 * dayMs);
  expect(local.validFrom.getTime()).toBeLessThan(start.getTime());
});

test('two runs at once share one', async () => {
  const [one, two] = await Promise.all([key(), key()]);
  expect(one.local.thumbprintSha1).toBe(two.local.thumbprintSha1);
  expect(readdirSync(folder)).toEqual(['tenantry-app.pem']);
});

test('a file that holds something else is neither used nor overwritten', async () => {
  const path = join(folder, 'tenantry-app.pem');
  writeFileSync(path, 'something else');
  await expect(key()).rejects.toThrow(/is not a key file of this command[\s\S]*--out/);
  expect(readFileSync(path, 'utf8')).toBe('something else');
  expect(keyFilesOf(folder, tenantId)).toEqual([]);
});

test('a certificate that somebody made by hand is used, and never deleted as one of ours', async () => {
  const { pem } = await makeCertificate();
  writeFileSync(join(folder, 'tenantry-app.pem'), pem);
  expect((await key()).isMade).toBe(false);
  expect(keyFilesOf(folder, tenantId)).toEqual([]);
});

test('a folder that cannot be made is told before anybody signs in', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => prepareKeyFolder(join(folder, 'file', 'keys'))).toThrow(/--out .* cannot be written there/);
});

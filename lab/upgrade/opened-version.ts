import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { signInLocally } from '@tenantry/contract/auth';
import { getScan, startScan } from '@tenantry/contract/scans';
import { vi } from 'vitest';
import { administrator } from '../../local/stack/api-session.ts';
import { unpackFolder } from './folder-archive.ts';
import { type OpenedDataFolder, openDataFolder } from './open-data-folder.ts';
import type { Manifest } from './read-back.ts';

const folders = join(import.meta.dirname, 'data-folders');

/** The versions of which there is a data folder, by their commits. */
export const versions: readonly string[] = readdirSync(folders);

/** What has to be found in the data folder of a version. */
export const manifestOf = (version: string): Manifest =>
  JSON.parse(brotliDecompressSync(readFileSync(join(folders, version, 'expected.json.br'))).toString('utf8'));

/** The leases of what ran then are over, and nothing has ended that ends by its time: declarations, acceptances, logs. */
const openedAfterMs = 120_000;

/** The cookie of somebody who signs in with the password of then. */
export async function signIn(
  { app }: OpenedDataFolder,
  { username, password }: { username: string; password: string },
): Promise<string> {
  const answer = await app.call(signInLocally, { body: { username, password } });
  if (!answer.cookie) throw new Error(`The password of then does not let ${username} in: ${answer.text}`);
  return answer.cookie;
}

/** Opens the data folder of a version with the code of the day, by the clock of then. `close` gives the clock back. */
export async function openVersion(version: string) {
  vi.useFakeTimers({
    toFake: ['Date'],
    shouldAdvanceTime: true,
    now: Date.parse(manifestOf(version).recordedAt) + openedAfterMs,
  });
  const dataDir = mkdtempSync(join(tmpdir(), 'tenantry-upgrade-'));
  unpackFolder(readFileSync(join(folders, version, 'data-folder.br')), dataDir);
  const opened = await openDataFolder(dataDir);
  return {
    ...opened,
    async close() {
      await opened.close();
      rmSync(dataDir, { recursive: true, force: true });
      vi.useRealTimers();
    },
  };
}

export const signInAsAdministrator = (opened: OpenedDataFolder): Promise<string> => signIn(opened, administrator);

/** Scans a tenant to its end. @returns how it ended */
export async function scanNow({ app }: OpenedDataFolder, tenantId: string, cookie: string): Promise<unknown> {
  const { json: started } = await app.call(startScan, { body: { tenant_id: tenantId }, cookie });
  await app.drainQueue();
  const { json: scan } = await app.call(getScan, { params: { scanLogId: String(started.scanLogId) }, cookie });
  return scan.status;
}

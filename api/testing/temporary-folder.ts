import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder of the test that asks for it, gone when that test is over: some hold keys. */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `tenantry-${name}-`));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

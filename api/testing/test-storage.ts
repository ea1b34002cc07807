import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { accountCount, accountKey, accountName } from './azurite-global-setup.ts';

/** Below this one all are taken: by this process, or by others that it saw. */
let firstFree = 0;

/** The connection string of a storage account that no other test has. */
export async function claimStorage(): Promise<string> {
  const { ports, claimsFolder } = inject('testStorage');
  for (let index = firstFree; index < accountCount; index += 1) {
    firstFree = index + 1;
    try {
      await mkdir(join(claimsFolder, `claim-${index}`));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') continue;
      throw error;
    }
    const name = accountName(index);
    const url = (port: number) => `http://127.0.0.1:${port}/${name}`;
    return [
      'DefaultEndpointsProtocol=http',
      `AccountName=${name}`,
      `AccountKey=${accountKey}`,
      `BlobEndpoint=${url(ports.blob)}`,
      `QueueEndpoint=${url(ports.queue)}`,
      `TableEndpoint=${url(ports.table)}`,
    ].join(';');
  }
  throw new Error(`The tests need more than ${accountCount} storage accounts`);
}

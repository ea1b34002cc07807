import type { DatasetOk, SignInActivityFacts } from '../audit/facts.ts';
import type { Blobs } from '../ports/blobs.ts';

export type LastSignIns = DatasetOk<SignInActivityFacts>;

/** How far a collection that goes over many pages has come. */
export type LastSignInProgress = { startedAt: string; next: string; facts: SignInActivityFacts };

/** What is known of the last sign-ins of each tenant: collected on a schedule of its own, read by scans. */
export type LastSignInStore = {
  read(tenantId: string): Promise<LastSignIns | null>;
  write(tenantId: string, result: LastSignIns): Promise<void>;
  /** Forgets what is known, and how far a collection had come. */
  forget(tenantId: string): Promise<void>;
  readProgress(tenantId: string): Promise<LastSignInProgress | null>;
  writeProgress(tenantId: string, progress: LastSignInProgress): Promise<void>;
  endProgress(tenantId: string): Promise<void>;
};

/** Facts of bounded size (counts, and at most 200 names of each kind), as one file for each tenant. */
export function createLastSignInStore(blobs: Blobs): LastSignInStore {
  const resultName = (tenantId: string) => `last-sign-in/${tenantId}/result.json`;
  const progressName = (tenantId: string) => `last-sign-in/${tenantId}/progress.json`;
  async function readJson<T>(name: string): Promise<T | null> {
    const bytes = await blobs.read(name);
    return bytes ? (JSON.parse(Buffer.from(bytes).toString('utf8')) as T) : null;
  }
  const writeJson = (name: string, value: object) => blobs.write(name, JSON.stringify(value), 'application/json');
  return {
    read: (tenantId) => readJson(resultName(tenantId)),
    write: (tenantId, result) => writeJson(resultName(tenantId), result),
    async forget(tenantId) {
      await blobs.delete(resultName(tenantId));
      await blobs.delete(progressName(tenantId));
    },
    readProgress: (tenantId) => readJson(progressName(tenantId)),
    writeProgress: (tenantId, progress) => writeJson(progressName(tenantId), progress),
    endProgress: (tenantId) => blobs.delete(progressName(tenantId)),
  };
}

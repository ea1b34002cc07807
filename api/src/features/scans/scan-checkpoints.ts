import type { Facts } from '../../audit/facts.ts';
import type { Blobs } from '../../ports/blobs.ts';

export type ScanCheckpoints = {
  /** What was collected before, by this worker or one that died. */
  load(): Promise<Partial<Facts>>;
  /** Keeps datasets that are finished. Returns at once; one write is in flight and takes all that waits. */
  keep(facts: Partial<Facts>): void;
  /** Waits until everything is written. @throws what a write failed with */
  flushed(): Promise<void>;
  /** Forgets all of it: the scan ended. */
  clear(): Promise<void>;
};

/** The finished datasets of one scan, as files: a scan that is taken up again does not ask for them a second time. */
export function createScanCheckpoints(blobs: Blobs, scan: { id: string; tenantId: string }): ScanCheckpoints {
  const folder = `scans/${scan.tenantId}/${scan.id}/`;
  let waiting: Partial<Facts> = {};
  let writing: Promise<void> | undefined;
  let failure: unknown;

  async function write(): Promise<void> {
    while (Object.keys(waiting).length > 0 && failure === undefined) {
      const part = waiting;
      waiting = {};
      try {
        await blobs.write(`${folder}${crypto.randomUUID()}.json`, JSON.stringify(part), 'application/json');
      } catch (error) {
        failure = error;
      }
    }
    writing = undefined;
  }

  return {
    async load() {
      const parts: Partial<Facts>[] = [];
      for await (const name of blobs.list(folder)) {
        const bytes = await blobs.read(name);
        if (bytes) parts.push(JSON.parse(Buffer.from(bytes).toString('utf8')));
      }
      return Object.assign({}, ...parts);
    },
    keep(facts) {
      Object.assign(waiting, facts);
      writing ??= write();
    },
    async flushed() {
      await writing;
      if (failure !== undefined) throw failure;
    },
    async clear() {
      for await (const name of blobs.list(folder)) await blobs.delete(name);
    },
  };
}

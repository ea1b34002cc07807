import type { Facts } from '../../audit/facts/facts.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { Clock } from '../../ports/clock.ts';
import { NewerShapeError } from '../../store/shape.ts';
import { readJsonFile, writeJsonFile } from '../../store/shaped-files.ts';
import { fileShapes } from '../../store/shapes.ts';
import { tenantFolder } from '../../store/tenant-folders.ts';

/** A crash costs at most this much of the work; a small tenant is scanned sooner than this, with a single write. */
const writeEveryMs = 1000;

const shape = fileShapes.scanCheckpoint;

/** What a version with another shape kept is collected anew: facts of two shapes would be judged as one. */
async function readPart(blobs: Blobs, name: string): Promise<Partial<Facts> | null> {
  try {
    return await readJsonFile<Partial<Facts>>(blobs, name, shape);
  } catch (error) {
    if (error instanceof NewerShapeError) return null;
    throw error;
  }
}

/**
 * The finished datasets of one scan, as files: a scan that is resumed does not ask for them a second time.
 * @param scan.attempts 1 where no worker was there before, so that there is nothing to look for
 */
export function createScanCheckpoints(
  blobs: Blobs,
  scan: { id: string; tenantId: string; attempts: number },
  clock: Clock,
) {
  const folder = `${tenantFolder('scans', scan.tenantId)}${scan.id}/`;
  const written: string[] = [];
  let waiting: Partial<Facts> = {};
  let writing: Promise<void> | undefined;
  let lastWriteMs = clock.now().getTime();
  let failure: unknown;

  async function write(): Promise<void> {
    lastWriteMs = clock.now().getTime();
    const part = waiting;
    waiting = {};
    const name = `${folder}${crypto.randomUUID()}.json`;
    written.push(name);
    try {
      await writeJsonFile(blobs, name, part, shape);
    } catch (error) {
      failure = error;
    }
    writing = undefined;
  }

  async function names(): Promise<string[]> {
    if (scan.attempts === 1) return written;
    const found: string[] = [];
    for await (const name of blobs.list(folder)) found.push(name);
    return found;
  }

  return {
    /** What a worker before this one collected. */
    async load(): Promise<Partial<Facts>> {
      const parts: Partial<Facts>[] = [];
      for (const name of await names()) {
        const part = await readPart(blobs, name);
        if (part) parts.push(part);
      }
      return Object.assign({}, ...parts);
    },
    /** Keeps datasets that are finished. Returns at once; what waits is written about once a second. */
    keep(facts: Partial<Facts>): void {
      Object.assign(waiting, facts);
      if (!writing && clock.now().getTime() - lastWriteMs >= writeEveryMs) writing = write();
    },
    /** Waits until everything is written. @throws what a write failed with */
    async flushed(): Promise<void> {
      await writing;
      if (Object.keys(waiting).length > 0) await write();
      if (failure !== undefined) throw failure;
    },
    /** Forgets all of it: the scan ended. */
    async clear(): Promise<void> {
      await Promise.all((await names()).map((name) => blobs.delete(name)));
    },
  };
}

export type ScanCheckpoints = ReturnType<typeof createScanCheckpoints>;

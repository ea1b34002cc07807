import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Exemptions } from '../audit/checks/shared/check.ts';
import type { Facts } from '../audit/facts/facts.ts';
import type { Blobs } from '../ports/blobs.ts';
import { fromStored, NewerShapeError, toStored } from './shape.ts';
import { fileShapes } from './shapes.ts';
import { tenantFolder } from './tenant-folders.ts';

/** All that the latest scan of a tenant read, and what was declared when it was judged. `scannedAt`: an ISO instant. */
export type ScannedFacts = {
  scanLogId: string;
  scannedAt: string;
  isSimulated: boolean;
  facts: Facts;
  exemptions: Exemptions;
};

const shape = fileShapes.scannedFacts;
/** Of JSON. What a scan concludes stays small, however many accounts there are. */
const maxBytes = 256 * 1024 * 1024;
const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** Beside what is kept for drafts of policies, which is read often and is a part of it: what deletes that folder deletes this. */
const nameOf = (tenantId: string): string => `${tenantFolder('audited-facts', tenantId)}scan.json.gz`;

/** What a newer version of the product kept is not there for this one: it is left as it is. */
function factsIn(file: object): ScannedFacts | null {
  try {
    return fromStored<ScannedFacts>('scanned-facts', shape, file);
  } catch (error) {
    if (error instanceof NewerShapeError) return null;
    throw error;
  }
}

/** What the latest scan of each tenant read, whole: one file, of which an evidence pack is made. */
export function createScannedFacts(blobs: Blobs) {
  return {
    /** Writing it again writes the same. */
    async keep(tenantId: string, kept: ScannedFacts): Promise<void> {
      await blobs.write(nameOf(tenantId), await pack(JSON.stringify(toStored(shape, kept))), 'application/gzip');
    },

    /** Null where nothing is kept, or of the tenant's other mode. */
    async read({ id, isMock }: { id: string; isMock: boolean }): Promise<ScannedFacts | null> {
      const bytes = await blobs.read(nameOf(id));
      if (bytes === null) return null;
      const text = await unpack(bytes, { maxOutputLength: maxBytes });
      const kept = factsIn(JSON.parse(text.toString('utf8')));
      return kept?.isSimulated === isMock ? kept : null;
    },
  };
}

export type ScannedFactsStore = ReturnType<typeof createScannedFacts>;

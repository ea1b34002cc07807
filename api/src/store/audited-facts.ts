import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Facts } from '../audit/facts/facts.ts';
import type { Blobs } from '../ports/blobs.ts';
import { fromStored, NewerShapeError, toStored } from './shape.ts';
import { fileShapes } from './shapes.ts';
import { tenantFolder } from './tenant-folders.ts';

/** What the latest scan of a tenant read, as far as it is kept, and which scan that was. `scannedAt`: an ISO instant. */
export type AuditedFacts = { scanLogId: string; scannedAt: string; isSimulated: boolean; facts: Facts };

const shape = fileShapes.auditedFacts;
/** 64 MB of JSON: some 5,000 accounts and all policies take a tenth of it. */
const maxBytes = 64 * 1024 * 1024;
const pack = promisify(gzip);
const unpack = promisify(gunzip);

const nameOf = (tenantId: string): string => `${tenantFolder('audited-facts', tenantId)}latest.json.gz`;

/** What a newer version of the product kept is not there for this one: it is left as it is. */
function factsIn(file: object): AuditedFacts | null {
  try {
    return fromStored<AuditedFacts>('audited-facts', shape, file);
  } catch (error) {
    if (error instanceof NewerShapeError) return null;
    throw error;
  }
}

/** What the latest scan of each tenant read of what decides on Conditional Access: one small file, to judge it again. */
export function createAuditedFacts(blobs: Blobs) {
  return {
    /** Writing it again writes the same. */
    async keep(tenantId: string, kept: AuditedFacts): Promise<void> {
      const bytes = await pack(JSON.stringify(toStored(shape, kept)));
      await blobs.write(nameOf(tenantId), bytes, 'application/gzip');
    },

    /** Null where nothing is kept, or of the tenant's other mode. */
    async read({ id, isMock }: { id: string; isMock: boolean }): Promise<AuditedFacts | null> {
      const bytes = await blobs.read(nameOf(id));
      if (bytes === null) return null;
      const text = await unpack(bytes, { maxOutputLength: maxBytes });
      const kept = factsIn(JSON.parse(text.toString('utf8')));
      return kept?.isSimulated === isMock ? kept : null;
    },
  };
}

export type AuditedFactsStore = ReturnType<typeof createAuditedFacts>;

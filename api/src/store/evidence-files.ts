import { tenantIdOfRecordId } from '@tenantry/contract/ids';
import type { Blobs } from '../ports/blobs.ts';
import { tenantFolder } from './tenant-folders.ts';

const nameOf = (packId: string) => `${tenantFolder('evidence', tenantIdOfRecordId(packId))}${packId.slice(37)}.zip`;

/** The files of evidence packs. */
export function createEvidenceFiles(blobs: Pick<Blobs, 'write' | 'read' | 'delete'>) {
  return {
    /** What a worker that died left of it is overwritten. */
    write: (packId: string, bytes: Uint8Array): Promise<void> => blobs.write(nameOf(packId), bytes, 'application/zip'),
    delete: (packId: string): Promise<void> => blobs.delete(nameOf(packId)),
    /** Null where it is not kept, or no longer. */
    read: (packId: string): Promise<Uint8Array | null> => blobs.read(nameOf(packId)),
  };
}

export type EvidenceFiles = ReturnType<typeof createEvidenceFiles>;

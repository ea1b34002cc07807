import type { Facts } from '../audit/facts/facts.ts';
import type { Blobs } from '../ports/blobs.ts';
import { factsFile } from './facts-file.ts';
import { fileShapes } from './shapes.ts';

/** What the latest scan of a tenant read, as far as it is kept, and which scan that was. `scannedAt`: an ISO instant. */
export type AuditedFacts = { scanLogId: string; scannedAt: string; isSimulated: boolean; facts: Facts };

/** What the latest scan of each tenant read of what decides on Conditional Access: one small file, to judge it again. */
export const createAuditedFacts = (blobs: Blobs) =>
  factsFile<AuditedFacts>(blobs, {
    fileName: 'latest.json.gz',
    name: 'audited-facts',
    shape: fileShapes.auditedFacts,
    // Some 5,000 accounts and all policies take a tenth of it.
    maxBytes: 64 * 1024 * 1024,
  });

export type AuditedFactsStore = ReturnType<typeof createAuditedFacts>;

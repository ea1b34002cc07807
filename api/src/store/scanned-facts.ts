import type { Exemptions } from '../audit/checks/shared/check.ts';
import type { Facts } from '../audit/facts/facts.ts';
import type { Blobs } from '../ports/blobs.ts';
import { factsFile } from './facts-file.ts';
import { fileShapes } from './shapes.ts';

/** All that the latest scan of a tenant read, and what was declared when it was judged. `scannedAt`: an ISO instant. */
export type ScannedFacts = {
  scanLogId: string;
  scannedAt: string;
  isSimulated: boolean;
  facts: Facts;
  exemptions: Exemptions;
};

/**
 * What the latest scan of each tenant read, whole: one file, of which an evidence pack is made. It stands beside what is kept for drafts of
 * policies, which is read often and is a part of it: what deletes that folder deletes this.
 */
export const createScannedFacts = (blobs: Blobs) =>
  factsFile<ScannedFacts>(blobs, {
    fileName: 'scan.json.gz',
    name: 'scanned-facts',
    shape: fileShapes.scannedFacts,
    // What a scan concludes stays small, however many accounts there are.
    maxBytes: 256 * 1024 * 1024,
  });

export type ScannedFactsStore = ReturnType<typeof createScannedFacts>;

import { TenantId } from '@tenantry/contract/ids';
import * as z from 'zod/mini';
import type { DirectorySyncService } from './features/directory/directory-sync.ts';
import type { LastSignInUpkeep } from './features/last-sign-in/last-sign-in-upkeep.ts';
import type { ScanRuns } from './features/scans/scan-runs.ts';
import type { Job } from './ports/job.ts';

/** What is kept up beside the scans themselves: three queues are the most, so that these share one. */
const UpkeepMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('last-sign-in'), tenantId: TenantId }),
  z.object({ kind: z.literal('directory-sync'), tenantId: TenantId }),
  z.object({ kind: z.literal('scan-run'), runId: z.string() }),
]);

type Dependencies = {
  lastSignInUpkeep: LastSignInUpkeep;
  directorySync: Pick<DirectorySyncService, 'work'>;
  scanRuns: Pick<ScanRuns, 'work'>;
};

export function upkeepJob({ lastSignInUpkeep, directorySync, scanRuns }: Dependencies): Job {
  return {
    kind: 'queue',
    name: 'upkeep',
    queueName: 'upkeep',
    run: (message) => {
      const parsed = z.parse(UpkeepMessage, message);
      if (parsed.kind === 'scan-run') return scanRuns.work(parsed.runId);
      if (parsed.kind === 'directory-sync') return directorySync.work(parsed.tenantId);
      return lastSignInUpkeep.work(parsed.tenantId);
    },
  };
}

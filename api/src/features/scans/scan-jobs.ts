import { TenantId, TenantRecordId } from '@tenantry/contract/ids';
import * as z from 'zod/mini';
import type { Job } from '../../ports/job.ts';
import type { ScanWorker } from './scan-worker.ts';

const ScanMessage = z.object({ tenantId: TenantId, scanLogId: TenantRecordId });

export function scanJobs({ worker }: { worker: Pick<ScanWorker, 'work'> }): Job[] {
  return [
    {
      kind: 'queue',
      name: 'scan-work',
      queueName: 'scan-work',
      run: (message) => worker.work(z.parse(ScanMessage, message)),
    },
  ];
}

import { TenantId, TenantRecordId } from '@tenantry/contract/ids';
import * as z from 'zod/mini';
import type { Telemetry } from '../../domain/telemetry/telemetry.ts';
import type { Job } from '../../ports/job.ts';
import type { ScanWorker } from './scan-worker.ts';

const ScanMessage = z.object({ tenantId: TenantId, scanLogId: TenantRecordId });

type Dependencies = { worker: Pick<ScanWorker, 'work'>; telemetry: Pick<Telemetry, 'note'> };

export function scanJobs({ worker, telemetry }: Dependencies): Job[] {
  return [
    {
      kind: 'queue',
      name: 'scan-work',
      queueName: 'scan-work',
      run: (message) => {
        const parsed = z.parse(ScanMessage, message);
        telemetry.note({ tenantId: parsed.tenantId });
        return worker.work(parsed);
      },
    },
  ];
}

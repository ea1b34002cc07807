import { TenantId } from '@tenantry/contract/ids';
import * as z from 'zod/mini';
import type { Job } from '../../ports/job.ts';
import type { LastSignInUpkeep } from './last-sign-in-upkeep.ts';

/** What is kept up beside the scans; one kind so far. */
const UpkeepMessage = z.object({ kind: z.literal('last-sign-in'), tenantId: TenantId });

export function lastSignInJobs({ lastSignInUpkeep }: { lastSignInUpkeep: LastSignInUpkeep }): Job[] {
  return [
    {
      kind: 'queue',
      name: 'upkeep',
      queueName: 'upkeep',
      run: (message) => lastSignInUpkeep.work(z.parse(UpkeepMessage, message).tenantId),
    },
  ];
}

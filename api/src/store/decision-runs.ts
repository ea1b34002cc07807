import type { Decision } from '@tenantry/contract/approvals';
import type { Condition } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import type { Assignment } from './approvals.ts';
import { containers, globalPartition } from './containers.ts';
import type { Outboxed } from './outbox.ts';

/** A request that a run could not decide, and why. */
export type DecisionConflict = { id: string; message: string };

/** One decision on several requests. Each of them names the run that decided it, so that a resumed run decides none twice. */
export type DecisionRunRecord = Outboxed & {
  decision: Decision;
  notes: string | null;
  /** How the tasks begin that are made of it. */
  assignment: Assignment | null;
  approvalIds: readonly string[];
  /** How many of them were looked at, from the first on. */
  handled: number;
  decided: number;
  /** The first of those that could not be decided; `conflictCount` has all. */
  conflicts: readonly DecisionConflict[];
  conflictCount: number;
  startedBy: string;
  /** As the trail names them. */
  startedByUser: string;
  startedByUserId: string;
  startedAt: string;
  /** When its message was last put into the queue; '' once it has ended, so that a store can look for it. */
  sentAt: string;
  endedAt: string | null;
};

export function openDecisionRunStore(records: RecordStore) {
  const runs = records.partition<DecisionRunRecord>(containers.decisionRuns, globalPartition);
  return {
    runs,
    /** Runs whose message was sent before `before`, and which have not ended. */
    async waiting(before: Date, limit: number): Promise<DecisionRunRecord[]> {
      const where: Condition[] = [
        { field: 'sentAt', op: 'gt', value: '' },
        { field: 'sentAt', op: 'lte', value: before.toISOString() },
      ];
      return (await runs.query({ where, limit })).items;
    },
  };
}

export type DecisionRunStore = ReturnType<typeof openDecisionRunStore>;

/** The run without a tenant that is offboarded: its requests are gone, and how many of them were decided stays counted. */
export function withoutTenantsRequests(run: DecisionRunRecord, tenantId: string): DecisionRunRecord {
  const isOf = (id: string) => id.startsWith(`${tenantId}_`);
  const handled = run.approvalIds.slice(0, run.handled).filter((id) => !isOf(id)).length;
  return {
    ...run,
    approvalIds: run.approvalIds.filter((id) => !isOf(id)),
    conflicts: run.conflicts.filter(({ id }) => !isOf(id)),
    handled,
  };
}

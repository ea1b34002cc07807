import type { Collection } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import type { OutboxEntry } from '../ports/trail.ts';
import { containers, globalPartition } from './containers.ts';
import { inScope, type Scope } from './scope.ts';

/**
 * A record whose changes are in the audit trail. The entry is written with the change, in the same step, and taken off once
 * it is sealed: a change without an entry, or an entry for a change that never was, cannot be.
 */
export type Outboxed = {
  id: string;
  outbox: OutboxEntry[];
  /** Whether there are any, as a field that a store can look for. */
  hasOutbox: boolean;
};

const atOnce = 100;
const global = [
  containers.users,
  containers.roleMappings,
  containers.systemConfig,
  containers.scanRuns,
  containers.decisionRuns,
  containers.tenants,
  containers.tenantGroups,
];
const ofTenants = [
  containers.graphCredentials,
  containers.scanLogs,
  containers.findings,
  containers.approvals,
  containers.tasks,
  containers.tickets,
  containers.projectPlans,
  containers.manualChecklists,
  containers.questionnaireAnswers,
  containers.reports,
  containers.evidencePacks,
  containers.reportDeliveries,
  containers.whatIfDrafts,
];

export function openOutboxStore(records: RecordStore) {
  // Records that nobody has changed since the outbox got its name have it under the one before (store/shapes.ts).
  const named = (field: string) => ({ field, op: 'eq' as const, value: true });
  const isWaiting = { anyOf: [named('hasOutbox'), named('hasPendingTrail')] };
  return {
    /** Records of every container with entries that wait, each with its collection: what processes left when they died. */
    async *waiting(scope: Scope): AsyncGenerator<{ record: Outboxed; collection: Collection<Outboxed> }> {
      if (scope.kind === 'all') {
        for (const container of global) {
          const collection = records.partition<Outboxed>(container, globalPartition);
          const { items } = await collection.query({ where: [isWaiting], limit: atOnce });
          for (const record of items) yield { record, collection };
        }
      }
      for (const container of ofTenants) {
        const everywhere = records.across<Outboxed & { tenantId: string }>(container);
        const { items } = await inScope(everywhere, scope).query({ where: [isWaiting], limit: atOnce });
        for (const record of items) yield { record, collection: records.partition(container, record.tenantId) };
      }
    },
  };
}

export type OutboxStore = ReturnType<typeof openOutboxStore>;

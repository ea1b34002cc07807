import { memoryBlobs } from '../../../../testing/memory-blobs.ts';
import type { RecordStore } from '../../../ports/record-store.ts';
import type { LogFields } from '../../../ports/telemetry.ts';
import type { TrailEntry } from '../../../ports/trail.ts';
import { openAuditLogStore } from '../../../store/audit-log.ts';
import { containers } from '../../../store/containers.ts';
import { openOutboxStore } from '../../../store/outbox.ts';
import { shapedRecords } from '../../../store/shaped-records.ts';
import { createTrail } from '../trail-service.ts';
import { verifyTrail } from '../verify-trail.ts';

export const start = new Date('2026-11-20T12:00:00Z');

export const entry: TrailEntry = {
  eventType: 'user_signed_in',
  user: 'ada',
  target: 'ada',
  tenantId: null,
  details: { n: 1 },
};

/** A record as it lies in the store, with any field that there is or is not. */
export type Raw = { id: string } & Record<string, unknown>;

function memoryVault(secrets: Map<string, string>) {
  return {
    get: async (name: string) => secrets.get(name) ?? null,
    set: async (name: string, value: string) => void secrets.set(name, value),
  };
}

/** A trail on a record store, with a vault and files in memory, a clock that is set, and the hands of an attacker. */
export function trailSystem(store: RecordStore) {
  let now = start;
  const secrets = new Map<string, string>();
  const files = new Map<string, Uint8Array>();
  const vault = memoryVault(secrets);
  const blobs = memoryBlobs(files);
  const clock = { now: () => now };
  const said: ({ message: string } & LogFields)[] = [];
  const records = shapedRecords(store);
  const writing = { auditLog: openAuditLogStore(records), vault, blobs };
  const reading = { auditLog: openAuditLogStore(store), vault, blobs, outboxes: openOutboxStore(records), clock };
  const trail = () => createTrail({ ...writing, clock, log: (message, fields) => said.push({ message, ...fields }) });
  const raw = (partition: string) => store.partition<Raw>(containers.auditLogs, partition);
  const verify = () => verifyTrail(reading, { settleMs: 0 });

  return {
    writing,
    reading,
    secrets,
    files,
    said,
    trail,
    verify,
    setNow: (instant: string) => {
      now = new Date(instant);
    },
    pass: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
    raw,
    kindsOf: async () => (await verify()).problems.map(({ kind, record }) => `${kind} ${record}`),

    async all(partition: string, prefix = ''): Promise<Raw[]> {
      const { items } = await raw(partition).query({ limit: 1000 });
      return items.filter(({ id }) => id.startsWith(prefix));
    },
    async change(partition: string, id: string, change: (record: Raw) => Raw): Promise<void> {
      const stored = await raw(partition).get(id);
      if (!stored) throw new Error(`There is no ${id} in ${partition}`);
      await raw(partition).replace(change(stored.value), stored.etag);
    },
  };
}

export type TrailSystem = ReturnType<typeof trailSystem>;

import type { EvidencePackStatus, EvidenceSnapshot } from '@tenantry/contract/evidence';
import type { FrameworkId } from '@tenantry/contract/framework-id';
import type { Collection, Condition } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import type { Outboxed } from './outbox.ts';
import { inScope, type Scope } from './scope.ts';

/** An evidence pack that is being made, or was. Its file is in `evidence/` under the same id (store/evidence-files.ts). */
export type EvidencePackRecord = Outboxed & {
  /** `{tenantId}_evidence-{id that the caller made}`: sent twice, a request is one pack. */
  id: string;
  tenantId: string;
  frameworkId: FrameworkId;
  snapshot: EvidenceSnapshot;
  status: EvidencePackStatus;
  /** Why it failed and what to do; null where it did not. */
  error: string | null;
  fileName: string;
  sizeBytes: number | null;
  /** SHA-256 of the file; null until it is ready. */
  sha256: string | null;
  /** Of the key that signed it; null until it is ready. */
  keyId: string | null;
  /** Which authority stamped it; null where none did. */
  timeStampedBy: string | null;
  /** Why it has no time stamp although one was asked for; null where it has one, or none was asked for. */
  noTimeStampBecause: string | null;
  requestedAt: string;
  createdAt: string | null;
  madeBy: string;
  madeById: string;
  auditId: string;
  scanLogId: string;
  auditedAt: string;
  isSimulated: boolean;
  /** Since when contacts of the client may download it, and by whom; null: they do not see it. */
  shared: { at: string; by: string } | null;
  attempts: number;
  /** When its worker was last heard, or its message was sent; '' once it has ended, so that a store can look for what waits. */
  heardAt: string;
};

const isWaiting: Condition = { field: 'heardAt', op: 'gt', value: '' };

export const hasPackEnded = ({ status }: Pick<EvidencePackRecord, 'status'>): boolean =>
  status === 'ready' || status === 'failed';

/** Of a tenant the newest are kept, with their files. */
export const packsKept = 20;

/** The packs of a tenant, the newest first. */
export async function packsOf(packs: Pick<Collection<EvidencePackRecord>, 'query'>): Promise<EvidencePackRecord[]> {
  const orderBy = { field: 'requestedAt', direction: 'desc' } as const;
  return (await packs.query({ orderBy, limit: 2 * packsKept })).items;
}

/** Reads of the packs of several tenants. A tenant's own are bound to it (`TenantRecords.evidencePacks`). */
export function openEvidencePackStore(records: RecordStore) {
  const packs = records.across<EvidencePackRecord>(containers.evidencePacks);
  return {
    /** How many are being made or wait for it, of everyone or of one user. */
    underWay(scope: Scope, userId?: string): Promise<number> {
      const own: Condition[] = userId === undefined ? [] : [{ field: 'madeById', op: 'eq', value: userId }];
      return inScope(packs, scope).count([isWaiting, ...own]);
    },

    /** Those of which nothing was heard since: their worker died, or their message was lost. */
    async unheardSince(scope: Scope, instant: Date, limit: number): Promise<EvidencePackRecord[]> {
      const where: Condition[] = [isWaiting, { field: 'heardAt', op: 'lte', value: instant.toISOString() }];
      return (await inScope(packs, scope).query({ where, limit })).items;
    },
  };
}

export type EvidencePackStore = ReturnType<typeof openEvidencePackStore>;

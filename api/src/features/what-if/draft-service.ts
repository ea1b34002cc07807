import { isDeepStrictEqual } from 'node:util';
import type { Parsed } from '@tenantry/contract/endpoint';
import { tenantRecordId } from '@tenantry/contract/ids';
import {
  type changeWhatIfDraft,
  type createWhatIfDraft,
  maxDrafts,
  type WhatIfDraft,
  type WhatIfDraftDetails,
} from '@tenantry/contract/what-if';
import { changeAndSeal, emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { createOnce, every } from '../../ports/collection.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { WhatIfDraftRecord } from '../../store/what-if-drafts.ts';
import {
  changedMeanwhile,
  detailsOf,
  draftEntry,
  existingDraft,
  isProposed,
  noSuchDraft,
  statusOf,
  viewOf,
} from './draft-views.ts';
import type { WhatIf } from './what-if-service.ts';

export type DraftDependencies = Pick<CommonParts, 'trail' | 'clock'> & { whatIf: WhatIf };

/** So long a request may take that asks for an approval. */
const proposingMs = 5 * 60_000;

/** The drafts of a tenant: kept, changed, proposed. None of it changes anything in Microsoft 365. */
export function createDrafts({ trail, clock, whatIf }: DraftDependencies) {
  /** @throws AppError CONFLICT where it was changed since, or is proposed; NOT_FOUND */
  async function changed(
    { whatIfDrafts }: TenantRecords,
    id: string,
    revision: number,
    change: (current: WhatIfDraftRecord, now: Date) => WhatIfDraftRecord,
  ): Promise<WhatIfDraftRecord> {
    const now = clock.now();
    const record = await changeAndSeal(trail, whatIfDrafts, id, (current) => {
      const next = change(current, now);
      if (next === current) return current;
      if (current.proposed !== null) throw isProposed();
      if (current.revision !== revision) throw changedMeanwhile();
      return { ...next, revision: revision + 1, updatedAt: now.toISOString() };
    });
    if (!record) throw noSuchDraft();
    return record;
  }

  return {
    async list(tenant: TenantRecords): Promise<WhatIfDraft[]> {
      const records = await every(tenant.whatIfDrafts, { orderBy: { field: 'updatedAt', direction: 'desc' } });
      const shown = records.filter(({ deletedAt }) => deletedAt === undefined);
      return Promise.all(shown.map((record) => viewOf(tenant, record)));
    },

    async get(tenant: TenantRecords, id: string): Promise<WhatIfDraftDetails> {
      return detailsOf(tenant, await existingDraft(tenant, id));
    },

    /** @throws AppError INVALID_INPUT, CONFLICT where there are as many as a tenant may have */
    async create(caller: Caller, tenant: TenantRecords, wanted: Parsed<typeof createWhatIfDraft.body>) {
      const id = tenantRecordId(tenant.tenant.id, `wi-${wanted.key}`);
      const policies = await whatIf.read(tenant, wanted.policies);
      const before = await tenant.whatIfDrafts.get(id);
      if (!before && (await tenant.whatIfDrafts.count()) >= maxDrafts)
        throw new AppError('CONFLICT', `A tenant has at most ${maxDrafts} drafts. Delete one first.`);
      const now = clock.now();
      const at = now.toISOString();
      const record: WhatIfDraftRecord = {
        id,
        tenantId: tenant.tenant.id,
        isSimulated: tenant.tenant.isMock,
        name: wanted.name,
        policies,
        revision: 1,
        createdBy: caller.name,
        createdAt: at,
        updatedAt: at,
        updatedBy: caller.name,
        proposed: null,
        outcome: null,
        ...emptyOutbox,
      };
      const details = { policies: policies.length };
      const entry = { eventType: 'what_if_draft_created', ...draftEntry(caller, record, details) } as const;
      const created = await createOnce(tenant.whatIfDrafts, withEntry(record, entry, now));
      if (created) await settleOutbox(tenant.whatIfDrafts, created.value, trail, created.etag);
      return detailsOf(tenant, created?.value ?? (await existingDraft(tenant, id)));
    },

    /** @throws AppError INVALID_INPUT, NOT_FOUND, CONFLICT */
    async change(caller: Caller, tenant: TenantRecords, id: string, wanted: Parsed<typeof changeWhatIfDraft.body>) {
      const policies = wanted.policies && (await whatIf.read(tenant, wanted.policies));
      const record = await changed(tenant, id, wanted.revision, (current, now) => {
        const next = { ...current, name: wanted.name ?? current.name, policies: policies ?? current.policies };
        // The same change twice is one.
        if (isDeepStrictEqual(next, current)) return current;
        const details = { before: current.name, policies: next.policies.length };
        const entry = { eventType: 'what_if_draft_changed', ...draftEntry(caller, next, details) } as const;
        return withEntry({ ...next, updatedBy: caller.name }, entry, now);
      });
      return detailsOf(tenant, record);
    },

    /** @throws AppError NOT_FOUND; CONFLICT where its approval is pending or given, or asked for just now */
    async remove(caller: Caller, tenant: TenantRecords, id: string): Promise<boolean> {
      const stored = await tenant.whatIfDrafts.get(id);
      if (!stored) throw noSuchDraft();
      const proposed = await statusOf(tenant, stored.value);
      if (proposed?.status === 'pending' || proposed?.status === 'approved')
        throw new AppError('CONFLICT', 'This draft was proposed: it is kept with its approval.');
      // Somebody may be asking for its approval at this moment: it is not to be of a draft that is gone.
      if (proposed?.status === 'unasked' && clock.now().getTime() - Date.parse(proposed.at) < proposingMs)
        throw new AppError('CONFLICT', 'This draft is being proposed. Delete it in a few minutes.');
      // The entry is written with the mark, once, before the record is gone.
      const marked = await changeAndSeal(trail, tenant.whatIfDrafts, id, (current) => {
        if (current.deletedAt !== undefined) return current;
        if (!isDeepStrictEqual(current.proposed, stored.value.proposed)) throw isProposed();
        const now = clock.now();
        const details = { policies: current.policies.length };
        const entry = { eventType: 'what_if_draft_deleted', ...draftEntry(caller, current, details) } as const;
        return withEntry({ ...current, deletedAt: now.toISOString() }, entry, now);
      });
      if (!marked) return false;
      return tenant.whatIfDrafts.delete(id);
    },
  };
}

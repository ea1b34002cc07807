import type { WhatIfDraft, WhatIfDraftDetails } from '@tenantry/contract/what-if';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { WhatIfDraftRecord } from '../../store/what-if-drafts.ts';

export const noSuchDraft = () => new AppError('NOT_FOUND', 'There is no such draft.');
export const changedMeanwhile = () =>
  new AppError('CONFLICT', 'Somebody changed this draft meanwhile. Open it again and make your change anew.');
export const isProposed = () =>
  new AppError('CONFLICT', 'This draft was proposed and stays as it is. Save your changes as a new draft.');

/** Where its approval stands; null where nobody asked for one. */
export async function statusOf(
  { approvals }: TenantRecords,
  { proposed }: WhatIfDraftRecord,
): Promise<WhatIfDraft['proposed']> {
  if (proposed === null) return null;
  const { approvalId, by, at } = proposed;
  const approval = await approvals.get(approvalId);
  return { approvalId, by, at, status: approval?.value.status ?? 'unasked' };
}

/** A draft as a list shows it. */
export async function viewOf(tenant: TenantRecords, record: WhatIfDraftRecord): Promise<WhatIfDraft> {
  const { id, tenantId, name, revision, createdBy, createdAt, updatedAt, outcome } = record;
  const proposed = await statusOf(tenant, record);
  const found = outcome && { ...outcome, differences: [...outcome.differences] };
  return { id, tenantId, name, revision, createdBy, createdAt, updatedAt, proposed, outcome: found };
}

/** A draft as it is opened. */
export async function detailsOf(tenant: TenantRecords, record: WhatIfDraftRecord): Promise<WhatIfDraftDetails> {
  const view = await viewOf(tenant, record);
  return {
    ...view,
    policies: [...record.policies],
    forecast: record.proposed?.forecast ?? null,
    signIns: record.proposed?.signIns ?? null,
  };
}

/** What the trail says of every change of a draft. */
export const draftEntry = (
  caller: Caller,
  { tenantId, id, name }: WhatIfDraftRecord,
  details: Record<string, string | number>,
) => ({
  user: caller.user.username,
  target: name,
  tenantId,
  details: { draftId: id, ...details },
});

/** @throws AppError NOT_FOUND */
export async function existingDraft({ whatIfDrafts }: TenantRecords, id: string): Promise<WhatIfDraftRecord> {
  const stored = await whatIfDrafts.get(id);
  if (!stored || stored.value.deletedAt !== undefined) throw noSuchDraft();
  return stored.value;
}

import type { requestApproval } from '@tenantry/contract/approvals';
import type { Parsed } from '@tenantry/contract/endpoint';
import { tenantRecordId } from '@tenantry/contract/ids';
import type { SignInForecast } from '@tenantry/contract/sign-in-replay';
import type { proposeWhatIfDraft, WhatIfDraftDetails } from '@tenantry/contract/what-if';
import type { JsonObject } from '../../audit/facts/json-reader.ts';
import { changeAndSeal, withEntry } from '../../domain/audit-trail/outbox.ts';
import { type ReplayDependencies, ReplayRefusedError, replay } from '../../domain/sign-in-replay/replay.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { ApprovalRecord } from '../../store/approvals.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { WhatIfDraftRecord } from '../../store/what-if-drafts.ts';
import type { DraftDependencies } from './draft-service.ts';
import { changedMeanwhile, detailsOf, draftEntry, existingDraft, noSuchDraft } from './draft-views.ts';
import { forecastSummary, whatToDo } from './forecast-summary.ts';

export type ProposeDependencies = DraftDependencies &
  ReplayDependencies & {
    approvalRequests: {
      request(
        caller: Caller,
        tenant: TenantRecords | null,
        wanted: Parsed<(typeof requestApproval)['body']>,
        more: { draftId: string; issue: string; category: 'conditional-access' },
      ): Promise<ApprovalRecord>;
    };
  };

/** The key of a draft is that of its approval: whoever asks twice, asks for the same one. */
const keyOf = (draftId: string): string => draftId.slice(-36);

/** So many accounts are kept with a proposal; the totals count all. */
const accountsKept = 50;

/** What the sign-ins that are kept say of the draft; null where there are none, or Microsoft does not tell today's policies. */
async function signInsOf(
  dependencies: ProposeDependencies,
  { tenant }: TenantRecords,
  policies: readonly JsonObject[],
): Promise<SignInForecast | null> {
  try {
    const replayed = await replay(dependencies, tenant, policies);
    return { ...replayed, accounts: replayed.accounts.slice(0, accountsKept) };
  } catch (error) {
    if (error instanceof ReplayRefusedError) return null;
    throw error;
  }
}

/** The draft with its forecast, from now on as it is. @throws AppError NOT_FOUND, NO_SCAN_YET, CONFLICT */
async function frozen(
  dependencies: ProposeDependencies,
  caller: Caller,
  tenant: TenantRecords,
  draft: WhatIfDraftRecord,
  revision: number,
): Promise<WhatIfDraftRecord> {
  const { trail, clock, whatIf } = dependencies;
  if (draft.proposed !== null) return draft;
  if (draft.revision !== revision) throw changedMeanwhile();
  const forecast = await whatIf.forecast(tenant, draft.policies);
  if (forecast.changes.length === 0)
    throw new AppError('CONFLICT', 'The draft changes nothing: its policies are those of the latest scan.');
  const signIns = await signInsOf(dependencies, tenant, draft.policies);
  const approvalId = tenantRecordId(tenant.tenant.id, `a-${keyOf(draft.id)}`);
  const record = await changeAndSeal(trail, tenant.whatIfDrafts, draft.id, (current) => {
    if (current.proposed !== null) return current;
    if (current.revision !== revision) throw changedMeanwhile();
    const now = clock.now();
    const proposed = { approvalId, by: caller.name, at: now.toISOString(), forecast, signIns };
    const next = { ...current, proposed, revision: revision + 1, updatedAt: now.toISOString() };
    const details = { approvalId, changes: forecast.changes.length };
    return withEntry(next, { eventType: 'what_if_draft_proposed', ...draftEntry(caller, next, details) }, now);
  });
  if (!record) throw noSuchDraft();
  return record;
}

/**
 * Asks for approval of a draft, with a forecast as of now. Asked twice, it is one approval; where a process died between the two, asking
 * again makes what is missing.
 * @throws AppError NOT_FOUND, NO_SCAN_YET, CONFLICT where it was changed since or changes nothing
 */
export async function proposeDraft(
  dependencies: ProposeDependencies,
  caller: Caller,
  tenant: TenantRecords,
  id: string,
  { revision, reason }: Parsed<typeof proposeWhatIfDraft.body>,
): Promise<WhatIfDraftDetails> {
  const draft = await frozen(dependencies, caller, tenant, await existingDraft(tenant, id), revision);
  const { proposed, name } = draft;
  if (proposed !== null && !(await tenant.approvals.get(proposed.approvalId))) {
    await dependencies.approvalRequests.request(
      caller,
      tenant,
      {
        type: 'system_change',
        tenantId: tenant.tenant.id,
        title: `Conditional Access: ${name}`,
        reason,
        key: keyOf(id),
      },
      {
        draftId: id,
        issue: `${forecastSummary(proposed.forecast, proposed.signIns ?? null)} ${whatToDo}`,
        category: 'conditional-access',
      },
    );
  }
  return detailsOf(tenant, draft);
}

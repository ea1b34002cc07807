import {
  changeWhatIfDraft,
  createWhatIfDraft,
  deleteWhatIfDraft,
  evaluateWhatIf,
  getWhatIfDraft,
  listWhatIfDrafts,
  proposeWhatIfDraft,
  startWhatIf,
} from '@tenantry/contract/what-if';
import { type Route, tenantRoute } from '../../http/route.ts';
import { createDrafts } from './draft-service.ts';
import { type ProposeDependencies, proposeDraft } from './propose-draft.ts';
import { createWhatIf, type WhatIfDependencies } from './what-if-service.ts';

/** What changes of Conditional Access policies would do to one tenant, and drafts of them. */
export function whatIfRoutes(dependencies: WhatIfDependencies & Omit<ProposeDependencies, 'whatIf'>): Route[] {
  const whatIf = createWhatIf(dependencies);
  const drafts = createDrafts({ ...dependencies, whatIf });
  return [
    tenantRoute(startWhatIf, ({ tenant }) => whatIf.start(tenant)),
    tenantRoute(evaluateWhatIf, async ({ tenant, body }) =>
      whatIf.forecast(tenant, await whatIf.read(tenant, body.policies)),
    ),
    tenantRoute(listWhatIfDrafts, async ({ tenant }) => ({ items: await drafts.list(tenant) })),
    tenantRoute(getWhatIfDraft, ({ tenant, params }) => drafts.get(tenant, params.id)),
    tenantRoute(createWhatIfDraft, ({ tenant, caller, body }) => drafts.create(caller, tenant, body)),
    tenantRoute(changeWhatIfDraft, ({ tenant, caller, params, body }) =>
      drafts.change(caller, tenant, params.id, body),
    ),
    tenantRoute(deleteWhatIfDraft, async ({ tenant, caller, params }) => ({
      deleted: await drafts.remove(caller, tenant, params.id),
    })),
    tenantRoute(proposeWhatIfDraft, ({ tenant, caller, params, body }) =>
      proposeDraft({ ...dependencies, whatIf }, caller, tenant, params.id, body),
    ),
  ];
}

import { listApprovals } from '@tenantry/contract/approvals';
import { LowerGuid } from '@tenantry/contract/ids';
import { SearchText } from '@tenantry/contract/lists';
import * as z from 'zod/mini';

/** The order of what waits: as it is to be done first, unless somebody wants another. */
export const WorkOrder = z.enum(['first', 'tenants', 'oldest', 'title']);
export type WorkOrder = z.infer<typeof WorkOrder>;

/** What the address of the page holds. */
export const ApprovalsAddress = z.extend(listApprovals.query, {
  view: z.optional(z.enum(['list'])),
  search: z.optional(SearchText),
  sort: z.optional(WorkOrder),
  /** A decision on many requests, whose progress is shown. */
  run: z.optional(LowerGuid),
});
export type ApprovalsAddress = z.output<typeof ApprovalsAddress>;
export type ChangeAddress = (patch: Partial<z.input<typeof ApprovalsAddress>>) => void;

/** Whether it is the plain list: chosen, or by an address with a filter that only the list has. */
export const isListView = ({ view, status, type }: ApprovalsAddress) =>
  view === 'list' || status !== undefined || type !== undefined;

import { LowerGuid, TenantId, TenantRecordId } from '@tenantry/contract/ids';
import { wholeNumber } from '@tenantry/contract/lists';
import { line } from '@tenantry/contract/text';
import * as z from 'zod/mini';
import { maxRows, usualRows } from './bounds.ts';

/** How a list is read page by page. */
export const paged = {
  limit: z._default(wholeNumber(1, maxRows), usualRows),
  cursor: z.optional(line({ max: 2000 })),
};
export const aboutPaged = {
  limit: `How many rows at most, 1 to ${maxRows}`,
  cursor: 'What leftOut.next.cursor of the page before says; leave it out for the first page',
};

/** How a list within an answer is read on. */
export const sliced = {
  limit: z._default(wholeNumber(1, maxRows), usualRows),
  from: z._default(wholeNumber(0, 1_000_000), 0),
};
export const aboutSliced = {
  limit: aboutPaged.limit,
  from: 'The row to begin with, from 0; what leftOut.next.from of the answer before says',
};

export const aTenant = TenantId;
export const maybeTenant = z.optional(TenantId);
export const aboutTenant = 'The id of a tenant, as list_tenants gives it';
export const maybeGroup = z.optional(LowerGuid);
export const aboutGroup = 'The id of a group of tenants, to look at these alone';
export const aRecord = TenantRecordId;

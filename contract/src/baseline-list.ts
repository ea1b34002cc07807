import * as z from 'zod/mini';
import { BaselineId } from './alignment.ts';
import { defineEndpoint } from './endpoint.ts';
import { LowerGuid } from './ids.ts';
import { Instant } from './lists.ts';
import { Priority } from './verdicts.ts';

const days = z.int('Enter a whole number of days').check(z.minimum(1, 'At least 1 day'), z.maximum(365, 'At most 365'));

/** Within how many days what a baseline requires is to be done, by the severity of the check. */
export const DueDays = z.object({ critical: days, high: days, medium: days, low: days });
export type DueDays = z.infer<typeof DueDays>;

/** A named set of checks that tenants have to pass. */
export const Baseline = z.object({
  id: BaselineId,
  name: z.string(),
  description: z.string(),
  /** It comes with the product: groups and due days can be changed, for all else it is copied. */
  builtIn: z.boolean(),
  checkIds: z.array(z.string()),
  /** Of its checks those that are less grave than this are not required. */
  minimumGravity: Priority,
  /** How many of its checks are required. */
  required: z.number(),
  dueDays: DueDays,
  /** The groups that it is assigned to, of those in which the caller has tenants. */
  groupIds: z.array(LowerGuid),
  /** How many of the caller's tenants it holds for. */
  tenants: z.number(),
  /** 0 where nobody has changed it. */
  revision: z.number(),
  updatedAt: z.nullable(Instant),
  updatedBy: z.nullable(z.string()),
});
export type Baseline = z.infer<typeof Baseline>;

export const listBaselines = defineEndpoint({
  name: 'baselines',
  summary: 'The baselines that hold for some of your tenants; for callers of all tenants every one',
  method: 'GET',
  path: '/api/admin/baselines',
  access: 'viewer',
  token: 'read',
  response: z.object({ baselines: z.array(Baseline) }),
});

import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { Instant } from './lists.ts';

/** What is done to mend a finding. Every check is one of them, so that each has an estimate. */
export const WorkKind = z.enum([
  'conditional-access',
  'authentication-methods',
  'user-rollout',
  'privileged-access',
  'applications',
  'tenant-settings',
  'devices-and-sync',
  'mail-dns',
  'exchange',
  'teams',
  'data-protection',
  'sharing',
  'account-review',
  'incident-response',
]);
export type WorkKind = z.infer<typeof WorkKind>;

/** Hours for one finding, in quarters, and US dollars for an hour. */
const WorkPrice = z.object({
  kind: WorkKind,
  hours: z
    .number('Must be a number of hours')
    .check(
      z.minimum(0.25, 'Must be at least 0.25 hours'),
      z.maximum(400, 'Must be at most 400 hours'),
      z.multipleOf(0.25, 'Must be in quarter hours'),
    ),
  hourlyRate: z
    .int('Must be whole dollars')
    .check(z.minimum(0, 'Must be at least 0'), z.maximum(10_000, 'Must be at most 10,000')),
});
export type WorkPrice = z.infer<typeof WorkPrice>;

const everyKindOnce = z.refine<WorkPrice[]>(
  (work) => work.length === WorkKind.options.length && new Set(work.map(({ kind }) => kind)).size === work.length,
  'Must hold every kind of work once',
);

export const PriceList = z.object({
  currency: z.literal('USD'),
  work: z.array(WorkPrice),
  /** Nobody has edited it: these are the defaults of the product. */
  isDefault: z.boolean(),
  /** Counts the changes; 0 for the defaults. */
  revision: z.number(),
  updatedAt: z.nullable(Instant),
  updatedBy: z.nullable(z.string()),
});
export type PriceList = z.infer<typeof PriceList>;

export const getPriceList = defineEndpoint({
  name: 'price-list',
  summary: 'Hours and hourly rates by kind of work, from which plans and project readiness are estimated',
  method: 'GET',
  path: '/api/settings/price-list',
  access: 'admin',
  response: PriceList,
});

export const changePriceList = defineEndpoint({
  name: 'price-list-change',
  summary: 'Change the price list; hours of tasks that are there already stay as they are',
  method: 'PUT',
  path: '/api/settings/price-list',
  access: 'admin',
  /** `revision`: of the list that was edited. Where somebody else changed it meanwhile, nothing is changed. */
  body: z.object({ revision: z.int().check(z.minimum(0)), work: z.array(WorkPrice).check(everyKindOnce) }),
  response: PriceList,
});

import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { Instant } from './lists.ts';

/** What kind of work mends what was found: the hourly rate goes by it. */
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

const hours = z
  .number('Must be a number of hours')
  .check(
    z.minimum(0.25, 'Must be at least 0.25 hours'),
    z.maximum(400, 'Must be at most 400 hours'),
    z.multipleOf(0.25, 'Must be in quarter hours'),
  );

const hoursBySize = z
  .number('Must be a number of hours')
  .check(
    z.minimum(0, 'Must be at least 0 hours'),
    z.maximum(100, 'Must be at most 100 hours'),
    z.multipleOf(0.25, 'Must be in quarter hours'),
  );

/** US dollars for an hour of a kind of work. */
const HourlyRate = z.object({
  kind: WorkKind,
  hourlyRate: z
    .int('Must be whole dollars')
    .check(z.minimum(0, 'Must be at least 0'), z.maximum(10_000, 'Must be at most 10,000')),
});
export type HourlyRate = z.infer<typeof HourlyRate>;

/** The part for size is at most so many times the other hours: a client ten times as large is not ten times the work. */
export const mostOfSize = 3;

/** Hours of a remedy for one tenant, in quarters, whatever number of findings it closes. */
export const WorkPrice = z.object({
  /** Of the remedy, or `license`: the work of adding any license. */
  id: z.string(),
  title: z.string(),
  kind: WorkKind,
  hours,
  /**
   * Hours that come to these for each `per` affected, which `each` names ("domain", "100 users"): in proportion, rounded up to
   * a quarter, and at most `mostOfSize` times `hours`. Null where size makes no difference.
   */
  size: z.nullable(z.object({ hours: hoursBySize, per: z.number(), each: z.string() })),
  /** What the work consists of. */
  why: z.string(),
});
export type WorkPrice = z.infer<typeof WorkPrice>;

export const PriceList = z.object({
  currency: z.literal('USD'),
  rates: z.array(HourlyRate),
  work: z.array(WorkPrice),
  /** Hours by kind of work that an earlier version kept, and by which those of `work` are larger or smaller; until the next change. */
  carriedOver: z.array(z.object({ kind: WorkKind, hours: z.number(), defaultHours: z.number() })),
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
  summary: 'Hours by remedy and hourly rates by kind of work, from which plans and project readiness are estimated',
  method: 'GET',
  path: '/api/settings/price-list',
  access: 'admin',
  response: PriceList,
});

/** `sizeHours`: of `size`, where the work has one. */
const ChangedHours = z.object({ id: z.string(), hours, sizeHours: z.optional(hoursBySize) });
export type ChangedHours = z.infer<typeof ChangedHours>;

const kindsOnce = z.refine<HourlyRate[]>(
  (rates) => new Set(rates.map(({ kind }) => kind)).size === rates.length,
  'Must hold a kind of work once',
);
const workOnce = z.refine<ChangedHours[]>(
  (work) => new Set(work.map(({ id }) => id)).size === work.length,
  'Must hold a remedy once',
);

export const changePriceList = defineEndpoint({
  name: 'price-list-change',
  summary: 'Change rates and hours of the price list; hours of tasks that are there already stay as they are',
  method: 'PUT',
  path: '/api/settings/price-list',
  access: 'admin',
  /**
   * Rates and hours that are not named stay as they are. `revision`: of the list that was edited. Where somebody else changed
   * it meanwhile, nothing is changed.
   */
  body: z.object({
    revision: z.int().check(z.minimum(0)),
    rates: z.optional(z.array(HourlyRate).check(kindsOnce)),
    work: z.optional(z.array(ChangedHours).check(workOnce)),
  }),
  response: PriceList,
});

import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId } from './ids.ts';
import { Instant } from './lists.ts';
import { Category } from './verdicts.ts';

/**
 * The work that open findings of one area ask for. `pending`: an approval waits for an administrator. `blocked`: all of it
 * lacks a license or was denied, or nothing is known.
 */
export const ReadinessItem = z.object({
  type: Category,
  label: z.string(),
  /** Open findings of the area (docs/figures.md); null where it is not known, `countUnknownBecause` says why. */
  count: z.nullable(z.number()),
  countUnknownBecause: z.nullable(z.string()),
  /** Of the work whose gravest finding is in the area: one that closes findings of several counts once. */
  hours: z.nullable(z.number()),
  revenue: z.nullable(z.number()),
  description: z.string(),
  status: z.enum(['ready', 'pending', 'blocked']),
  actionUrl: z.string(),
});
export type ReadinessItem = z.infer<typeof ReadinessItem>;

/** What could be done for a tenant and what it would bring, by its open findings and the price list. */
export const ProjectReadiness = z.object({
  /** Open findings of critical and high severity; null before the first audit. */
  urgentCount: z.nullable(z.number()),
  totalHours: z.nullable(z.number()),
  totalRevenuePotential: z.nullable(z.number()),
  unknownBecause: z.nullable(z.string()),
  currency: z.literal('USD'),
  /** Nobody has edited the price list: revenue is by the defaults of the product. */
  pricesAreDefault: z.boolean(),
  /** When the latest audit was made. */
  lastUpdated: z.nullable(Instant),
  items: z.array(ReadinessItem),
});
export type ProjectReadiness = z.infer<typeof ProjectReadiness>;

export const getProjectReadiness = defineEndpoint({
  name: 'project-readiness',
  summary: 'Which work the open findings of a tenant ask for, whether it can begin, and what it would bring',
  method: 'GET',
  path: '/api/project-readiness',
  access: 'admin',
  token: 'read',
  query: z.object({ tenantId: TenantId }),
  tenant: { from: 'query', name: 'tenantId' },
  response: ProjectReadiness,
});

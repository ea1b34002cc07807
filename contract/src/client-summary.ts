import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { IncidentSeverity } from './incidents.ts';
import { Instant } from './lists.ts';
import { AuditedHealth } from './tenant-health.ts';
import { Severity } from './verdicts.ts';

/** What to do first, in words of the management summary. */
const Matter = z.object({
  topic: z.string(),
  risk: z.string(),
  proposal: z.string(),
  severity: Severity,
  closes: z.number(),
});

/** Something that was done, and what shows it. `proof`: null where it was not, or could not be, looked at again. */
const DoneItem = z.object({ title: z.string(), text: z.string(), at: Instant, isProven: z.boolean() });

/** A step of what comes next. `openTasks`: 0 where it is proposed and not agreed on yet. Hours and price: null where the room does not show them, or nobody estimated it. */
const NextStep = z.object({
  title: z.string(),
  description: z.string(),
  openTasks: z.number(),
  hours: z.nullable(z.number()),
  price: z.nullable(z.number()),
});

/** The state of a tenant for its client: the figures and words of the management summary of the latest audit. */
export const ClientSummary = z.object({
  clientName: z.string(),
  domain: z.string(),
  provider: z.nullable(z.string()),
  /** Null: Tenantry's own. */
  color: z.nullable(z.string()),
  hasLogo: z.boolean(),
  welcome: z.string(),
  showsPrices: z.boolean(),
  isSimulated: z.boolean(),
  /** Null before the first audit; nothing below is known then. */
  auditedAt: z.nullable(Instant),
  /** Why the figures may be old, as a sentence; null where nothing is in the way. */
  trouble: z.nullable(z.string()),
  score: z.nullable(z.number()),
  status: AuditedHealth,
  /** Where they stand, in sentences. */
  standing: z.array(z.string()),
  trend: z.array(z.object({ at: Instant, score: z.number() })),
  incidents: z.array(z.object({ title: z.string(), severity: IncidentSeverity, at: z.nullable(Instant) })),
  matters: z.array(Matter),
  /** How many more there are. */
  mattersLeft: z.number(),
  /** Since when, as it stands in the heading: "the report of …"; null before the second audit. */
  doneSince: z.nullable(z.string()),
  done: z.array(DoneItem),
  next: z.array(NextStep),
  acceptedRisks: z.array(
    z.object({
      title: z.string(),
      /** In words of the management summary; null where there are none. */
      topic: z.nullable(z.string()),
      acceptedBy: z.nullable(z.string()),
      until: z.nullable(Instant),
    }),
  ),
  /** How sure this is, in sentences. */
  certainty: z.array(z.string()),
});
export type ClientSummary = z.infer<typeof ClientSummary>;

export const getClientSummary = defineEndpoint({
  name: 'client-summary',
  summary: 'How a tenant stands, in words of the management summary; the first page of its client room',
  method: 'GET',
  path: '/api/client/summary',
  access: 'viewer',
  client: true,
  /** That a client looked stands in the trail. */
  changes: true,
  tenant: { from: 'header' },
  response: ClientSummary,
});

/** The provider's own, whichever tenant: a picture cannot name one. */
export const getClientLogo = defineEndpoint({
  name: 'client-logo',
  summary: 'The logo that stands over a client room',
  method: 'GET',
  path: '/api/client/logo',
  access: 'viewer',
  client: true,
  files: ['image/png', 'image/svg+xml'],
});

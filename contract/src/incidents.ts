import * as z from 'zod/mini';
import { Instant } from './lists.ts';

/** `alert`: of Microsoft Defender. `detection`, `riskyUser`: of Entra ID Protection. `change`: of a setting, between two scans. */
const IncidentKind = z.enum(['alert', 'detection', 'riskyUser', 'change']);

/** The gravest first; `unknown`: Microsoft hides the level without Entra ID P2, or does not tell it. */
export const IncidentSeverity = z.enum(['critical', 'high', 'medium', 'low', 'unknown']);
export type IncidentSeverity = z.infer<typeof IncidentSeverity>;

/** One thing that was seen. `count`: how many of the kind it stands for. `url`: its page at Microsoft; null where there is none. */
export const IncidentSignal = z.object({
  kind: IncidentKind,
  severity: IncidentSeverity,
  title: z.string(),
  count: z.number(),
  at: z.nullable(Instant),
  url: z.nullable(z.string()),
});
export type IncidentSignal = z.infer<typeof IncidentSignal>;

/**
 * What may be an attack under way: everything that was seen of one account, or one thing that names none. `leads`: it stands
 * before every setting, however grave; the others stand among the findings.
 */
export const Incident = z.object({
  severity: IncidentSeverity,
  leads: z.boolean(),
  /** The account that it is about; null where none is named. */
  account: z.nullable(z.string()),
  /** In a line, with the account. */
  title: z.string(),
  /** The page to begin at: of its gravest signal that has one. */
  url: z.nullable(z.string()),
  signals: z.array(IncidentSignal),
});
export type Incident = z.infer<typeof Incident>;

/** No more are listed than this; `total` counts them all. */
export const maxIncidents = 20;

/** The incidents of a tenant, those that lead first. `notRead`: what could have shown more and was not read, as sentences. */
export const Incidents = z.object({ items: z.array(Incident), total: z.number(), notRead: z.array(z.string()) });
export type Incidents = z.infer<typeof Incidents>;

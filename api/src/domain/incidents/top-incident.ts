import type { Incidents } from '@tenantry/contract/incidents';
import type { TopIncident } from '@tenantry/contract/tenant-summaries';
import { leadingIncidents } from './incidents.ts';

/** The first of what stands before every setting, as a row of the overview tells it; null where nothing does. */
export function topIncident(incidents: Incidents): TopIncident | null {
  const [first, ...others] = leadingIncidents(incidents);
  if (first === undefined) return null;
  const { title, severity, url } = first;
  return { title, severity, url, more: others.length };
}

import { createHash } from 'node:crypto';
import { type Incident, IncidentSeverity, type Incidents } from '@tenantry/contract/incidents';
import type { Priority } from '@tenantry/contract/verdicts';
import { leadingIncidents } from '../../../domain/incidents/incidents.ts';
import type { NoticeEvent } from '../../../ports/notifier.ts';
import type { AuditRecord } from '../../../store/audits.ts';
import type { NoticeSources } from '../../../store/notice-sources.ts';
import type { ScanRecord } from '../../../store/scans.ts';
import type { TenantRecord } from '../../../store/tenants.ts';
import { named, plainEvent, tenantPath } from './source.ts';

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 20);

/** A level that Microsoft hides may be any. */
const gravityOfIncident = (severity: IncidentSeverity): Priority => (severity === 'unknown' ? 'high' : severity);

/** What tells an incident from others from scan to scan: its account, or what was seen; not how often, nor in which order. */
function identityOf({ account, title, signals }: Incident): string {
  if (account !== null) return `account ${account.toLowerCase()}`;
  const seen = signals.map(({ kind, title: signal, at }) => `${kind} ${signal} ${at ?? ''}`).sort();
  return seen.length === 0 ? title : seen.join('\n');
}

const rank = ({ severity }: Incident): number => IncidentSeverity.options.indexOf(severity);

/** Whether what an audit does not tell was not there: it read all that the later one read, and listed all that lead. */
const isWhole = ({ items, total, notRead }: Incidents, now: Incidents): boolean =>
  notRead.every((one) => now.notRead.includes(one)) && (total <= items.length || items.some(({ leads }) => !leads));

/** So many audits are looked back through. */
const lookedBackAtMost = 10;

/**
 * Incidents of an audit that are to be told: those that were not there before, or that are graver than they have been since they came. One
 * that went away and comes back is told again; one that becomes milder, or of which a scan could not read, is not.
 */
export async function newIncidents(
  sources: Pick<NoticeSources, 'auditBefore'>,
  audit: AuditRecord,
): Promise<Incident[]> {
  const { incidents: now } = audit.data;
  let open = now ? leadingIncidents(now) : [];
  const told: Incident[] = [];
  let before: AuditRecord | null = audit;
  for (let looked = 0; now && open.length > 0 && looked < lookedBackAtMost; looked += 1) {
    before = await sources.auditBefore(audit.tenantId, before.createdAt);
    if (before === null) break;
    const then = before.data.incidents;
    // Audits of before this was kept say nothing.
    if (then === undefined) break;
    const known = new Map(leadingIncidents(then).map((one) => [identityOf(one), one]));
    const whole = isWhole(then, now);
    told.push(...open.filter((one) => whole && !known.has(identityOf(one))));
    open = open.filter((one) => {
      const earlier = known.get(identityOf(one));
      return earlier === undefined ? !whole : rank(one) < rank(earlier);
    });
  }
  return [...told, ...open];
}

/** An incident that a scan saw first, or saw again: each of its scans is news of its own. */
export function incidentEvent(incident: Incident, tenant: TenantRecord, scan: ScanRecord): NoticeEvent {
  const { severity, title, signals } = incident;
  return {
    ...plainEvent,
    key: `incident:${tenant.id}:${scan.id}:${shortHash(identityOf(incident))}`,
    kind: 'incident',
    tenant: named(tenant),
    gravity: gravityOfIncident(severity),
    title: `Possible attack under way: ${title}`,
    detail: signals
      .slice(0, 5)
      .map((signal) => signal.title)
      .join('\n'),
    path: tenantPath('/audit', tenant.id),
    at: scan.completedAt ?? scan.timestamp,
  };
}

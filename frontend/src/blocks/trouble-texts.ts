import { troubleLabels } from '@tenantry/contract/labels';
import type { TenantTrouble } from '@tenantry/contract/tenant-health';
import { formatDate, formatDateTime, relativeTime } from '../lib/format.ts';

/** `Scan failing since Mar 3, 2026, 1:00 AM`. */
export function troubleTitle({ kind, since }: Pick<TenantTrouble, 'kind' | 'since'>): string {
  return since === null ? troubleLabels[kind] : `${troubleLabels[kind]} since ${formatDateTime(since)}`;
}

/** The same where there is little room: without the time of day. */
export function troubleShort({ kind, since }: Pick<TenantTrouble, 'kind' | 'since'>): string {
  return since === null ? troubleLabels[kind] : `${troubleLabels[kind]} since ${formatDate(since)}`;
}

/** How old the figures of a tenant are of which nothing new is known. */
export function ageOfFigures(lastAuditDate: string | null, now: Date): string {
  if (lastAuditDate === null) return 'There are no figures yet.';
  return `Figures are from ${formatDateTime(lastAuditDate)} (${relativeTime(lastAuditDate, now).toLowerCase()}).`;
}

import type { TenantRecords } from '../../store/tenant-records.ts';

const keptDays = 400;
const dayMs = 86_400_000;
/** As many of each as one scan deletes: a tenant that is scanned daily has one more each day. */
const atOnce = 20;

/**
 * Deletes scans and audits that are older than 400 days, as the settings archive does: called when a scan has completed, so
 * that a tenant's latest audit is never among them.
 */
export async function forgetOldScans(
  { scans, audits }: Pick<TenantRecords, 'scans' | 'audits'>,
  now: Date,
): Promise<void> {
  const value = new Date(now.getTime() - keptDays * dayMs).toISOString();
  const oldScans = await scans.query({
    where: [{ field: 'timestamp', op: 'lt', value }],
    orderBy: { field: 'timestamp', direction: 'asc' },
    limit: atOnce,
  });
  const oldAudits = await audits.query({
    where: [{ field: 'createdAt', op: 'lt', value }],
    orderBy: { field: 'createdAt', direction: 'asc' },
    limit: atOnce,
  });
  await Promise.all([
    ...oldScans.items.map(({ id }) => scans.delete(id)),
    ...oldAudits.items.map(({ id }) => audits.delete(id)),
  ]);
}

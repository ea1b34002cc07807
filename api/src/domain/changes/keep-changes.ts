import { createHash } from 'node:crypto';
import type { NoticedBy } from '@tenantry/contract/changes';
import type { ChangeAuthors } from '@tenantry/contract/drift';
import { tenantRecordId } from '@tenantry/contract/ids';
import { Priority } from '@tenantry/contract/verdicts';
import type { NotableChange } from '../../audit/findings/drift/notable-changes.ts';
import { type Changeable, createOnce, update } from '../../ports/collection.ts';
import type { ChangeRecord } from '../../store/changes.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { RecentChange, TenantRecord } from '../../store/tenants.ts';
import { type Authorship, authorOf, togetherKnown } from './author-of.ts';
import { recentIdOf, withRecent } from './recent-changes.ts';

/**
 * A change with who made it; `who` null where nothing could tell. `since`: what it is a change since, the same for everybody who notices
 * it; that is the id of `baselineScanId`, which is null of what no scan tells of.
 */
export type NotedChange = {
  change: NotableChange;
  who: ChangeAuthors | null;
  since: string;
  baselineScanId: string | null;
};

/** What noticed changes. `scanLogId`: the scan that saw them. */
export type Noticing = { noticedBy: NoticedBy; at: Date; scanLogId: string | null };

/** Of one comparison the gravest are kept; the comparison itself tells all of them. */
const keptAtOnce = 200;

const idOf = (tenantId: string, { since, change: { key } }: NotedChange): string =>
  tenantRecordId(
    tenantId,
    `change-${createHash('sha256')
      .update(JSON.stringify([since, key]))
      .digest('hex')
      .slice(0, 40)}`,
  );

function recordOf({ tenant }: TenantRecords, noted: NotedChange, noticing: Noticing): ChangeRecord {
  const { change, who, baselineScanId } = noted;
  const { key: _, ...told } = change;
  return {
    id: idOf(tenant.id, noted),
    tenantId: tenant.id,
    isSimulated: tenant.isMock,
    ...told,
    ...authorOf(who),
    noticedAt: noticing.at.toISOString(),
    noticedBy: noticing.noticedBy,
    baselineScanId,
    scanLogId: noticing.scanLogId,
  };
}

/** A scan reads the log of all the time since the one before, so that what it knows of the authors takes the place of what looks knew. */
const authorsOf = (known: ChangeRecord, again: ChangeRecord): Authorship =>
  again.noticedBy === 'scan' && again.actorFold !== '' ? again : togetherKnown(known, again);

/** The change as it was noticed first, with the scan that confirms it, and with all that is known of its authors by now. */
function confirmed(known: ChangeRecord, again: ChangeRecord): ChangeRecord {
  const scanLogId = known.scanLogId ?? again.scanLogId;
  const { by, actorFold, byUnknownBecause, changedAt } = authorsOf(known, again);
  if (scanLogId === known.scanLogId && actorFold === known.actorFold) return known;
  return { ...known, scanLogId, by, actorFold, byUnknownBecause, changedAt };
}

/**
 * Keeps changes, each once however often it is noticed: by a scan that is done again, by a look between two scans and then by the
 * scan. Those that are grave stand on the tenant too, so that an overview reads no changes.
 * @returns how many were not known before
 */
export async function keepChanges(
  tenants: Changeable<TenantRecord>,
  tenant: TenantRecords,
  noted: readonly NotedChange[],
  noticing: Noticing,
): Promise<number> {
  const rank = ({ change }: NotedChange) => Priority.options.indexOf(change.gravity);
  const records = noted
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, keptAtOnce)
    .map((one) => recordOf(tenant, one, noticing));
  let fresh = 0;
  const kept: ChangeRecord[] = [];
  for (const record of records) {
    const created = await createOnce(tenant.changes, record);
    if (created) fresh += 1;
    const known = created?.value ?? (await update(tenant.changes, record.id, (before) => confirmed(before, record)));
    if (known) kept.push(known);
  }
  const grave = kept.flatMap(({ id, noticedAt: at, gravity, title, object }): RecentChange[] =>
    gravity === 'critical' || gravity === 'high'
      ? [{ id, at, gravity, title: object === '' ? title : `${title}: ${object}` }]
      : [],
  );
  if (grave.length > 0) {
    await update(tenants, tenant.tenant.id, (stored): TenantRecord => {
      if (stored.isMock !== tenant.tenant.isMock) return stored;
      const known = stored.recentChanges ?? [];
      const isKnown = grave.every(({ id }) => known.some((one) => recentIdOf(one.id) === recentIdOf(id)));
      return isKnown ? stored : { ...stored, recentChanges: withRecent(known, grave, noticing.at) };
    });
  }
  return fresh;
}

import { scoreToTell } from '../../audit/findings/score.ts';
import type { AuditRecord } from '../../store/audits.ts';
import { isCompleted, type ScanRecord } from '../../store/scans.ts';
import type { TenantRecords } from '../../store/tenant-records.ts';
import type { ReportModel } from './report-model.ts';

type ScorePoint = ReportModel['scoreHistory'][number];

/** As many scans are read, which hold the score that their audits have, and as many days are told. */
const scansRead = 400;
const daysTold = 90;

const pointOf = ({ timestamp, score, coverage }: ScanRecord): ScorePoint => ({
  at: timestamp,
  score: coverage === null ? null : scoreToTell(score, coverage),
});

/**
 * The audit score as it was at each audit up to this one, the oldest first: of each day the last one. Read from the scans, which
 * are small where audits are not.
 */
export async function scoreHistory({ scans }: TenantRecords, audit: AuditRecord): Promise<ScorePoint[]> {
  const { items } = await scans.query({
    where: [...isCompleted, { field: 'timestamp', op: 'lt', value: audit.createdAt }],
    orderBy: { field: 'timestamp', direction: 'desc' },
    limit: scansRead,
  });
  const others = items.filter(({ id }) => id !== audit.scanLogId).map(pointOf);
  const own = { at: audit.createdAt, score: scoreToTell(audit.overallScore, audit.data.coverage) };
  const byDay = new Map<string, ScorePoint>();
  for (const point of [own, ...others]) {
    const day = point.at.slice(0, 10);
    if (!byDay.has(day)) byDay.set(day, point);
  }
  return [...byDay.values()].slice(0, daysTold).reverse();
}

import { setTimeout as wait } from 'node:timers/promises';
import type { Audit, DatasetStateView } from '@tenantry/contract/audits';
import type { Finding } from '@tenantry/contract/findings';
import type { Scan } from '@tenantry/contract/scans';
import type { Verdict } from '@tenantry/contract/verdicts';
import type { ApiSession } from '../../local/stack/api-session.ts';

/** What the API tells after a scan. */
export type Reading = {
  scan: Scan;
  audit: Audit;
  verdicts: Verdict[];
  datasets: DatasetStateView[];
  findings: Finding[];
};

async function findingsOf(api: ApiSession, tenantId: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  let cursor = '';
  do {
    const query = `limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const page = await api.get<{ items: Finding[]; nextCursor?: string }>(`/api/graph/findings?${query}`, tenantId);
    findings.push(...page.items);
    cursor = page.nextCursor ?? '';
  } while (cursor !== '');
  return findings;
}

/** Longer than any scan takes under faults: a call waits for Graph and is made again for minutes, not for ever. */
const scanLimitMs = 15 * 60_000;

/** Waits for the end of a scan; what came of it. @throws Error where it has not ended within the limit */
export async function readScan(
  api: ApiSession,
  tenantId: string,
  scanLogId: string,
  limitMs = scanLimitMs,
): Promise<Reading> {
  const deadlineMs = performance.now() + limitMs;
  let scan = await api.get<Scan>(`/api/scan/${scanLogId}`);
  while (scan.status === 'queued' || scan.status === 'running') {
    if (performance.now() >= deadlineMs)
      throw new Error(
        `Scan ${scanLogId} of ${tenantId} has not ended: it is ${scan.status}, with ${scan.progress.done} of ${scan.progress.total} datasets`,
      );
    await wait(250);
    scan = await api.get<Scan>(`/api/scan/${scanLogId}`);
  }
  const audit = await api.get<Audit>('/api/audit/sample', tenantId);
  const verdicts = Object.values(audit.categories ?? {}).flatMap((category) => category.verdicts);
  return { scan, audit, verdicts, datasets: audit.datasets, findings: await findingsOf(api, tenantId) };
}

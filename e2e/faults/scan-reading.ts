import type { Audit, DatasetStateView } from '@tenantry/contract/audits';
import type { Finding } from '@tenantry/contract/findings';
import type { Scan } from '@tenantry/contract/scans';
import type { Verdict } from '@tenantry/contract/verdicts';
import type { ApiSession } from '../api-session.ts';

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

/** Waits for the end of a scan; what came of it. */
export async function readScan(api: ApiSession, tenantId: string, scanLogId: string): Promise<Reading> {
  let scan = await api.get<Scan>(`/api/scan/${scanLogId}`);
  while (scan.status === 'queued' || scan.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, 250));
    scan = await api.get<Scan>(`/api/scan/${scanLogId}`);
  }
  const audit = await api.get<Audit>('/api/audit/sample', tenantId);
  const verdicts = Object.values(audit.categories ?? {}).flatMap((category) => category.verdicts);
  return { scan, audit, verdicts, datasets: audit.datasets, findings: await findingsOf(api, tenantId) };
}

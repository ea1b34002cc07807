import { setTimeout as wait } from 'node:timers/promises';
import type { GeneratedReport } from '@tenantry/contract/generated-reports';
import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import type { ApiSession } from '../../local/stack/api-session.ts';

const limitMs = 120_000;

async function scan(api: ApiSession, tenantId: string): Promise<void> {
  const { scanLogId } = await api.post<ScanStarted>('/api/scan', { tenant_id: tenantId });
  const lastMs = Date.now() + limitMs;
  for (;;) {
    const { status } = await api.get<Scan>(`/api/scan/${scanLogId}`);
    if (status === 'completed') return;
    if (Date.now() > lastMs) throw new Error(`The scan of ${tenantId} is ${status} after ${limitMs / 1000} s`);
    await wait(500);
  }
}

/** What the pages show after a first week: scans of two tenants, the first of them again, and a report of it. */
export async function fillWithData(api: ApiSession, first: string, second: string): Promise<void> {
  await Promise.all([scan(api, first), scan(api, second)]);
  await scan(api, first);
  await api.post<GeneratedReport>('/api/generate/pdf', { tenantId: first });
}

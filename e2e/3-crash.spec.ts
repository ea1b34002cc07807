import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import { openApiSession } from '../local/stack/api-session.ts';
import { runningStack } from '../local/stack/stack-file.ts';
import { demonstration, expect, test } from './signed-in-test.ts';

test('a scan whose host was killed half-way is taken up again and leaves each finding and approval once', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { TENANTRY_URL: url = '', TENANTRY_DATA: dataDir = '' } = process.env;
  const stack = runningStack(dataDir);
  const [host] = stack?.pids.functionsHosts ?? [];
  if (!stack || host === undefined) throw new Error('The stack does not run');
  const control = `http://127.0.0.1:${stack.ports.simulator}/control/faults`;
  const tenantId = demonstration.unlicensed.id;
  await fetch(control, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId, pathPrefix: '/', kind: 'slow', delayMs: 600 }),
  });
  const api = await openApiSession(url);
  const started = await api.post<ScanStarted>('/api/scan', { tenant_id: tenantId });
  expect(started.status).toBe('running');
  process.kill(host, 'SIGKILL');

  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`/api/scan/${started.scanLogId}`);
        return answer.ok() ? ((await answer.json()) as Scan).status : 'the host is down';
      },
      { timeout: 150_000, intervals: [1000] },
    )
    .toBe('completed');
  await fetch(control, { method: 'DELETE' });

  type Items<T> = { items: T[]; total: number };
  const findings = await api.get<Items<{ checkId: string }>>('/api/graph/findings?limit=200', tenantId);
  expect(findings.total).toBeGreaterThan(10);
  expect(new Set(findings.items.map((one) => one.checkId)).size).toBe(findings.total);
  const { items: approvals } = await api.get<Items<{ tenantId: string; linkedFindingId: string }>>(
    '/api/admin/approvals?limit=200',
  );
  const own = approvals.filter((one) => one.tenantId === tenantId).map((one) => one.linkedFindingId);
  expect(own.length).toBeGreaterThan(0);
  expect(new Set(own).size).toBe(own.length);
});

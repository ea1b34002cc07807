import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import { demonstration, expect, test } from './signed-in-test.ts';

test('a scan whose host was killed half-way is resumed and leaves each finding and approval once', {
  tag: '@interrupted-scans',
}, async ({ page, stack, api }) => {
  test.setTimeout(180_000);
  const { pids, ports } = stack.now();
  const [host] = pids.functionsHosts;
  if (host === undefined) throw new Error('There is no functions host');
  const control = `http://127.0.0.1:${ports.simulator}/control/faults`;
  const tenantId = demonstration.unlicensed.id;
  await fetch(control, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId, pathPrefix: '/', kind: 'slow', delayMs: 600 }),
  });
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

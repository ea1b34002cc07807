import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { getScan, type Scan, startScan } from '@tenantry/contract/scans';
import { call } from '../lib/api-client.ts';
import { messageOf } from '../lib/api-error.ts';
import { invalidateTenant } from '../lib/invalidate-tenant.ts';
import { showToast } from '../lib/toast.ts';
import { useSubmit } from '../lib/use-submit.ts';

const pollMs = 1000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function untilEnded(tenantId: string, scanLogId: string): Promise<Scan> {
  for (;;) {
    const scan = await call(getScan, { params: { scanLogId }, tenantId });
    if (scan.status !== 'queued' && scan.status !== 'running') return scan;
    await wait(pollMs);
  }
}

async function retry(client: QueryClient, tenantId: string, name: string): Promise<void> {
  try {
    const { scanLogId } = await call(startScan, { body: { tenant_id: tenantId }, tenantId });
    const { status, errorMessage } = await untilEnded(tenantId, scanLogId);
    if (status === 'completed') showToast({ title: 'Scan completed', body: name, intent: 'success' });
    else showToast({ title: 'Scan failed', body: `${name}: ${errorMessage ?? status}`, intent: 'error' });
  } catch (error) {
    showToast({ title: 'Scan failed', body: `${name}: ${messageOf(error)}`, intent: 'error' });
  }
  await invalidateTenant(client, tenantId);
}

/** Scans a tenant whose scans fail once more, says how that went, and reads again what is shown of it. */
export function useRetryScan(tenantId: string, name: string) {
  const client = useQueryClient();
  return useSubmit(() => retry(client, tenantId, name));
}

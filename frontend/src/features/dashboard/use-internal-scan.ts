import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { runInternalScan } from '@tenantry/contract/internal-scan';
import { type Scan, ScanStatus } from '@tenantry/contract/scans';
import { useEffect, useRef, useState } from 'react';
import { isActive, scanQuery } from '../../blocks/scan-query.ts';
import { call } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { countOf } from '../../lib/format.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { queryKey } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toast.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { internalPoliciesQuery } from './dashboard-queries.ts';

function failed(message: string): void {
  showToast({ title: 'Scan Failed', body: message || 'Failed to perform internal scan', intent: 'error' });
}

function announce({ status, tenantName, findingsGenerated, errorMessage }: Scan): void {
  if (status === 'failed') failed(errorMessage ?? '');
  if (status !== 'completed') return;
  const found = findingsGenerated === null ? 'number of findings unknown' : countOf(findingsGenerated, 'finding');
  showToast({ title: 'Scan completed', body: `${tenantName}: ${found}`, intent: 'success' });
}

async function begin(client: QueryClient, tenantId: string): Promise<string> {
  const {
    scanLogId,
    message: _,
    status: __,
    ...before
  } = await call(runInternalScan, {
    params: { tenantId },
    tenantId,
  });
  client.setQueryData(internalPoliciesQuery(tenantId).queryKey, before);
  return scanLogId;
}

/**
 * Scans a tenant from its dashboard and follows that scan, or one that was started elsewhere, to its end: then whatever is
 * known of the tenant is asked for again, the approvals that the scan made included.
 * @param latest the tenant's latest scan
 */
export function useInternalScan(tenantId: string, latest: { id: string; status: string } | null) {
  const client = useQueryClient();
  const [startedId, setStartedId] = useState<string | null>(null);
  const latestStatus = ScanStatus.safeParse(latest?.status);
  const runningId = latest && latestStatus.success && isActive(latestStatus.data) ? latest.id : null;
  const followedId = startedId ?? runningId;
  const scan = useQuery(
    followedId === null
      ? { queryKey: queryKey('scan', tenantId), queryFn: skipToken }
      : scanQuery(tenantId, followedId),
  );
  const ended = scan.data !== undefined && !isActive(scan.data.status) ? scan.data : null;
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (ended === null || told.current === ended.scanLogId) return;
    told.current = ended.scanLogId;
    void invalidateTenant(client, tenantId);
    announce(ended);
  }, [ended, client, tenantId]);
  const start = useSubmit(async () => {
    try {
      setStartedId(await begin(client, tenantId));
    } catch (error) {
      failed(messageOf(error));
    }
  });
  const isScanning = followedId !== null && ended === null && !scan.isError;
  return { start, isScanning, progress: isScanning ? scan.data?.progress : undefined };
}

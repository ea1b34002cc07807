import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { cancelScan, retryScan, type Scan, startScan } from '@tenantry/contract/scans';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { isActive, scanQuery } from '../../blocks/scan-query.ts';
import { tenantSummaryQuery } from '../../blocks/tenant-summary-query.ts';
import { call } from '../../lib/api-client.ts';
import { messageOf } from '../../lib/api-error.ts';
import { countOf } from '../../lib/format.ts';
import { invalidateTenant } from '../../lib/invalidate-tenant.ts';
import { paths } from '../../lib/paths.ts';
import { queryKey } from '../../lib/query-client.ts';
import { inTenant } from '../../lib/tenant-address.ts';
import { showToast } from '../../lib/toast.ts';
import { useSubmit } from '../../lib/use-submit.ts';

const findingsWaitMs = 2000;

/** What the page knows of a tenant and its scans before anything was pressed: the summary names the latest scan. */
export function useSummary(tenantId: string | null) {
  // Always asked for anew: a scan may have been started elsewhere.
  return useQuery(
    tenantId === null
      ? { queryKey: queryKey('tenant-summary', null), queryFn: skipToken }
      : { ...tenantSummaryQuery(tenantId), staleTime: 0 },
  );
}

/**
 * The scan that the page follows: the one started here, else the tenant's latest, so that a reload finds it again.
 * When a followed scan completes, the page says so and goes to the findings after two seconds.
 */
export function useScanRun(tenantId: string, latestScanId: string | null) {
  const client = useQueryClient();
  const [startedId, setStartedId] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const scanLogId = startedId ?? latestScanId;
  const scan = useQuery(
    scanLogId === null ? { queryKey: queryKey('scan', tenantId), queryFn: skipToken } : scanQuery(tenantId, scanLogId),
  );
  const followed = useRef<string | null>(null);
  const ended = useEndOf(scan.data, followed);

  useEffect(() => {
    if (ended === null) return;
    void invalidateTenant(client, tenantId);
    announceEnd(ended);
    if (ended.status === 'completed') setLeaving(true);
  }, [ended, client, tenantId]);
  useLeaveForFindings(tenantId, isLeaving);

  const begin = async (send: () => Promise<{ scanLogId: string }>) => {
    setLeaving(false);
    try {
      const started = await send();
      followed.current = started.scanLogId;
      // The scan may be known here already: fetch its present state.
      await client.invalidateQueries({ queryKey: scanQuery(tenantId, started.scanLogId).queryKey });
      setStartedId(started.scanLogId);
    } catch (error) {
      failed(error);
    }
  };
  const start = useSubmit(() => begin(() => call(startScan, { body: { tenant_id: tenantId }, tenantId })));
  const retry = useSubmit((id: string) => begin(() => call(retryScan, { params: { scanLogId: id }, tenantId })));
  const cancel = useSubmit((id: string) => sendCancel(client, tenantId, id));
  return { scan, start, retry, cancel, isLeaving, stay: () => setLeaving(false) };
}

function failed(error: unknown): void {
  const fallback = 'Failed to complete the security scan. Please try again.';
  showToast({ title: 'Scan failed', body: messageOf(error) || fallback, intent: 'error' });
}

async function sendCancel(client: QueryClient, tenantId: string, scanLogId: string): Promise<void> {
  try {
    const cancelled = await call(cancelScan, { params: { scanLogId }, tenantId });
    client.setQueryData(scanQuery(tenantId, scanLogId).queryKey, cancelled);
  } catch (error) {
    showToast({ title: 'The scan could not be canceled', body: messageOf(error), intent: 'error' });
  }
}

/** The scan once it has ended, if this page started it or saw it running; null for one that had ended before. */
function useEndOf(scan: Scan | undefined, followed: { current: string | null }): Scan | null {
  const [ended, setEnded] = useState<Scan | null>(null);
  useEffect(() => {
    if (scan === undefined) return;
    if (isActive(scan.status)) followed.current = scan.scanLogId;
    else if (followed.current === scan.scanLogId) {
      followed.current = null;
      setEnded(scan);
    }
  }, [scan, followed]);
  return ended;
}

function announceEnd(scan: Scan): void {
  if (scan.status === 'completed') {
    const users = scan.userCount === null ? 'number of users unknown' : `${countOf(scan.userCount, 'user')} scanned`;
    const findings =
      scan.findingsGenerated === null ? 'number of findings unknown' : countOf(scan.findingsGenerated, 'finding');
    showToast({ title: 'Scan completed', body: `${scan.tenantName}: ${users}, ${findings}`, intent: 'success' });
  } else if (scan.status === 'failed') {
    failed(scan.errorMessage ?? '');
  } else {
    showToast({ title: 'Scan canceled', body: `The scan of ${scan.tenantName} was canceled.`, intent: 'info' });
  }
}

function useLeaveForFindings(tenantId: string, isLeaving: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => navigate(inTenant(paths.findings, tenantId)), findingsWaitMs);
    return () => clearTimeout(timer);
  }, [tenantId, isLeaving, navigate]);
}

import { useQueryClient } from '@tanstack/react-query';
import { cancelScanRun, retryScanRun, type ScanRun } from '@tenantry/contract/scan-runs';
import { useNavigate } from 'react-router-dom';
import { call } from '../../lib/api-client.ts';
import { paths } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { useAction } from '../../lib/use-action.ts';
import { scanRunQuery } from './scan-run-queries.ts';

/** How many tenants of a run that is over were not scanned to the end: those that a retry scans. */
export const retriedBy = ({ state, total, started, failed, cancelled }: ScanRun) =>
  failed + cancelled + (state === 'cancelled' || state === 'ended' ? total - started : 0);

/** Cancels a run, and scans again what it left. */
export function useScanRun(runId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();

  /** What goes wrong is thrown, for the question that asked. */
  async function cancel(): Promise<void> {
    const { queryKey } = scanRunQuery(runId);
    const cancelled = await call(cancelScanRun, { params: { runId }, tenantId: null });
    // An answer that is still on its way was asked for before, and would show the run as it was.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, cancelled);
    showToast({ title: 'Bulk scan canceled', body: 'No further scans are started.', intent: 'success' });
  }

  const { submit: retry, pending: isRetrying } = useAction('The bulk scan could not be retried', async () => {
    const run = await call(retryScanRun, { params: { runId }, tenantId: null });
    await client.invalidateQueries({ queryKey: scanRunQuery(runId).queryKey });
    navigate(`${paths.adminScanRuns}/${run.runId}`);
  });
  return { cancel, retry, isRetrying };
}

import { startScanRun } from '@tenantry/contract/scan-runs';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../lib/api-client.ts';
import { paths } from '../lib/paths.ts';

/**
 * Starts a run of scans and goes to its page. Pressed again, before that page is there or after an answer that was lost,
 * it goes to the run that there is: a choice keeps its key as long as this page is open.
 */
export function useStartScanRun() {
  const navigate = useNavigate();
  const meant = useRef<{ choice: string; key: string } | null>(null);
  return async (tenantIds: 'all' | string[], groupId?: string): Promise<void> => {
    const choice = JSON.stringify([tenantIds, groupId]);
    if (meant.current?.choice !== choice) meant.current = { choice, key: crypto.randomUUID() };
    const { key } = meant.current;
    const { runId } = await call(startScanRun, { body: { tenantIds, groupId, key }, tenantId: null });
    navigate(`${paths.adminScanRuns}/${runId}`);
  };
}

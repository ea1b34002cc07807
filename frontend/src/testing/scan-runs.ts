import type { RunScan, ScanRun } from '@tenantry/contract/scan-runs';
import { contoso } from './fake-server.ts';

export const runId = '99999999-0000-4000-8000-000000000000';

/** A run of four scans that has ended well. */
export const scanRun = (change: Partial<ScanRun> = {}): ScanRun => ({
  runId,
  isPartial: false,
  state: 'ended',
  startedAt: '2026-03-04T12:00:00.000Z',
  startedBy: 'Dana Doe',
  total: 4,
  started: 4,
  queued: 0,
  running: 0,
  completed: 4,
  failed: 0,
  cancelled: 0,
  elsewhere: 0,
  retriedAs: null,
  outcome: null,
  ...change,
});

/** A scan of a run that has failed. */
export const runScan = (change: Partial<RunScan> = {}): RunScan => ({
  scanLogId: `${contoso.id}_scan-${runId}`,
  tenantId: contoso.id,
  tenantName: 'Contoso',
  status: 'failed',
  startedAt: '2026-03-04T12:00:00.000Z',
  completedAt: '2026-03-04T12:00:04.000Z',
  duration: 4000,
  errorMessage: 'Microsoft Graph gave no data: AADSTS65001',
  outcome: null,
  unread: [],
  ...change,
});

import type { ScanStatus } from '@tenantry/contract/scans';
import type { Coverage } from '@tenantry/contract/verdicts';
import type { Trailed } from './outbox.ts';

export type ScanRecord = Trailed & {
  id: string;
  tenantId: string;
  scanType: 'live_graph' | 'simulated';
  /** The run that it is part of; null for a scan by itself. */
  runId: string | null;
  status: ScanStatus;
  initiatedBy: string;
  /** When it was asked for; also the clock that the checks see, so that a scan taken up again judges alike. */
  timestamp: string;
  completedAt: string | null;
  durationMs: number | null;
  datasets: Record<string, DatasetState>;
  userCount: number | null;
  findingsGenerated: number | null;
  approvalsCreated: number | null;
  score: number | null;
  coverage: Coverage | null;
  graphCalls: number;
  /** How often a worker took it up. */
  attempts: number;
  /** Since when its results are being written: from here on it can no longer be cancelled. */
  savingSince: string | null;
  errorMessage: string | null;
};

export type DatasetState = 'waiting' | 'done' | 'notLicensed' | 'notPermitted' | 'couldNotCheck';

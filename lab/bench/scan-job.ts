import type { DemonstrationTenant } from '../../api/src/features/tenants/demonstration-tenants.ts';

/** What the benchmark tells the process that scans. */
export type ScanJob = {
  tenant: DemonstrationTenant;
  /** A small one that is scanned first, unmeasured. */
  warmUpTenant: DemonstrationTenant;
  users: number;
  simulatorUrl: string;
  /** Connection string of the storage account. */
  storage: string;
  /** An empty folder: the records' database and the vault. */
  dataDir: string;
  /** File for the requests that the scan made; null: they are not recorded. */
  recordTo: string | null;
};

/** What a snapshot job is known by: its id, and that of its snapshot once it is taken. */
export type SnapshotJobNames = { id: string; snapshotId: string | null };

/** One request as it was sent to the simulator, the status of its answer, and the snapshot job that this told of. */
export type WireRequest = {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | null;
  status: number;
  job: SnapshotJobNames | null;
};

export type Measured = {
  seconds: number;
  cpuSeconds: number;
  /** Resident memory when all code is loaded. */
  startRssMb: number;
  /** The highest resident memory of the process: live data, code, and what the collector has not yet taken away. */
  peakRssMb: number;
  /** The most that was live after a full garbage collection; null where there was none. */
  liveHeapMb: number | null;
};
/** `requests`: all that went to the simulator, those for snapshots and tokens too. */
export type ScanMeasured = Measured & { requests: number; graphCalls: number; savingSeconds: number };

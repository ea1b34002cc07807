import { setTimeout as wait } from 'node:timers/promises';
import type { ScanRun } from '@tenantry/contract/scan-runs';
import type { Tenant } from '@tenantry/contract/tenants';
import type { ApiSession } from '../local/stack/api-session.ts';

/** While a host is down, calls fail: they are made again until it is back. @throws the last error after a minute */
export async function whenBack<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt >= 120) throw error;
      await wait(500);
    }
  }
}

/** Brings in the simulator's fleet (SIMULATOR_FLEET) as an administrator does: partner sync. @returns every tenant */
export async function bringInFleet(api: ApiSession): Promise<Tenant[]> {
  const { error } = await api.get<{ error: string | null }>('/api/partner/sync-tenants');
  if (error !== null) throw new Error(`Partner sync: ${error}`);
  return (await api.get<{ tenants: Tenant[] }>('/api/tenants')).tenants;
}

/** Asks for a scan of every tenant. */
export function startRun(api: ApiSession): Promise<ScanRun> {
  return whenBack(() => api.post<ScanRun>('/api/admin/scan/run', { tenantIds: 'all' }));
}

/** @throws Error where the run has not ended within the limit */
export async function untilRunEnded(
  api: ApiSession,
  runId: string,
  {
    limitMs,
    everyMs,
    onProgress,
  }: { limitMs: number; everyMs: number; onProgress(run: ScanRun): void | Promise<void> },
): Promise<ScanRun> {
  const deadlineMs = performance.now() + limitMs;
  for (;;) {
    const run = await whenBack(() => api.get<ScanRun>(`/api/admin/scan/run/${runId}`));
    await onProgress(run);
    if (run.state === 'ended') return run;
    if (performance.now() > deadlineMs) throw new Error(`The run has not ended: ${JSON.stringify(run)}`);
    await wait(everyMs);
  }
}

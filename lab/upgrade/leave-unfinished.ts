import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { RoleMapping } from '@tenantry/contract/role-mappings';
import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import type { ApiSession } from '../../local/stack/api-session.ts';
import type { RunningStack } from '../../local/stack/start-stack.ts';
import { whenBack } from '../fleet.ts';
import { control } from './fill-data-folder.ts';
import { tenantIds } from './fixture-inputs.ts';
import type { StoredRows } from './stored-rows.ts';

/** The timer takes up what is left at each full minute: all of this has to be done between two of them. */
const secondsOfMinute = { from: 3, to: 12 };

async function untilMinuteIsYoung(): Promise<void> {
  const second = () => new Date().getSeconds();
  while (second() < secondsOfMinute.from || second() > secondsOfMinute.to) await wait(200);
}

/** A scan of which some datasets are kept, and which waits for the others. */
async function scanUnderWay(stack: RunningStack, api: ApiSession): Promise<string> {
  // What is kept is written about once a second: some datasets come after that, and some not at all.
  const slow = { tenantId: tenantIds.mixed, kind: 'slow' };
  await control(stack, 'faults', { ...slow, pathPrefix: '/identity', delayMs: 1500 });
  await control(stack, 'faults', { ...slow, pathPrefix: '/auditLogs', delayMs: 20_000 });
  const { scanLogId } = await api.post<ScanStarted>('/api/scan', { tenant_id: tenantIds.mixed });
  while ((await api.get<Scan>(`/api/scan/${scanLogId}`)).progress.done === 0) await wait(100);
  return scanLogId;
}

/** A change of a record, another one each turn. */
type Change = (turn: number) => Promise<unknown>;

/** Changes of records of three kinds. */
async function changesOf(api: ApiSession): Promise<Change[]> {
  const query = '/api/graph/findings?status=unresolved&limit=1';
  const { items: findings } = await api.get<{ items: { id: string }[] }>(query, tenantIds.good);
  const [mapping] = await api.get<RoleMapping[]>('/api/admin/role-mappings');
  return [
    (turn) => {
      const schedule = { frequency: 'daily', hour: turn % 24, timeZone: 'Europe/Berlin' };
      return api.send('PUT', `/api/admin/tenants/${tenantIds.critical}/schedule`, { schedule });
    },
    (turn) => {
      const status = turn % 2 === 0 ? 'in-progress' : 'unresolved';
      return api.send('PATCH', `/api/findings/${findings[0]?.id}`, { status });
    },
    (turn) => {
      const { m365Role, localRole } = mapping ?? {};
      const body = { m365Role, localRole, description: `Turn ${turn}` };
      return api.send('PUT', `/api/admin/role-mappings/${mapping?.id}`, body);
    },
  ];
}

/**
 * Kills the functions host between the write of a change and its place in the trail: it is stopped where the entry waits,
 * and killed where it still does then.
 */
async function killBetween(stack: RunningStack, api: ApiSession, rows: StoredRows, change: Change): Promise<void> {
  const [host] = stack.now().pids.functionsHosts;
  if (host === undefined) throw new Error('There is no functions host');
  const waited = rows.pendingEntries().length;
  const isWaiting = () => rows.pendingEntries().length > waited;
  let isKilled = false;
  const keepChanging = async () => {
    for (let turn = 0; !isKilled; turn += 1) await Promise.allSettled([change(turn)]);
  };
  const changing = keepChanging();
  while (!isKilled) {
    while (!isWaiting()) await setImmediate();
    process.kill(host, 'SIGSTOP');
    isKilled = isWaiting();
    process.kill(host, isKilled ? 'SIGKILL' : 'SIGCONT');
  }
  await changing;
  await whenBack(() => api.get('/api/auth/session'));
}

/**
 * Leaves what a crash, or a deployment in the middle of work, leaves to the next version: a scan with some of its
 * datasets kept, and changes whose entries are not in the trail yet.
 */
export async function leaveUnfinished(stack: RunningStack, api: ApiSession, rows: StoredRows) {
  const changes = await changesOf(api);
  await untilMinuteIsYoung();
  const scanLogId = await scanUnderWay(stack, api);
  for (const change of changes) await killBetween(stack, api, rows, change);
  return { tenantId: tenantIds.mixed, scanLogId, trailEntries: rows.pendingEntries() };
}

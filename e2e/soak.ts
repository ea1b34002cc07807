import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Scan, ScanStarted } from '@tenantry/contract/scans';
import type { Tenant } from '@tenantry/contract/tenants';
import { openBlobFiles } from '../api/src/adapters/azure-storage/blob-files.ts';
import { openSqliteRecordStore } from '../api/src/adapters/sqlite/sqlite-record-store.ts';
import { openFileVault } from '../api/src/adapters/vault/file-vault.ts';
import { verifyTrail } from '../api/src/features/trail/verify-trail.ts';
import { azuriteConnectionString, azuriteKey } from '../local/azurite.ts';
import { type ApiSession, openApiSession } from './api-session.ts';
import { type RunningStack, startStack } from './running-stack.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, kills: { type: 'string', default: '3' } },
});
const [rounds, kills] = [Number(values.rounds), Number(values.kills)];

type Finding = { id: string; checkId: string; status: string };
type Approval = { linkedFindingId: string };
type Outcome = { score: number | null; findings: string };

const problems: string[] = [];
const expectThat = (holds: boolean, problem: string) => {
  if (!holds) problems.push(problem);
};

async function everyItem<T>(api: ApiSession, path: string, tenantId?: string): Promise<T[]> {
  const items: T[] = [];
  let cursor = '';
  do {
    const page = await api.get<{ items: T[]; nextCursor?: string }>(
      `${path}?limit=200${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
      tenantId,
    );
    items.push(...page.items);
    cursor = page.nextCursor ?? '';
  } while (cursor);
  return items;
}

/** While the host is down, calls fail; that is what this is about. */
async function whenBack<T>(call: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      if (attempt >= 120) throw error;
      await wait(500);
    }
  }
}

async function slowGraph(stack: RunningStack, tenants: readonly Tenant[], delayMs: number): Promise<void> {
  const control = `http://127.0.0.1:${stack.now().ports.simulator}/control/faults`;
  await fetch(control, { method: 'DELETE' });
  if (delayMs === 0) return;
  // For each tenant: a fault without one is for DNS too, which then times out and changes what can be judged.
  for (const { id: tenantId } of tenants) {
    const fault = { tenantId, pathPrefix: '/', kind: 'slow', delayMs };
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(control, { method: 'POST', headers, body: JSON.stringify(fault) });
    if (!answer.ok) throw new Error(`The simulator did not take the fault: ${await answer.text()}`);
  }
}

async function outcomeOf(api: ApiSession, tenantId: string): Promise<Outcome> {
  const audit = await api.get<{ overallScore: number | null }>('/api/audit/sample', tenantId);
  const findings = await everyItem<Finding>(api, '/api/graph/findings', tenantId);
  expectThat(
    new Set(findings.map((one) => one.checkId)).size === findings.length,
    `${tenantId}: a finding stands twice`,
  );
  const open = findings.filter((one) => one.status !== 'resolved').map((one) => one.checkId);
  return { score: audit.overallScore, findings: open.toSorted().join(' ') };
}

async function scanAll(api: ApiSession, tenants: readonly Tenant[]): Promise<string[]> {
  const scans: string[] = [];
  for (const { id } of tenants) {
    scans.push((await whenBack(() => api.post<ScanStarted>('/api/scan', { tenant_id: id }))).scanLogId);
  }
  return scans;
}

async function untilCompleted(api: ApiSession, scans: readonly string[]): Promise<void> {
  const deadline = Date.now() + 300_000;
  for (const id of scans) {
    for (;;) {
      const scan = await whenBack(() => api.get<Scan>(`/api/scan/${id}`));
      if (scan.status === 'completed') break;
      if (scan.status === 'failed' || scan.status === 'cancelled' || Date.now() > deadline) {
        problems.push(`${id} is ${scan.status}: ${scan.errorMessage}`);
        break;
      }
      await wait(500);
    }
  }
}

/** Undisturbed scans first, then rounds in which the functions host is killed -9 at random; then everything is compared. */
async function soak(stack: RunningStack): Promise<void> {
  const api = await openApiSession(stack.url);
  const { tenants } = await api.get<{ tenants: Tenant[] }>('/api/tenants');
  await untilCompleted(api, await scanAll(api, tenants));
  const undisturbed = new Map<string, Outcome>();
  for (const { id } of tenants) undisturbed.set(id, await outcomeOf(api, id));

  for (let round = 1; round <= rounds; round += 1) {
    await slowGraph(stack, tenants, 150);
    const scanning = scanAll(api, tenants);
    for (let kill = 1; kill <= kills; kill += 1) {
      await wait(300 + Math.random() * 4000);
      const [pid] = stack.now().pids.functionsHosts;
      if (pid === undefined) throw new Error('There is no functions host');
      process.kill(pid, 'SIGKILL');
      console.log(`round ${round}: killed the functions host (${pid})`);
      // The supervisor, like Azure, gives up on a host that dies more than five times a minute.
      await wait(12_000);
    }
    await slowGraph(stack, tenants, 0);
    await untilCompleted(api, await scanning);
    for (const { id, name } of tenants) {
      const outcome = await outcomeOf(api, id);
      const expected = undisturbed.get(id);
      expectThat(outcome.score === expected?.score, `${name}: score ${outcome.score} instead of ${expected?.score}`);
      expectThat(outcome.findings === expected?.findings, `${name}: other findings than undisturbed`);
    }
    console.log(`round ${round}: every scan ended; ${problems.length} problems so far`);
  }
  const approvals = await everyItem<Approval>(api, '/api/admin/approvals');
  const linked = new Set(approvals.map((one) => one.linkedFindingId));
  expectThat(linked.size === approvals.length, 'a finding has two approvals');
}

async function checkTrail(stack: RunningStack): Promise<void> {
  const store = openSqliteRecordStore(`${stack.dataDir}/tenantry.db`);
  const vault = openFileVault({ folder: `${stack.dataDir}/vault`, keyFile: `${stack.dataDir}/keys/vault-key` });
  const now = new Date();
  const months = [new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)), now].map((date) =>
    date.toISOString().slice(0, 7),
  );
  const blobs = openBlobFiles(
    { kind: 'connectionString', value: azuriteConnectionString(stack.now().ports.azurite, azuriteKey(stack.dataDir)) },
    'tenantry',
  );
  const trail = await verifyTrail({ store, vault, blobs }, months, { fromTheStart: true });
  console.log(`trail: ${trail.entries} entries in ${trail.blocks} blocks, ${trail.problems.length} problems`);
  problems.push(...trail.problems);
  await store.close();
}

const stack = await startStack();
try {
  await soak(stack);
  await checkTrail(stack);
} finally {
  await stack.stop();
}
if (problems.length > 0) {
  console.error(`${problems.length} problems:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
  process.exit(1);
}
console.log(
  `${rounds} rounds with ${kills} kills each: every scan ended, nothing twice, nothing lost, the trail is whole.`,
);

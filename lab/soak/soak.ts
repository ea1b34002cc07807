import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openBlobFiles } from '../../api/src/adapters/azure-storage/blob-files.ts';
import { openSqliteRecordStore } from '../../api/src/adapters/sqlite/sqlite-record-store.ts';
import { openFileVault } from '../../api/src/adapters/vault/file-vault.ts';
import { shapedRecords } from '../../api/src/store/shaped-records.ts';
import { type ApiSession, openApiSession } from '../../local/stack/api-session.ts';
import { azuriteConnectionString, azuriteKey } from '../../local/stack/azurite.ts';
import { type RunningStack, startStack } from '../../local/stack/start-stack.ts';
import { bringInFleet, startRun, untilRunEnded } from '../fleet.ts';
import { checkRun, type Problems } from './check-records.ts';
import { checkStorage, untilQueuesAreEmpty } from './check-storage.ts';
import { checkTrail } from './check-trail.ts';
import { killHosts } from './kill-hosts.ts';
import { nextDelayMs, slowGraph } from './slow-graph.ts';

const usage =
  'usage: npm run soak -- [--tenants 500] [--users 40] [--kills 20] [--hosts 2] [--hidden-seconds 60] [--keep]';
const { values } = parseArgs({
  options: {
    tenants: { type: 'string', default: '500' },
    users: { type: 'string', default: '40' },
    kills: { type: 'string', default: '20' },
    hosts: { type: 'string', default: '2' },
    // How long the message of a killed host stays hidden. Azure's host hides it for ten minutes, after which the timer has long resumed
    // the scan. A minute is as long as the timer may take: now it is the timer that resumes, now the message.
    'hidden-seconds': { type: 'string', default: '60' },
    // The data folder stays for whoever wants to see what went wrong.
    keep: { type: 'boolean', default: false },
  },
});
const wanted = {
  tenants: Number(values.tenants),
  users: Number(values.users),
  kills: Number(values.kills),
  'hidden-seconds': Number(values['hidden-seconds']),
};
for (const [name, value] of Object.entries(wanted)) {
  if (Number.isInteger(value) && value >= 1) continue;
  console.error(`--${name}: expected a whole number above 0\n${usage}`);
  process.exit(2);
}

/** A run is slowed down until it outlasts the kills, of which the stack bears one in twelve seconds. */
const secondsAKill = 13;
/** About as many scans are under way at a host (host.json), and each makes as many calls one after another. */
const scansAtOnce = 4.5;
const callsOfAScan = 11;
/** Scans that are under way have made their slow calls by then. */
const settlesInMs = 10_000;
const runLimitMs = 45 * 60_000;

const problems: string[] = [];
const found: Problems = { expect: (holds, problem) => void (holds || problems.push(problem)) };
const startedMs = performance.now();
const say = (line: string) => console.log(`${Math.round((performance.now() - startedMs) / 1000)} s: ${line}`);

function progress(name: string) {
  let lastTold = 0;
  return ({ completed, failed, total, running, queued }: Awaited<ReturnType<typeof startRun>>) => {
    if (performance.now() - lastTold < 20_000) return;
    lastTold = performance.now();
    say(`${name}: ${completed} of ${total} completed, ${running} running, ${queued} queued, ${failed} failed`);
  };
}

/** As the run goes on it is slowed down more where it would end before the kills: how long it takes is a guess. */
function slowedRun(stack: RunningStack, tenants: number) {
  let delayMs = Math.round(
    (wanted.kills * secondsAKill * 1000 * Number(values.hosts) * scansAtOnce) / tenants / callsOfAScan,
  );
  let killed = 0;
  let changedMs = performance.now();
  let under: Promise<void> = Promise.resolve();
  const set = (ms: number) => {
    under = under.then(() => slowGraph(stack, ms));
    return under;
  };
  return {
    begin: async () => {
      await set(delayMs);
      return delayMs;
    },
    end: () => set(0),
    onKill: (count: number) => {
      killed = count;
    },
    async onProgress({ completed, total }: { completed: number; total: number }) {
      const next = nextDelayMs(delayMs, completed / total, killed / wanted.kills);
      if (next === delayMs || performance.now() - changedMs < settlesInMs) return;
      [delayMs, changedMs] = [next, performance.now()];
      say(`the run is ahead of the kills: what is slowed takes ${delayMs} ms more from here on`);
      await set(delayMs);
    },
  };
}

/** Every tenant is scanned while hosts are killed. @returns the run's id */
async function disturbed(stack: RunningStack, api: ApiSession, tenants: number): Promise<string> {
  const slowed = slowedRun(stack, tenants);
  say(`a run over ${tenants} tenants begins; most calls to Graph take ${await slowed.begin()} ms more`);
  const run = await startRun(api);
  let isOver = false;
  const { onKill } = slowed;
  const killing = killHosts(stack, { kills: wanted.kills, isOver: () => isOver, onKill, say }).then(async (killed) => {
    await slowed.end();
    return killed;
  });
  const tell = progress('disturbed');
  const onProgress = async (latest: Awaited<ReturnType<typeof startRun>>) => {
    tell(latest);
    await slowed.onProgress(latest);
  };
  const ending = untilRunEnded(api, run.runId, { limitMs: runLimitMs, everyMs: 2000, onProgress }).finally(() => {
    isOver = true;
  });
  // Together: whichever fails ends the soak, and the stack with it.
  const [ended, killed] = await Promise.all([ending, killing]);
  say(`the run ended: ${ended.completed} of ${ended.total} completed, ${killed} kills`);
  found.expect(ended.completed === tenants, `${tenants - ended.completed} scans of the run did not complete`);
  found.expect(killed === wanted.kills, `the run ended after ${killed} of ${wanted.kills} kills`);
  return run.runId;
}

async function undisturbed(api: ApiSession): Promise<string> {
  const run = await startRun(api);
  await untilRunEnded(api, run.runId, { limitMs: runLimitMs, everyMs: 2000, onProgress: progress('undisturbed') });
  return run.runId;
}

/** Orphans of the trail are sealed by the next run of the timers, which comes once a minute. */
const settlesWithinMs = 65_000;

/** Checks until nothing is wrong, as long as the timers may still mend it; then what is wrong is wrong. */
async function onceSettled<T>(check: (problems: Problems) => Promise<T>): Promise<T> {
  const deadlineMs = performance.now() + settlesWithinMs;
  for (;;) {
    const isLast = performance.now() > deadlineMs;
    const wrong: string[] = [];
    const result = await check({ expect: (holds, problem) => void (holds || wrong.push(problem)) });
    if (wrong.length === 0 || isLast) {
      problems.push(...wrong);
      return result;
    }
    await wait(5000);
  }
}

function told(attempts: readonly number[]): string {
  const counts = [...Map.groupBy(attempts, (one) => one)].toSorted(([a], [b]) => a - b);
  return counts.map(([times, scans]) => `${scans.length} scans in ${times}`).join(', ');
}

/**
 * Every tenant of a fleet is scanned once while hosts are killed, and once more undisturbed; the records of both must
 * say the same, and nothing may be left over.
 */
async function soak(stack: RunningStack): Promise<void> {
  const { dataDir } = stack;
  const api = await openApiSession(stack.url);
  const tenants = (await bringInFleet(api)).map(({ id }) => id);
  const store = shapedRecords(openSqliteRecordStore(`${dataDir}/tenantry.db`));
  const storage = azuriteConnectionString(stack.now().ports.azurite, azuriteKey(dataDir));
  try {
    const firstRun = { tenants, runs: 1, runId: await disturbed(stack, api, tenants.length) };
    const first = await checkRun(store, firstRun, found);
    say(
      `resumed: ${told(first.attempts)} attempts; ${first.findings} findings; ${first.approvals} approvals; ${problems.length} problems`,
    );
    const second = await checkRun(store, { tenants, runs: 2, runId: await undisturbed(api) }, found);
    for (const id of tenants) {
      const [was, is] = [first.outcomes.get(id), second.outcomes.get(id)];
      found.expect(was?.score === is?.score, `${id}: score ${was?.score}, undisturbed ${is?.score}`);
      found.expect(was?.open === is?.open, `${id}: findings ${was?.open}; undisturbed ${is?.open}`);
    }
    say(`scanned again undisturbed and compared; ${problems.length} problems`);
    await untilQueuesAreEmpty(storage, { hiddenMs: wanted['hidden-seconds'] * 1000, problems: found, say });
    const vault = openFileVault({ folder: `${dataDir}/vault`, keyFile: `${dataDir}/keys/vault-key` });
    const blobs = openBlobFiles({ kind: 'connectionString', value: storage }, 'tenantry');
    const trailTold = await onceSettled(async (problems) => {
      const trail = await checkTrail({ store, vault, blobs }, problems);
      await checkStorage(storage, problems);
      return trail;
    });
    say(`trail: ${trailTold}`);
  } finally {
    await store.close();
  }
}

const settings = {
  SIMULATOR_FLEET: `${wanted.tenants}x${wanted.users}`,
  LOCAL_QUEUE_HIDDEN_SECONDS: values['hidden-seconds'],
};
const stack = await startStack(settings, [...['--host-count', values.hosts], '--all-timers']);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stack.stop().then(() => process.exit(1)));
try {
  await soak(stack);
} catch (error) {
  problems.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  await stack.stop(values.keep);
  if (values.keep) say(`the data are in ${stack.dataDir}`);
}
if (problems.length > 0) {
  console.error(
    `${problems.length} problems:\n${problems
      .slice(0, 50)
      .map((problem) => `- ${problem}`)
      .join('\n')}`,
  );
  process.exit(1);
}
say(`${wanted.kills} kills: every tenant was scanned once, nothing twice, nothing lost, the trail is whole.`);

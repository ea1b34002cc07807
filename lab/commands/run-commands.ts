import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buildOutputs, ROOT } from '../../local/build-outputs.ts';
import { openApiSession } from '../../local/stack/api-session.ts';
import { type RunningStack, startStack } from '../../local/stack/start-stack.ts';
import { sideBySide } from '../../local/test-run/side-by-side.ts';
import { connectTenant } from '../faults/connect-tenant.ts';
import type { CommandSmoke, Ended, SmokeGround } from './command-smoke.ts';
import { brokenTrail, quickSmokes, smokesInLanes, smokesOfStack, waitingSmoke } from './command-smokes.ts';
import { writeSamplePacks } from './sample-pack.ts';

/** The step `commands` of `npm test`: every command of the README that no other step runs, as the README writes it. */
const failures: string[] = [];
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function run({ command, args, env, input }: CommandSmoke): Promise<Ended> {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // INIT_CWD is where the user stands: npm sets it anew.
  const child = spawn(npm, ['run', '-s', command, '--', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  child.stdin.end(input);
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (ended.stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (ended.stderr += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { ...ended, code };
}

/** What is wrong with a run; null where its claims hold. */
function problemOf({ expectedCode, claim }: CommandSmoke, ended: Ended): string | null {
  if (ended.code !== expectedCode) return `ended with ${ended.code} instead of ${expectedCode}`;
  try {
    claim(ended);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function tryCommand(smoke: CommandSmoke): Promise<void> {
  const beganMs = performance.now();
  const ended = await run(smoke);
  const problem = problemOf(smoke, ended);
  const seconds = ((performance.now() - beganMs) / 1000).toFixed(1).padStart(6);
  const name = `npm run ${smoke.command} (${smoke.what})`;
  say(`${seconds} s  ${problem === null ? 'holds ' : 'FAILED'}  ${name}`);
  if (problem === null) return;
  const tail = `${ended.stdout}\n${ended.stderr}`.trim().split('\n').slice(-25).join('\n');
  failures.push(`${name}: ${problem}\n  npm run ${smoke.command} -- ${smoke.args.join(' ')}\n${tail}`);
}

async function inTurn(smokes: readonly CommandSmoke[]): Promise<void> {
  for (const smoke of smokes) await tryCommand(smoke);
}

/** A tenant with tokens of its own, whose refresh token is a secret that can be encrypted anew. */
async function groundOf(stack: RunningStack, folder: string): Promise<SmokeGround> {
  const simulatorUrl = `http://127.0.0.1:${stack.now().ports.simulator}`;
  await openApiSession(stack.url);
  const cloud = (await (await fetch(`${simulatorUrl}/control/tenants`)).json()) as {
    prospects: { id: string; domain: string }[];
  };
  const [prospect] = cloud.prospects;
  if (!prospect) throw new Error('The simulator has no tenant to connect');
  await connectTenant(stack.url, simulatorUrl, prospect);
  return { folder, origin: stack.url, dataDir: stack.dataDir, simulatorUrl };
}

async function onStack(folder: string): Promise<void> {
  const stack = await startStack({}, ['--no-build']);
  let isStopped = false;
  try {
    await inTurn(smokesOfStack(await groundOf(stack, folder)));
    await stack.stop(true);
    isStopped = true;
    const database = new DatabaseSync(join(stack.dataDir, 'tenantry.db'));
    database.exec(
      "UPDATE c_audit_logs SET doc = json_set(doc, '$.user', 'eve') WHERE json_extract(doc, '$.kind') = 'entry'",
    );
    database.close();
    await tryCommand(brokenTrail(stack.dataDir));
  } finally {
    if (!isStopped) await stack.stop(true);
    rmSync(stack.dataDir, { recursive: true, force: true });
  }
}

/** So many at once, as there are cores: what starts the product keeps one busy. */
const lanes = 2;

/** Whatever fails, the others end. */
async function noteFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    failures.push(error instanceof Error ? `${error.stack}` : `${error}`);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'tenantry-commands-'));
try {
  // Of a change no step has built before.
  await buildOutputs(false, say);
  await writeSamplePacks(folder);
  const works = [
    ...smokesInLanes(folder).map((smokes) => () => inTurn(smokes)),
    () => onStack(folder),
    ...quickSmokes(folder).map((smoke) => () => tryCommand(smoke)),
  ];
  await Promise.all([
    noteFailure(() => tryCommand(waitingSmoke)),
    sideBySide(
      works.map((work) => () => noteFailure(work)),
      lanes,
    ),
  ]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const failure of failures) process.stderr.write(`\n${failure}\n`);
process.exitCode = failures.length === 0 ? 0 : 1;

import { type ChildProcess, spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import { ROOT } from './build-outputs.ts';
import { signalGroup } from './stack/managed-process.ts';
import { changesSinceMain, readTree } from './test-run/changes.ts';
import { ensureChromium } from './test-run/chromium.ts';
import { OutputTail } from './test-run/output-tail.ts';
import { sideBySide } from './test-run/side-by-side.ts';
import { parseTestArguments, stagesOf, stepsOf, stepsOfChange, type TestStep } from './test-run/test-steps.ts';

interface Outcome {
  step: TestStep;
  ok: boolean;
  seconds: number;
  /** The end of what its failed commands printed. */
  failures: string[];
}

/** Holds the list of failed tests and the figures that vitest and Playwright close with. */
const REPEATED_LINES = 120;
/** What a test left running may keep the output open after the command itself has ended. */
const OUTPUT_LEFT_MS = 3000;

/** So many steps at once, where they run side by side. */
const LANES = 2;

type Output = { out: Writable; err: Writable };

const running = new Set<ChildProcess>();

/**
 * Each command in a group of its own, so that an interruption ends the browser and the stack that it started.
 * @returns undefined where it succeeded, else the end of what it printed
 */
function runNode(args: string[], env: NodeJS.ProcessEnv, { out, err }: Output): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: process.stdout.isTTY && env.NO_COLOR === undefined ? { FORCE_COLOR: '1', ...env } : env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    const tail = new OutputTail(REPEATED_LINES);
    tail.follow(child.stdout, out);
    tail.follow(child.stderr, err);
    child.once('error', reject);
    child.once('exit', (code) => {
      const end = () => resolve(code === 0 ? undefined : tail.text());
      child.once('close', end);
      setTimeout(end, OUTPUT_LEFT_MS).unref();
    });
  });
}

async function runStep(step: TestStep, output: Output): Promise<Outcome> {
  output.out.write(`\n=== ${step.name}: ${step.what}\n`);
  const begun = performance.now();
  const failures: string[] = [];
  try {
    const chromium = step.name === 'e2e' ? ensureChromium(process.env) : undefined;
    const env = chromium === undefined ? process.env : { ...process.env, CHROMIUM_PATH: chromium };
    // All commands of a step, so that one run tells everything that is wrong.
    for (const command of step.commands) {
      const failure = await runNode(command, env, output);
      if (failure !== undefined) failures.push(failure);
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    output.err.write(`${message}\n`);
    failures.push(message);
  }
  return { step, ok: failures.length === 0, seconds: (performance.now() - begun) / 1000, failures };
}

/** What it prints is shown in one piece once it has ended: others print at the same time. */
async function runBesideOthers(step: TestStep): Promise<Outcome> {
  const printed: Buffer[] = [];
  const held = new Writable({
    write(chunk: Buffer, _encoding, done) {
      printed.push(chunk);
      done();
    },
  });
  const outcome = await runStep(step, { out: held, err: held });
  process.stdout.write(Buffer.concat(printed));
  return outcome;
}

async function runStage(steps: readonly TestStep[]): Promise<Outcome[]> {
  const [step] = steps;
  if (step !== undefined && steps.length === 1)
    return [await runStep(step, { out: process.stdout, err: process.stderr })];
  const works = steps.map((one) => () => runBesideOthers(one));
  return sideBySide(works, LANES);
}

/** What went wrong once more, below everything else: the end of a log is what CI services show. */
function repeatFailures(outcomes: readonly Outcome[]): string {
  return outcomes
    .flatMap(({ step, failures }) => failures.map((failure) => `\n=== again, the end of ${step.name}\n${failure}\n`))
    .join('');
}

function table(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(
    ({ step, ok, seconds }) =>
      `${step.name.padEnd(8)} ${ok ? 'passed' : 'FAILED'} ${seconds.toFixed(1).padStart(8)} s  ${step.what}`,
  );
  return `\n${rows.join('\n')}\n`;
}

function interrupt(): void {
  for (const { pid } of running) if (pid !== undefined) signalGroup(pid, 'SIGTERM');
  process.exit(130);
}

/** Nothing to run where nothing has changed. */
function selectSteps(): TestStep[] {
  const selection = parseTestArguments(process.argv.slice(2));
  if (!selection.changed) return stepsOf(selection);
  const changes = changesSinceMain(ROOT);
  const since = `main (${changes.base.slice(0, 7)})`;
  if (changes.files.length === 0) process.stdout.write(`Nothing has changed since ${since}.\n`);
  else process.stdout.write(`${changes.files.length} files have changed since ${since}.\n`);
  return changes.files.length === 0 ? [] : stepsOfChange(selection, changes, readTree(ROOT));
}

const steps = (() => {
  try {
    return selectSteps();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
})();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
if (process.connected) process.on('disconnect', interrupt);

const outcomes: Outcome[] = [];
for (const stage of stagesOf(steps)) outcomes.push(...(await runStage(stage)));
process.stdout.write(repeatFailures(outcomes));
process.stdout.write(table(outcomes));
process.exit(outcomes.every(({ ok }) => ok) ? 0 : 1);

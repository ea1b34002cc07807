import { type ChildProcess, spawn } from 'node:child_process';
import { ROOT } from './build-outputs.ts';
import { ensureChromium } from './chromium.ts';
import { signalGroup } from './managed-process.ts';
import { selectSteps, type TestStep } from './test-steps.ts';

interface Outcome {
  step: TestStep;
  ok: boolean;
  seconds: number;
}

let current: ChildProcess | undefined;

/** Each command in a group of its own, so that an interruption ends the browser and the stack that it started. */
function runNode(args: string[], env: NodeJS.ProcessEnv): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    });
    current = child;
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}

async function runStep(step: TestStep): Promise<Outcome> {
  process.stdout.write(`\n=== ${step.name}: ${step.what}\n`);
  const begun = performance.now();
  let ok = true;
  try {
    const chromium = step.name === 'e2e' ? ensureChromium(process.env) : undefined;
    const env = chromium === undefined ? process.env : { ...process.env, CHROMIUM_PATH: chromium };
    // All commands of a step, so that one run tells everything that is wrong.
    for (const command of step.commands) ok = (await runNode(command, env)) && ok;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    ok = false;
  }
  return { step, ok, seconds: (performance.now() - begun) / 1000 };
}

function table(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(
    ({ step, ok, seconds }) =>
      `${step.name.padEnd(8)} ${ok ? 'passed' : 'FAILED'} ${seconds.toFixed(1).padStart(8)} s  ${step.what}`,
  );
  return `\n${rows.join('\n')}\n`;
}

function interrupt(): void {
  if (current?.pid !== undefined) signalGroup(current.pid, 'SIGTERM');
  process.exit(130);
}

const steps = (() => {
  try {
    return selectSteps(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(2);
  }
})();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
if (process.connected) process.on('disconnect', interrupt);

const outcomes: Outcome[] = [];
for (const step of steps) outcomes.push(await runStep(step));
process.stdout.write(table(outcomes));
process.exit(outcomes.every(({ ok }) => ok) ? 0 : 1);

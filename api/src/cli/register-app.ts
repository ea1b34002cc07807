import { createInterface } from 'node:readline/promises';
import { outliveItsReader, printable, UsageError } from './command.ts';
import { endProcess, onInterrupt, orStopped } from './interruption.ts';
import { farEndOf } from './microsoft.ts';
import { createJournal, type Journal } from './register-app/journal.ts';
import { parseRegisterArguments, type RegisterArguments, registerUsage } from './register-app/register-arguments.ts';
import { registeringPermission, runRegisterApp } from './register-app/run-register-app.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signInOptions } from './sign-in/sign-in-options.ts';

const couldNotRun = 2;
const interrupted = 130;

const say = (line: string) => void process.stderr.write(`${printable(line)}\n`);
const tell = (text: string) => void process.stdout.write(printable(text));

outliveItsReader();

/** One line from who sits there; null at the end of the input. Ctrl-C stays with the process, so no terminal mode. */
function asking(signal: AbortSignal) {
  const isTerminal = process.stdin.isTTY;
  return async (question: string): Promise<string | null> => {
    if (!isTerminal) return null;
    const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
    const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
    try {
      return await Promise.race([lines.question(question, { signal }), ended]);
    } finally {
      lines.close();
    }
  };
}

async function run(asked: RegisterArguments, journal: Journal, signal: AbortSignal): Promise<void> {
  const { how, clientId, cloud } = asked.signIn;
  const farEnd = farEndOf(cloud, process.env);
  if (asked.action === 'remove' && !asked.yes && !process.stdin.isTTY)
    throw new UsageError('Nobody is there to confirm what is removed.\nAdd --yes.');
  const env = process.env;
  const toTenant = () => {
    const options = signInOptions({ how, clientId, tenant: asked.tenant, cloud: farEnd.cloud.name }, env, true);
    return signIn({ options, farEnd, permissions: [registeringPermission], env, say, signal });
  };
  const parts = {
    asked,
    farEnd,
    env,
    signIn: toTenant,
    journal,
    say,
    tell,
    ask: asking(signal),
    now: new Date(),
    signal,
  };
  await orStopped(runRegisterApp(parts), signal);
}

function inWords(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  return `It broke off by an error of Tenantry’s own: ${error instanceof Error ? error.stack : String(error)}`;
}

async function main(): Promise<number> {
  const signal = onInterrupt();
  const journal = createJournal(say);
  let action: RegisterArguments['action'] = 'print';
  try {
    const asked = parseRegisterArguments(process.argv.slice(2));
    if (asked === 'help') {
      tell(`${registerUsage}\n`);
      return 0;
    }
    action = asked.action;
    await run(asked, journal, signal);
    return 0;
  } catch (error) {
    say(signal.aborted ? 'Stopped.' : inWords(error));
    if (action !== 'print') say(journal.left(action));
    return signal.aborted ? interrupted : couldNotRun;
  }
}

process.on('uncaughtException', (error) => {
  say(inWords(error));
  endProcess(couldNotRun);
});
endProcess(await main());

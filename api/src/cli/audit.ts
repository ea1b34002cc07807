import { auditUsage, parseAuditArguments } from './audit/audit-arguments.ts';
import { createProgress, type Progress } from './audit/progress.ts';
import { runAudit } from './audit/run-audit.ts';
import { messageOf, outliveItsReader, printable, UsageError } from './command.ts';
import { endProcess, onInterrupt, orStopped } from './interruption.ts';
import { farEndOf } from './microsoft.ts';
import { readPermissions } from './sign-in/read-permissions.ts';
import { signIn } from './sign-in/sign-in.ts';
import { signInOptions } from './sign-in/sign-in-options.ts';

const couldNotRun = 2;
const interrupted = 130;
/** A terminal in front of which somebody sits: in a pipeline nobody would ever sign in. */
const isSomebodyThere = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

function inWords(error: unknown): string {
  if (error instanceof UsageError) return messageOf(error);
  return `The audit broke off by an error of Tenantry’s own: ${error instanceof Error ? error.stack : String(error)}`;
}

async function audit(progress: Progress, signal: AbortSignal): Promise<number> {
  const asked = parseAuditArguments(process.argv.slice(2));
  if (asked === 'help') {
    process.stdout.write(`${auditUsage}\n`);
    return 0;
  }
  const farEnd = farEndOf(asked.signIn.cloud, process.env);
  const { how, clientId } = asked.signIn;
  const options = signInOptions(
    { how, clientId, tenant: asked.tenant, cloud: farEnd.cloud.name },
    process.env,
    isSomebodyThere(),
  );
  const permissions = readPermissions({ ...asked, cloud: farEnd.cloud.name });
  const { env } = process;
  const toTenant = () => signIn({ options, farEnd, permissions, env, say: progress.line, signal });
  const say = (text: string) => void process.stdout.write(printable(text));
  return orStopped(runAudit({ asked, farEnd, signIn: toTenant, progress, say, env, now: new Date(), signal }), signal);
}

async function main(): Promise<number> {
  outliveItsReader();
  const progress = createProgress(process.stderr);
  const signal = onInterrupt();
  try {
    return await audit(progress, signal);
  } catch (error) {
    progress.end();
    process.stderr.write(
      signal.aborted ? 'Stopped. No file was written or changed.\n' : `${printable(inWords(error))}\n`,
    );
    return signal.aborted ? interrupted : couldNotRun;
  }
}

// Without it Node would end with 1, which says that there is a new finding.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${printable(inWords(error))}\n`);
  endProcess(couldNotRun);
});
endProcess(await main());

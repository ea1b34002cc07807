import { resolve } from 'node:path';
import { SignInFailure } from '../../adapters/entra/sign-in-failure.ts';
import type { AppTokens } from '../../adapters/graph/app-tokens.ts';
import type { RetrySettings } from '../../adapters/graph/retry.ts';
import { GraphError, type GraphFailure } from '../../ports/graph.ts';
import { UsageError } from '../command.ts';
import type { FarEnd } from '../microsoft.ts';
import type { Environment } from '../sign-in/settings.ts';
import { signInWords } from '../sign-in/sign-in-words.ts';
import { createApplicationRegistry } from './application-registry.ts';
import { type Applying, accessIn, ensureApplication, ensureKey, ensurePrincipal } from './apply-registration.ts';
import type { Journal } from './journal.ts';
import { keyToRegister, prepareKeyFolder, settleKey } from './key-file.ts';
import { nextSteps } from './next-steps.ts';
import { type Patience, usualPatience } from './patience.ts';
import { printedPlan } from './printed-plan.ts';
import type { RegisterArguments } from './register-arguments.ts';
import { registerWords } from './register-words.ts';
import { removeRegistration } from './remove-registration.ts';
import { verifyCertificate } from './verify-certificate.ts';

/** The only permission that the account is asked for. */
export const registeringPermission = 'Application.ReadWrite.All';

export type RegisterRun = {
  asked: RegisterArguments;
  farEnd: FarEnd;
  env: Environment;
  signIn(): Promise<{ tokens: AppTokens; tenantId: string }>;
  journal: Journal;
  /** Standard error: what it is doing. */
  say(line: string): void;
  /** Standard output: the result. */
  tell(text: string): void;
  ask(question: string): Promise<string | null>;
  now: Date;
  signal?: AbortSignal | undefined;
  /** In tests. */
  patience?: Patience;
  retry?: RetrySettings;
};

type SignedInRun = RegisterRun & { tenantId: string; registry: ReturnType<typeof createApplicationRegistry> };

const leastWaitToTellMs = 1000;
const whyWaiting = ({ status, code }: GraphFailure): string =>
  status === 429 ? 'Microsoft Graph asks to slow down' : `Microsoft Graph is in trouble (${status || code})`;

async function signedInRun(run: RegisterRun): Promise<SignedInRun> {
  const { farEnd, say, signal, retry } = run;
  const { tokens, tenantId } = await run.signIn();
  const registry = createApplicationRegistry({
    tokens,
    upstream: farEnd.upstream,
    cloud: farEnd.cloud,
    signal,
    ...(retry && { retry }),
    watch: {
      waiting(_path, delayMs, failure) {
        if (delayMs >= leastWaitToTellMs) say(`${whyWaiting(failure)}: waiting ${Math.ceil(delayMs / 1000)} s.`);
      },
    },
  });
  return { ...run, tenantId: tenantId.toLowerCase(), registry };
}

/** A sign-in with the certificate that fails for good. @throws UsageError */
async function verified(run: SignedInRun, clientId: string, certificatePath: string): Promise<string[]> {
  const { asked, farEnd, env, tenantId, patience = usualPatience, retry, say, signal } = run;
  try {
    return await verifyCertificate({ clientId, certificatePath, tenantId, farEnd, patience, retry, say, signal });
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error;
    const plan = { kind: 'client-certificate', clientId, certificatePath } as const;
    const words = signInWords(error, { tenant: asked.tenant, cloud: farEnd.cloud, plan, env, permissions: [] });
    throw new UsageError(`The certificate was registered, and the sign-in with it does not work yet.\n${words}`);
  }
}

async function apply(unsigned: RegisterRun): Promise<void> {
  const { asked, now } = unsigned;
  prepareKeyFolder(asked.out);
  const run = await signedInRun(unsigned);
  const { registry, farEnd, tenantId, journal, say, signal, patience = usualPatience } = run;
  const access = await accessIn(registry, { app: asked.app, cloud: farEnd.cloud.name }, say);
  const wishes = { folder: asked.out, tenantId, validDays: asked.validDays, isNew: asked.newCertificate, now };
  const { local, isMade } = await keyToRegister(wishes);
  say(isMade ? `A certificate was made: ${local.path}` : `The certificate in ${local.path} is kept.`);
  if (isMade) journal.kept(`The certificate ${local.path} stays: the next run takes it.`);
  signal?.throwIfAborted();
  const applying: Applying = { registry, journal, patience, say, signal };
  const application = await ensureApplication(applying, asked.app, access, local);
  await ensureKey(applying, application, local);
  await ensurePrincipal(applying, application);
  const clientId = application.appId;
  const permissions = await verified(run, clientId, local.path);
  // Somebody who registered at the same time may have put the keys back to what they were before ours.
  if (await ensureKey(applying, application, local)) await verified(run, clientId, local.path);
  say('Microsoft takes the certificate.');
  const certificatePath = resolve(settleKey(local, asked.out));
  run.tell(nextSteps(run, { clientId, tenantId, certificatePath, local, permissions }));
}

/**
 * Prints, makes or removes the app registration.
 * @throws UsageError in words; the signal's reason when aborted: the journal says what was done by then
 */
export async function runRegisterApp(run: RegisterRun): Promise<void> {
  const { asked, env, say, farEnd } = run;
  if (farEnd.isSimulated) say('This is the simulator, in Microsoft’s place (MICROSOFT_CLOUD=simulator).');
  if (asked.action === 'print') {
    run.tell(printedPlan(asked, farEnd));
    return;
  }
  try {
    await (asked.action === 'remove' ? removeRegistration(await signedInRun(run)) : apply(run));
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    run.signal?.throwIfAborted();
    throw new UsageError(registerWords(error.failure, { asked, farEnd, env }));
  }
}

import { SignInFailure } from '../../adapters/entra/sign-in-failure.ts';
import { type SignedIn, type SignInRequest, signInToMicrosoft } from '../../adapters/entra/sign-in-tokens.ts';
import { grantedBy } from '../../audit/checks/permissions.ts';
import type { GraphFailure } from '../../ports/graph.ts';
import { UsageError } from '../command.ts';
import type { FarEnd } from '../microsoft.ts';
import type { Environment } from './settings.ts';
import type { SignInOptions } from './sign-in-options.ts';
import { signInWords } from './sign-in-words.ts';

export type CommandSignIn = {
  options: SignInOptions;
  farEnd: Pick<FarEnd, 'cloud' | 'upstream' | 'isSimulated'>;
  /** What an account is asked to allow, by names of Microsoft Graph. */
  permissions: readonly string[];
  env: Environment;
  /** Standard error, a line each. */
  say(line: string): void;
  signal?: AbortSignal | undefined;
  /** In tests. */
  retry?: SignInRequest['retry'];
};

const leastWaitToTellMs = 1000;

const whyWaiting = ({ status, code }: GraphFailure): string =>
  status === 429 ? 'Entra ID asks to slow down' : `The sign-in host is in trouble (${status || code})`;

function check({ tokens: _, ...signedIn }: SignedIn, { options, env }: CommandSignIn): void {
  const { tenant, plan } = options;
  const isGuid = /^[0-9a-f-]{36}$/i;
  const expected = [tenant, plan.kind === 'az' ? undefined : env.AZURE_TENANT_ID].find((one) => isGuid.test(one ?? ''));
  const isApplication = plan.kind !== 'device-code' && plan.kind !== 'browser';
  if (expected && isApplication && signedIn.tenantId !== expected.toLowerCase()) {
    throw new SignInFailure('wrong-tenant', { tenantId: signedIn.tenantId });
  }
  if (isApplication && signedIn.kind === 'application' && signedIn.permissions().length === 0) {
    throw new SignInFailure('no-permissions');
  }
}

/** An account may be given less than was asked for; one of the Azure CLI was never asked for anything of an audit's. */
function sayWhatIsMissing({ permissions: carried }: SignedIn, { permissions, options, say }: CommandSignIn): void {
  const have = new Set(carried());
  const missing = permissions.filter((permission) => grantedBy(permission, have) === null);
  if (missing.length === 0) return;
  const instead = options.plan.kind === 'az' ? ' Sign in with --sign-in browser or device-code to have them.' : '';
  say(
    `The token lacks ${missing.length} permissions, and what they read is left out: ${missing.join(', ')}.${instead}`,
  );
}

/** Whether xdg-open has nothing but the command in BROWSER: one of a test, which leads Microsoft's address to the simulator. */
const opensByCommand = (env: Environment): boolean =>
  process.platform === 'linux' && Boolean(env.BROWSER) && !env.DISPLAY && !env.WAYLAND_DISPLAY;

/**
 * Signs a command in. Tokens stay in memory and are in nothing that is written.
 * @throws UsageError with what is wrong in a first line and what to do in a second; the signal's reason when aborted. A device
 * code that nobody waits for any more leaves a timer of some seconds behind: end the process.
 */
export async function signIn(command: CommandSignIn): Promise<SignedIn & { how: string }> {
  const { options, farEnd, permissions, env, say, signal, retry } = command;
  const { plan, tenant, how } = options;
  const { cloud, upstream } = farEnd;
  if (farEnd.isSimulated && plan.kind === 'browser' && !opensByCommand(env)) {
    throw new UsageError(
      'A browser would go to Microsoft itself and not to the simulator.\nUse --sign-in device-code.',
    );
  }
  say(how);
  try {
    const signedIn = await signInToMicrosoft({
      plan,
      tenant,
      cloud,
      permissions,
      upstream,
      signal,
      ...(retry && { retry }),
      tell: say,
      waiting(delayMs, failure) {
        if (delayMs >= leastWaitToTellMs) say(`${whyWaiting(failure)}: waiting ${Math.ceil(delayMs / 1000)} s.`);
      },
    });
    check(signedIn, command);
    if (signedIn.kind === 'account') sayWhatIsMissing(signedIn, command);
    return { ...signedIn, how };
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error;
    throw new UsageError(signInWords(error, { tenant, cloud, plan, env, permissions }));
  }
}

import type { MicrosoftCloud } from '../../adapters/graph/clouds.ts';
import type { GraphFailure } from '../../ports/graph.ts';
import type { Environment } from '../sign-in/settings.ts';
import { unreachableWords, type Words } from '../sign-in/unreachable-words.ts';

type Told = { tenant: string; cloud: MicrosoftCloud; kind: 'application' | 'account'; env: Environment };

function refusedWords({ status, code, message }: GraphFailure, { tenant, kind }: Told): Words {
  if (status === 401)
    return {
      what: `Microsoft Graph does not take the token (${code}): it has expired or was revoked, or is of another cloud.`,
      whatToDo: 'Sign in again. Check the clock of this machine, and --cloud.',
    };
  return {
    what: `Microsoft Graph refuses the organization’s profile to this sign-in (${status} ${code}): ${message}`,
    whatToDo:
      kind === 'application'
        ? `An administrator of ${tenant} has to grant the application Organization.Read.All and the other permissions: npm run register-app -- --tenant ${tenant} lists them.`
        : 'Sign in with an account that has the role Global Reader, and accept the permissions.',
  };
}

/**
 * Why an audit ends before it has read anything: what is wrong in a first line, and what to do in a second.
 * @param failure what Graph, or the way to it, said last, after every retry
 */
export function graphWords(failure: GraphFailure, told: Told): string {
  const { status } = failure;
  const host = new URL(told.cloud.graphOrigin).host;
  const { what, whatToDo } =
    status >= 400 && status < 500 && status !== 429 && status !== 408
      ? refusedWords(failure, told)
      : unreachableWords({ failure, host }, told.env);
  return `${what}\n${whatToDo}`;
}

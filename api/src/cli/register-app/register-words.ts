import type { GraphFailure } from '../../ports/graph.ts';
import type { FarEnd } from '../microsoft.ts';
import type { Environment } from '../sign-in/settings.ts';
import { unreachableWords } from '../sign-in/unreachable-words.ts';
import type { RegisterArguments } from './register-arguments.ts';

type Told = { asked: RegisterArguments; farEnd: Pick<FarEnd, 'cloud'>; env: Environment };
type Words = { what: string; whatToDo: string };

const roles = 'Cloud Application Administrator, Application Administrator or Global Administrator';

function refused({ asked }: Told): Words {
  const change = asked.action === 'remove' ? 'remove this application' : 'register applications';
  return {
    what: `The account that signed in may not ${change} in ${asked.tenant} (403).`,
    whatToDo: `Sign in with an account that has the role ${roles}. Where the role is eligible (Privileged Identity Management), activate it first, and run the command again.`,
  };
}

function byPolicy(message: string): Words {
  return {
    what: `A policy of the directory for app management does not allow this certificate: ${message}`,
    whatToDo:
      'Try a shorter life with --valid-days, such as 90 or 180. Whether certificates may be added at all is set under Enterprise applications, Application policies, in the Entra admin center.',
  };
}

/** What Graph refused, and what to do about it. */
export function registerWords(failure: GraphFailure, told: Told): string {
  const { status, code, message } = failure;
  const host = new URL(told.farEnd.cloud.graphOrigin).host;
  const { what, whatToDo } = ((): Words => {
    if (/Policy$/.test(code) || /PerAppPolicy|app management/i.test(message)) return byPolicy(message);
    if (/Quota/i.test(code))
      return {
        what: `The directory has no room for another application (${code}).`,
        whatToDo:
          'Delete applications that nobody needs, for good under Deleted applications too, or sign in with another account.',
      };
    if (status === 403) return refused(told);
    if (status === 429)
      return {
        what: 'Microsoft Graph is throttling (429), and still did so after several tries.',
        whatToDo: 'Wait some minutes and run the same command again.',
      };
    if (status === 409)
      return {
        what: `Somebody else changed the same application at the same time (409): ${message}`,
        whatToDo: 'Run the same command again.',
      };
    if (status === 401)
      return {
        what: `Microsoft Graph no longer takes the sign-in (401 ${code}).`,
        whatToDo: 'Run the command again, and sign in again. Check the clock of this machine, and --cloud.',
      };
    if (status === 0 || status >= 500) return unreachableWords({ failure, host }, told.env);
    return {
      what: `Microsoft Graph refused it (${status} ${code}): ${message}`,
      whatToDo: 'Run the command without --apply: it prints the calls, for trying them by hand in Graph Explorer.',
    };
  })();
  return `${what}\n${whatToDo}`;
}

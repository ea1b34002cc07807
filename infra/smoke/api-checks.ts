import { securityHeaders } from '@tenantry/api/http/security-headers';
import { getSession, signInLocally, signOut } from '@tenantry/contract/auth';
import { clientHeader } from '@tenantry/contract/endpoint';
import { getHealth } from '@tenantry/contract/health';
import { getCurrentToken, tokenHeader } from '@tenantry/contract/tokens';
import { cookieLine } from './session-cookie.ts';
import { type Answer, type Ask, headerLines, type Line, line, notLookedAt, type SmokeCheck } from './smoke-check.ts';

// A public call that reads the store.
const publicCall = '/api/auth/registration-status';

export interface ApiToCheck {
  origin: string;
  /** Where the function app answers by itself; undefined where it is not to be asked. */
  functions: string | undefined;
  /** A local account for a whole sign-in, without an authenticator. */
  account: { username: string; password: string } | undefined;
}

const isFromProduct = (answer: Answer) => answer.headers.has('x-request-id') || answer.text.includes('"requestId"');

/** What the function app answers through the web app, and that it answers nobody else. */
export function apiChecks(ask: Ask, { origin, functions, account }: ApiToCheck): SmokeCheck[] {
  return [
    {
      name: 'health',
      async look() {
        const { status, text } = await ask(origin + getHealth.path);
        return [line(`${getHealth.path}: healthy`, status === 200, `${status} ${text.slice(0, 200)}`, '200')];
      },
    },
    {
      name: 'API through the web app',
      async look() {
        const answer = await ask(origin + publicCall);
        const answered = answer.status === 200 && /"isFirstUser":(true|false)/.test(answer.text);
        return [
          line(`${publicCall}: answered by the product`, answered, seenOf(answer), '200 with isFirstUser'),
          ...headerLines(publicCall, answer, securityHeaders),
        ];
      },
    },
    {
      name: 'unknown call',
      async look() {
        const path = '/api/smoke-test/no-such-call';
        const answer = await ask(origin + path);
        const isPage =
          (answer.headers.get('content-type') ?? '').includes('text/html') && answer.text.includes('id="root"');
        const seen = `${answer.status}${isPage ? ', the page' : ''}`;
        return [line(`${path}: not found`, answer.status === 404 && !isPage, seen, '404, not the page')];
      },
    },
    {
      name: 'session cookie',
      async look() {
        const answer = await ask(origin + signOut.path, {
          method: 'POST',
          headers: { [clientHeader.name]: clientHeader.value },
        });
        return [
          line(`${signOut.path}: answered`, answer.status === 200, seenOf(answer), '200'),
          cookieLine('the session cookie, cleared', answer.cookies, origin),
        ];
      },
    },
    {
      name: 'token header',
      async look() {
        const { path } = getCurrentToken;
        const answer = await ask(origin + path, { headers: { [tokenHeader]: 'smoke-test' } });
        const isHeard = answer.status === 401 && answer.text.includes('"INVALID_TOKEN"');
        // Without the header nobody would be signed in, which has another code.
        return [line(`${path}: ${tokenHeader} comes through`, isHeard, seenOf(answer), '401 with INVALID_TOKEN')];
      },
    },
    { name: 'sign-in', look: () => lookAtSignIn(ask, origin, account) },
    ...directChecks(ask, functions),
  ];
}

const seenOf = (answer: Answer) => `${answer.status} ${answer.headers.get('content-type') ?? 'no type'}`;

/**
 * What Azure answers in front of a linked function app to everybody but the web app. Linking gives its authentication the one provider
 * azureStaticWebApps (Microsoft Learn, "Bring your own functions to Azure Static Web Apps"). No page of Microsoft's names the answer:
 * operators report 400 with {"code":400,"message":"Login not supported for provider azureStaticWebApps"}, earlier ones 401
 * (Azure/static-web-apps issue 614) and 403.
 */
const refusesLogin = /login not supported for provider azureStaticWebApps/i;

function isRefusal({ status, text }: Answer): boolean {
  return status === 401 || status === 403 || (status === 400 && refusesLogin.test(text));
}

/** A linked function app answers the web app alone: with anything but a refusal, what stands in front of it stands for nothing. */
function directChecks(ask: Ask, functions: string | undefined): SmokeCheck[] {
  return [publicCall, getHealth.path, getSession.path, '/'].map((path) => {
    const what = `${path} at the function app itself: refused`;
    return {
      name: what,
      async look() {
        if (functions === undefined) return [notLookedAt(what, 'no function app was given (--functions)')];
        const answer = await ask(functions + path);
        const isRefused = isRefusal(answer) && !isFromProduct(answer);
        const seen = `${answer.status}${isFromProduct(answer) ? ' by the product' : ''}`;
        return [line(what, isRefused, seen, '400 “Login not supported…”, 401 or 403, and not by the product')];
      },
    };
  });
}

async function lookAtSignIn(ask: Ask, origin: string, account: ApiToCheck['account']): Promise<Line[]> {
  if (account === undefined) return [notLookedAt('a sign-in', 'SMOKE_USER and SMOKE_PASSWORD are not set')];
  const json = { [clientHeader.name]: clientHeader.value, 'content-type': 'application/json', origin };
  const entered = await ask(origin + signInLocally.path, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(account),
  });
  const isIn = entered.status === 200 && entered.text.includes('"success":true');
  const lines = [
    line('sign-in with SMOKE_USER', isIn, seenOf(entered), '200, signed in'),
    cookieLine('the session cookie, set', entered.cookies, origin),
  ];
  if (!isIn) return lines;
  const cookie = entered.cookies.map((one) => one.split(';')[0]).join('; ');
  const session = () => ask(origin + getSession.path, { headers: { cookie } });
  const during = await session();
  await ask(origin + signOut.path, { method: 'POST', headers: { ...json, cookie } });
  const after = await session();
  return [
    ...lines,
    line('the session is known', during.status === 200, seenOf(during), '200'),
    line('the session has ended after sign-out', after.status === 401, seenOf(after), '401'),
  ];
}

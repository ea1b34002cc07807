import type { ChildProcess } from 'node:child_process';
import type { AccessToken } from '@azure/identity';
import type { GraphFailure } from '../../ports/graph.ts';
import type { AppTokens } from '../graph/app-tokens.ts';
import type { MicrosoftCloud } from '../graph/clouds.ts';
import type { RetrySettings } from '../graph/retry.ts';
import type { Upstream } from '../graph/upstream.ts';
import { actsForAccount, type CredentialPlan, issuerOrigin } from './credential-plan.ts';
import { type CommandCredential, type CredentialParts, createCredential } from './sign-in-credential.ts';
import { asTokenError, SignInFailure } from './sign-in-failure.ts';
import { createSignInTransport, type SignInTransport } from './sign-in-transport.ts';
import { watchingStarted } from './started-by.ts';
import { claimsOf, permissionsOfToken, textClaim } from './token-claims.ts';
import { whyNoToken } from './why-no-token.ts';

/** A token that ends sooner is replaced before it is used: a request may take a minute. */
const marginMs = 2 * 60_000;
/** As long as a device code is good for; a browser window that was closed answers never. */
const personTimeoutMs = 15 * 60_000;

export type SignInRequest = {
  plan: CredentialPlan;
  /** A directory id or one of its domains: the only directory that is signed in to. */
  tenant: string;
  cloud: MicrosoftCloud;
  /** Permissions by name for an account; an application has what it was granted. */
  permissions: readonly string[];
  upstream: Upstream;
  signal?: AbortSignal | undefined;
  retry?: RetrySettings;
  now?: () => number;
  /** What a person is to do now: a device code, or an address that a browser was opened with. */
  tell(message: string): void;
  /** Entra ID or the issuer asked to wait. */
  waiting?(delayMs: number, failure: GraphFailure): void;
};

export type SignedIn = {
  tokens: AppTokens;
  kind: 'application' | 'account';
  /** The directory that the token is of. */
  tenantId: string;
  clientId: string;
  /** What the newest token carries. */
  permissions(): string[];
};

/** What the library is asked for: an application has one scope only, an account each permission by its name. */
function scopesOf({ plan, cloud, permissions }: SignInRequest): string[] {
  if (!actsForAccount(plan)) return [`${cloud.graphOrigin}/.default`];
  return permissions.map((permission) => `${cloud.graphOrigin}/${permission}`);
}

/**
 * Claims by which Entra gives a token that is newer than now, past every cache (Microsoft identity platform, claims challenges:
 * what Graph itself asks for where a session was revoked).
 */
const newerThan = (nowMs: number): string =>
  JSON.stringify({ access_token: { nbf: { essential: true, value: String(Math.floor(nowMs / 1000)) } } });

/** Rejects with the signal's reason as soon as that is aborted, whatever the rest does. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Watches the opening of a browser: says its address, and ends the wait where there is none. */
function browserWatch(tell: SignInRequest['tell'], notOpened: () => void): (child: ChildProcess) => void {
  return (child) => {
    child.once('error', notOpened);
    child.once('exit', (code) => code !== null && code !== 0 && notOpened());
    child.once('spawn', () => {
      const address = child.spawnargs.find((part) => part.startsWith('https://'));
      tell(`Sign in in the browser window that has opened.${address ? ` Its address: ${address}` : ''}`);
    });
  };
}

/** One token by the credential, and nothing of what it starts left behind. */
async function askCredential(
  request: SignInRequest,
  credential: CommandCredential,
  { isFirst, claims }: { isFirst: boolean; claims: string | undefined },
): Promise<AccessToken | null> {
  const { plan, tell } = request;
  const gaveUp = new AbortController();
  const limit = AbortSignal.timeout(personTimeoutMs);
  const giveUp = (reason: 'browser-not-opened' | 'browser-not-finished') => gaveUp.abort(new SignInFailure(reason));
  const onLimit = () => giveUp('browser-not-finished');
  if (plan.kind === 'browser') limit.addEventListener('abort', onLimit, { once: true });
  const signal = AbortSignal.any([gaveUp.signal, ...(request.signal ? [request.signal] : [])]);
  const onChild = plan.kind === 'browser' ? browserWatch(tell, () => giveUp('browser-not-opened')) : undefined;
  try {
    return await watchingStarted(async ({ end }) => {
      try {
        const scopes = scopesOf(request);
        const options = { abortSignal: signal, ...(claims === undefined ? {} : { claims }) };
        if (isFirst) await unlessAborted(Promise.resolve(credential.authenticate?.(scopes, options)), signal);
        return await unlessAborted(credential.getToken(scopes, options), signal);
      } finally {
        if (signal.aborted) end();
      }
    }, onChild);
  } finally {
    limit.removeEventListener('abort', onLimit);
  }
}

/** The way of this sign-in's requests. */
function transportOf({ plan, cloud, upstream, signal, retry, waiting }: SignInRequest): SignInTransport {
  const issuer = issuerOrigin(plan);
  return createSignInTransport({
    upstream,
    origins: [cloud.loginOrigin, ...(issuer === null ? [] : [issuer])],
    oidcRequestUri: plan.kind === 'azure-pipelines' ? plan.requestUri : undefined,
    signal,
    ...(retry && { retry }),
    ...(waiting && { waiting }),
  });
}

/** Asks for a token; `afresh`: for another one than the last. Rejects with SignInFailure. */
function asking(request: SignInRequest): (afresh: boolean) => Promise<AccessToken> {
  const { plan, tenant, cloud, signal, tell, now = Date.now } = request;
  const transport = transportOf(request);
  const parts: CredentialParts = { tenant, cloud, transport, showDeviceCode: tell };
  let credential: CommandCredential | undefined;
  return async (afresh) => {
    signal?.throwIfAborted();
    transport.forget();
    // An application signs in again by itself; of an account the same credential has what it needs to renew its token.
    if (!actsForAccount(plan) && afresh) credential = undefined;
    const claims = actsForAccount(plan) && afresh ? newerThan(now()) : undefined;
    const isFirst = credential === undefined;
    try {
      credential ??= await createCredential(plan, parts);
      const token = await askCredential(request, credential, { isFirst, claims });
      if (!token) throw new SignInFailure('unexpected', { code: 'NoToken' });
      if (token.expiresOnTimestamp <= now()) throw new SignInFailure('token-expired');
      return token;
    } catch (error) {
      signal?.throwIfAborted();
      throw whyNoToken(error, plan, transport);
    }
  };
}

/** Signs in. @throws SignInFailure; the signal's reason when aborted */
export async function signInToMicrosoft(request: SignInRequest): Promise<SignedIn> {
  const { now = Date.now } = request;
  const ask = asking(request);
  let current = await ask(false);
  let pending: Promise<AccessToken> | undefined;
  const claims = claimsOf(current.token) ?? {};
  return {
    kind: typeof claims.scp === 'string' ? 'account' : 'application',
    tenantId: textClaim(claims, 'tid'),
    clientId: textClaim(claims, 'appid') || textClaim(claims, 'azp'),
    permissions: () => permissionsOfToken(current.token),
    tokens: {
      async get({ skipCache }) {
        if (!skipCache && current.expiresOnTimestamp - marginMs > now()) return current.token;
        // Requests that are refused, or begin, at the same time share one new token.
        pending ??= ask(true).finally(() => {
          pending = undefined;
        });
        try {
          current = await pending;
        } catch (error) {
          throw asTokenError(error);
        }
        return current.token;
      },
    },
  };
}

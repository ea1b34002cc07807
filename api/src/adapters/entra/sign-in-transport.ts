import type { TokenCredentialOptions } from '@azure/identity';
import type { GraphFailure } from '../../ports/graph.ts';
import { failureOf } from '../graph/graph-failures.ts';
import { pause } from '../graph/graph-rate-limiter.ts';
import { defaultRetry, isTransient, type RetrySettings, retryDelayMs } from '../graph/retry.ts';
import type { Upstream } from '../graph/upstream.ts';
import { SignInFailure, withoutTrace } from './sign-in-failure.ts';
import { claimsOf, textClaim } from './token-claims.ts';

type HttpClient = NonNullable<TokenCredentialOptions['httpClient']>;
type PipelineRequest = Parameters<HttpClient['sendRequest']>[0];
type PipelineResponse = Awaited<ReturnType<HttpClient['sendRequest']>>;

const requestTimeoutMs = 30_000;
/** Tries where nobody answers at all; one that is throttled or in trouble is asked as often as Graph is. */
const unansweredTries = 3;

/** Refusals that are no end: the person has not entered the code yet. */
const unfinished = new Set(['authorization_pending', 'slow_down']);

export type TransportOptions = {
  upstream: Upstream;
  /** Where requests may go: the login host of the cloud, and the address of a federated token's issuer. */
  origins: readonly string[];
  /** The service that hands out federated tokens in Azure Pipelines; its answers may stand in no log of a library. */
  oidcRequestUri?: string | undefined;
  retry?: RetrySettings;
  signal?: AbortSignal | undefined;
  /** Entra ID asked to wait, or nobody answered: the next try is so far off. */
  waiting?(delayMs: number, failure: GraphFailure): void;
};

type Answer = { status: number; headers: Headers; text: string };

/** What the last attempt to get a token met on its way. Libraries lose or rename these. */
type Met = { failure: SignInFailure | null; presented: SignInFailure['detail']['presented'] };

export type SignInTransport = {
  httpClient: HttpClient;
  send(request: Request): Promise<Answer>;
  met: Met;
  /** Before another attempt. */
  forget(): void;
};

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Why this answer says nothing of what was asked; null where it does. */
function troubleIn({ status, headers, text }: Answer): GraphFailure | null {
  if (!isTransient({ status, code: '', message: '' })) return null;
  const body = parsed(text);
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return {
    status,
    code: typeof body?.error === 'string' ? body.error : 'Unknown',
    message: `Entra ID answered with status ${status}.`,
    ...(seconds >= 0 ? { retryAfterSeconds: seconds } : {}),
  };
}

/** A certificate that is not trusted stays so; a name that is not known may be known in a moment. */
const isWorthAnother = ({ status, code }: GraphFailure, attempt: number, retry: RetrySettings): boolean =>
  status === 0
    ? attempt < Math.min(unansweredTries, retry.maxAttempts) && !/CERT|SIGNATURE|ERR_TLS/.test(code)
    : attempt < retry.maxAttempts;

/** What Entra refused, in its own words; null where the answer is no refusal, or none yet. */
function refusalIn(answer: Answer, presented: Met['presented']): SignInFailure | null {
  const body = parsed(answer.text);
  if (answer.status < 400 || typeof body?.error !== 'string' || unfinished.has(body.error)) return null;
  const said = typeof body.error_description === 'string' ? withoutTrace(body.error_description) : '';
  const code = /AADSTS\d+/.exec(said)?.[0] ?? body.error;
  const detail = { code, said, status: answer.status, ...(presented && { presented }) };
  if (body.error === 'expired_token') return new SignInFailure('device-code-expired', detail);
  if (body.error === 'authorization_declined') return new SignInFailure('device-code-declined', detail);
  return new SignInFailure('refused', detail);
}

/** What the federated token in this form says of itself. */
function presentedIn(form: string): Met['presented'] {
  const assertion = new URLSearchParams(form).get('client_assertion');
  const claims = assertion === null ? null : claimsOf(assertion);
  if (!claims) return undefined;
  const audience = Array.isArray(claims.aud) ? claims.aud.map(String).join(' ') : textClaim(claims, 'aud');
  return { issuer: textClaim(claims, 'iss'), subject: textClaim(claims, 'sub'), audience };
}

/** The one header of a library's own interface, over the headers of `fetch`. */
function pipelineHeaders(headers: Headers): PipelineResponse['headers'] {
  return {
    get: (name) => headers.get(name) ?? undefined,
    has: (name) => headers.has(name),
    set: (name, value) => headers.set(name, String(value)),
    delete: (name) => headers.delete(name),
    toJSON: () => Object.fromEntries(headers),
    [Symbol.iterator]: () => headers[Symbol.iterator](),
  };
}

/** One request, without another try. @throws SignInFailure where nobody answers; the signal's reason when aborted */
async function sendOnce({ upstream, signal }: TransportOptions, request: Request): Promise<Answer> {
  const signals = [AbortSignal.timeout(requestTimeoutMs), ...(signal ? [signal] : [])];
  try {
    const response = await upstream.fetch(new Request(request, { signal: AbortSignal.any(signals) }));
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (error) {
    signal?.throwIfAborted();
    const failure = failureOf(error);
    throw new SignInFailure('unreachable', { failure, host: new URL(request.url).host });
  }
}

/** Sends until there is an answer that says something, or tries have run out. */
async function sendPersistently(options: TransportOptions, request: Request): Promise<Answer> {
  const { origins, retry = defaultRetry, signal, waiting } = options;
  const { host, origin } = new URL(request.url);
  if (!origins.includes(origin)) throw new SignInFailure('elsewhere', { host });
  for (let attempt = 1; ; attempt += 1) {
    const answer = await sendOnce(options, request.clone()).catch((error: unknown) => {
      if (error instanceof SignInFailure) return error;
      throw error;
    });
    const failure = answer instanceof SignInFailure ? answer.detail.failure : troubleIn(answer);
    if (!failure && !(answer instanceof SignInFailure)) return answer;
    if (!failure) throw answer;
    if (!isWorthAnother(failure, attempt, retry)) throw new SignInFailure('unreachable', { failure, host });
    const delayMs = retryDelayMs(failure, attempt, retry, Math.random());
    waiting?.(delayMs, failure);
    await pause(delayMs, signal);
  }
}

function toRequest({ url, method, headers, body }: PipelineRequest): Request {
  if (body !== undefined && body !== null && typeof body !== 'string') throw new TypeError('Forms are text');
  return new Request(url, { method, headers: headers.toJSON(), ...(body ? { body } : {}) });
}

/**
 * The way of every request of a sign-in: to the addresses that it needs and no other, no redirect followed, tried again where
 * that helps. The libraries above try nothing again by themselves: MSAL would go on refusing for a minute what was refused once.
 */
export function createSignInTransport(options: TransportOptions): SignInTransport {
  const met: Met = { failure: null, presented: undefined };
  async function send(request: Request): Promise<Answer> {
    try {
      return await sendPersistently(options, request);
    } catch (error) {
      if (error instanceof SignInFailure) met.failure = error;
      throw error;
    }
  }
  /** The library puts this service's whole answer into messages and logs, a token in it included. */
  function expectOidcToken(url: string, answer: Answer): void {
    const { oidcRequestUri } = options;
    if (oidcRequestUri === undefined || !url.startsWith(oidcRequestUri)) return;
    if (answer.status === 200 && typeof parsed(answer.text)?.oidcToken === 'string') return;
    met.failure = new SignInFailure('pipelines-no-token', { status: answer.status });
    throw met.failure;
  }
  return {
    met,
    send,
    forget: () => Object.assign(met, { failure: null, presented: undefined }),
    httpClient: {
      async sendRequest(request) {
        if (typeof request.body === 'string') met.presented = presentedIn(request.body) ?? met.presented;
        const answer = await send(toRequest(request));
        expectOidcToken(request.url, answer);
        met.failure = refusalIn(answer, met.presented);
        return { request, status: answer.status, headers: pipelineHeaders(answer.headers), bodyAsText: answer.text };
      },
    },
  };
}

import {
  clientHeader,
  type Endpoint,
  type Parsed,
  type Schema,
  tenantHeader,
  type Unparsed,
} from '@tenantry/contract/endpoint';
import { ErrorBody } from '@tenantry/contract/errors';
import { truncate, uriComponent } from '@tenantry/contract/text';
import { ApiError } from './api-error.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { renewingSession, wasRenewedSince } from './session-renewal.ts';

/** A part may be left out where the endpoint declares none, or where all of it is optional. */
type Part<Name extends string, S extends Schema | undefined> = S extends Schema
  ? Record<string, never> extends Unparsed<S>
    ? { [key in Name]?: Unparsed<S> }
    : { [key in Name]: Unparsed<S> }
  : { [key in Name]?: undefined };

export type CallInput<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']> & {
    signal?: AbortSignal;
    /** The tenant for X-Tenant-Id; null sends none. Never a default: a call is for the tenant of the page that makes it. */
    tenantId: string | null;
    /** The caller deals with a 401 itself (sign-in calls, the first session probe). */
    isSignInCall?: boolean;
    /** Its success gives the session a new id. */
    renewsSession?: boolean;
    /** It is under way already: this is its first answer. */
    started?: StartedCall | undefined;
  };

/** A call that was sent before this code ran. */
export type StartedCall = { answer: Promise<Response>; sentAtMs: number };

type Unauthorized = () => void;
const unauthorizedListeners = new Set<Unauthorized>();

/** Registers what happens when a call finds that the session has ended. Returns the function that takes it back. */
export function onUnauthorized(listener: Unauthorized): () => void {
  unauthorizedListeners.add(listener);
  return () => unauthorizedListeners.delete(listener);
}

/** The address of a call, with its path parameters and query string filled in. */
export function urlOf(endpoint: Endpoint, params: unknown, query: unknown): string {
  const given = (params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => uriComponent(String(given[name])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}

/** Sends a call once and answers whatever comes back. Throws `ApiError` where nothing does. */
async function fetched(endpoint: Endpoint, input: CallInput<Endpoint>, started?: StartedCall): Promise<Response> {
  const { params, query, body, tenantId, signal } = input;
  const headers: Record<string, string> = { accept: 'application/json', [clientHeader.name]: clientHeader.value };
  if (tenantId !== null) headers[tenantHeader] = tenantId;
  if (body !== undefined) headers['content-type'] = 'application/json';
  try {
    return await (started?.answer ??
      fetch(urlOf(endpoint, params, query), {
        method: endpoint.method,
        credentials: 'same-origin',
        headers,
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      }));
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError('The server could not be reached. Please check your connection.', {
      status: 0,
      code: 'NETWORK',
    });
  }
}

async function sendOnce(endpoint: Endpoint, input: CallInput<Endpoint>, started?: StartedCall): Promise<Response> {
  const response = await fetched(endpoint, input, started);
  if (response.ok) return response;
  throw await errorOf(response);
}

/**
 * Whether a refused call is worth sending again, since nothing of it was done: users who have to confirm who they are are asked,
 * and a session may have got a new id while the call was on its way.
 */
async function isWorthAnother(error: unknown, sentAtMs: number): Promise<boolean> {
  if (!(error instanceof ApiError)) return false;
  if (error.code === 'STEP_UP_REQUIRED') return confirmIdentity();
  return error.code === 'NOT_SIGNED_IN' && wasRenewedSince(sentAtMs);
}

/** The error as its caller gets it. Where it says that the session has ended, that is told first. */
function withEndTold(error: unknown, { isSignInCall }: CallInput<Endpoint>): unknown {
  const isOver = error instanceof ApiError && error.status === 401 && error.code !== 'INVALID_CREDENTIALS';
  if (!isOver || isSignInCall) return error;
  for (const listener of unauthorizedListeners) listener();
  return new ApiError('Session expired', error);
}

/**
 * Sends a call and answers its raw response if that is a success. Throws `ApiError` otherwise. Where users are asked first who
 * they are and do not want to say it, that is `wasCanceled`.
 */
export async function send<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response> {
  const given = input as CallInput<Endpoint>;
  const sentAtMs = given.started?.sentAtMs ?? Date.now();
  const attempt = () => sendOnce(endpoint, given);
  try {
    return await (given.renewsSession ? renewingSession(attempt) : sendOnce(endpoint, given, given.started));
  } catch (error) {
    if (given.renewsSession || !(await isWorthAnother(error, sentAtMs))) throw withEndTold(error, given);
  }
  try {
    return await attempt();
  } catch (error) {
    throw withEndTold(error, given);
  }
}

/**
 * Makes a declared call. What comes back has passed the endpoint's response schema; an answer that is no success, no
 * JSON, or not of the declared shape is an `ApiError`.
 */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Parsed<E['response']>> {
  const response = await send(endpoint, input);
  const text = await response.text();
  const value = parseJson(text, response);
  if (endpoint.response === undefined) return undefined as Parsed<E['response']>;
  const parsed = endpoint.response.safeParse(value);
  if (parsed.success) return parsed.data as Parsed<E['response']>;
  console.error(`The answer of ${endpoint.name} is not of the declared shape`, parsed.error.issues);
  throw new ApiError('The server sent an unexpected response.', {
    status: response.status,
    code: 'UNEXPECTED_SHAPE',
    requestId: response.headers.get('x-request-id'),
  });
}

const isJson = (response: Response) => /\bjson\b/i.test(response.headers.get('content-type') ?? '');
const looksLikeHtml = (text: string) => /^\s*<(!doctype|html)/i.test(text);

function parseJson(text: string, response: Response): unknown {
  const requestId = response.headers.get('x-request-id');
  const isHtml = looksLikeHtml(text);
  const fail = (message: string) =>
    new ApiError(message, { status: response.status, code: 'NOT_JSON', requestId, isHtml });
  if (isHtml) throw fail(htmlMessage(response.status));
  const type = response.headers.get('content-type') ?? 'no content type';
  const notJson = () => fail(`Expected JSON response but got ${type}: ${truncate(text, 100)}`);
  if (!isJson(response)) throw notJson();
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw notJson();
    throw error;
  }
}

function htmlMessage(status: number): string {
  return status === 403 ? 'Authentication required - please login as admin' : 'Authentication required - please login';
}

type ErrorDetails = { message: string; status: number } & Partial<Omit<ApiError, 'name' | 'message' | 'status'>>;

async function errorOf(response: Response): Promise<ApiError> {
  const details = await detailsOf(response);
  return new ApiError(details.message, { ...details, statusText: response.statusText });
}

/** The error text of an answer that is no success: the body's error, else its message, else the status (section 8). */
async function detailsOf(response: Response): Promise<ErrorDetails> {
  const { status, statusText } = response;
  const requestId = response.headers.get('x-request-id');
  const text = await response.text();
  if (!isJson(response)) {
    // A gateway's error page says nothing about who is signed in.
    const isHtml = looksLikeHtml(text);
    const isLoginPage = isHtml && status < 500;
    const said = isHtml ? statusText : text || statusText;
    return { message: isLoginPage ? htmlMessage(status) : `${status} ${said}`.trim(), status, requestId, isHtml };
  }
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return { message: `${status} ${statusText}`.trim(), status, requestId };
    throw error;
  }
  const declared = ErrorBody.safeParse(body);
  if (declared.success) {
    const { error, message, code, fields, retryAfterSeconds } = declared.data;
    return { message: error || message, status, code, fields, retryAfterSeconds, requestId: declared.data.requestId };
  }
  const loose = (typeof body === 'object' && body !== null ? body : {}) as { error?: unknown; message?: unknown };
  const found = [loose.error, loose.message].find((candidate) => typeof candidate === 'string' && candidate !== '');
  return { message: String(found ?? (statusText || status)), status, requestId };
}

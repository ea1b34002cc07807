import type { TenantDirectory } from './directory/tenant-directory.ts';
import type { TenantStates } from './entra/tenant-states.ts';
import type { AccessClaims, TokenIssuer } from './entra/token-issuer.ts';
import { type Fault, retryAfter } from './faults.ts';
import { answerBatch, parseBatch } from './graph/batch.ts';
import { badRequest, errorBody, type GraphAnswer, GraphError } from './graph/graph-answer.ts';
import type { GraphCaller } from './graph/graph-call.ts';
import { graphHeaders } from './graph/graph-headers.ts';
import { answerGraph, asErrorAnswer, type GraphRequest } from './graph/graph-router.ts';
import { sendsMail } from './graph/mail-routes.ts';
import { graphAudienceOf } from './national-clouds.ts';
import type { RequestLog } from './request-log.ts';
import type { Target } from './request-target.ts';
import type { Throttle } from './throttle.ts';
import { delay, jsonResponse } from './wire-response.ts';
import { type FaultParts, withFault } from './with-fault.ts';

export interface GraphGatewayParts extends FaultParts {
  findTenant(nameOrId: string): TenantDirectory | null;
  issuer: TokenIssuer;
  tenantStates: TenantStates;
  log: RequestLog;
  throttle: Throttle;
}

function faultAnswer(fault: Fault, requestId: string, now: Date): GraphAnswer {
  const status = fault.status ?? 500;
  const code = status === 429 ? 'TooManyRequests' : status === 503 ? 'serviceNotAvailable' : 'generalException';
  const body = fault.body ?? errorBody(code, 'A simulated fault.', requestId, now);
  return { status, headers: retryAfter(fault), body };
}

/** `now`: the clock of whoever answers, which is not the caller's. */
function toResponse(answer: GraphAnswer, requestId: string, now: Date): Response {
  const headers = {
    date: now.toUTCString(),
    'request-id': requestId,
    'client-request-id': requestId,
    'cache-control': 'no-cache',
    ...answer.headers,
  };
  if (typeof answer.body === 'string') {
    return new Response(answer.body, { status: answer.status, headers: { 'content-type': 'text/plain', ...headers } });
  }
  const contentType =
    'application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8';
  return jsonResponse(answer.status, answer.body, { 'content-type': contentType, ...headers });
}

async function readBody(request: Request, path: string): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const text = await request.text();
  if (text === '') return undefined;
  // A message in MIME form (learn.microsoft.com/graph/outlook-send-mime-message).
  if (/^text\/plain\b/i.test(request.headers.get('content-type') ?? '') && sendsMail(path)) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw badRequest('Unable to read JSON request payload.');
    throw error;
  }
}

/** The tenant and who asks in it: the token alone says. */
interface Caller {
  directory: TenantDirectory;
  caller: GraphCaller;
}

function unauthorized(message: string): GraphError {
  return new GraphError(401, 'InvalidAuthenticationToken', message, { 'WWW-Authenticate': 'Bearer realm=""' });
}

function callerOf({ delegated, roles }: AccessClaims, directory: TenantDirectory): GraphCaller | null {
  if (!delegated) return { kind: 'application', roles };
  const userIndex = directory.indexOfUser(delegated.userId);
  return userIndex === null ? null : { kind: 'user', userIndex, scopes: delegated.scopes };
}

/** `audience`: the Graph that was asked. A token for another cloud's is none here, nor is an ID token. */
async function identify(request: Request, parts: GraphGatewayParts, audience: string): Promise<Caller> {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  if (!bearer) throw unauthorized('Access token is empty.');
  const claims = await parts.issuer.check(bearer, parts.now());
  const expired = () => unauthorized('Lifetime validation failed, the token is expired.');
  if (claims === 'expired') throw expired();
  if (claims && claims.aud !== audience) throw unauthorized('Access token validation failure. Invalid audience.');
  const directory = claims && parts.findTenant(claims.tid);
  if (!directory) throw unauthorized('Access token validation failure.');
  if (claims.serial <= parts.tenantStates.refusedTokenSerial(directory.tenantId)) throw expired();
  const caller = callerOf(claims, directory);
  if (!caller) throw unauthorized('Access token validation failure.');
  return { directory, caller };
}

/** A call on its own, or one of a batch. */
type Asked = Omit<GraphRequest, keyof Caller | 'now' | 'requestId'>;

function answerOne(parts: GraphGatewayParts, { directory, caller }: Caller, asked: Asked): GraphAnswer {
  const requestId = parts.nextRequestId();
  const now = parts.now();
  try {
    const { tenantId: id, profile } = directory;
    parts.throttle.check({ id, userCount: profile.userCount }, asked, now);
  } catch (error) {
    return asErrorAnswer(error, requestId, now);
  }
  return answerGraph({ ...asked, directory, caller, now, requestId });
}

async function answerItem(
  parts: GraphGatewayParts,
  by: Caller,
  asked: Asked,
  signal: AbortSignal,
): Promise<GraphAnswer> {
  const { tenantId } = by.directory;
  parts.log.record(tenantId, asked.path, true);
  const fault = parts.faults.hit(tenantId, asked.path, { method: asked.method, kinds: ['status', 'slow'] });
  if (fault?.kind === 'slow') await delay(fault.delayMs ?? 1000, signal);
  if (fault?.kind === 'status') return faultAnswer(fault, parts.nextRequestId(), parts.now());
  return answerOne(parts, by, asked);
}

async function answerAuthenticated(
  parts: GraphGatewayParts,
  request: Request,
  { path, baseUrl, url }: Target,
  by: Caller,
): Promise<GraphAnswer> {
  const { method, headers, signal } = request;
  const body = await readBody(request, path);
  if (path.toLowerCase() === '/v1.0/$batch') {
    if (method !== 'POST') throw badRequest('$batch takes POST only.');
    return answerBatch(
      parseBatch(body),
      (item, itemPath, params) => answerItem(parts, by, { ...item, path: itemPath, params, baseUrl }, signal),
      parts.now(),
    );
  }
  const said = graphHeaders((name) => headers.get(name));
  const asked = { method, body, ...said, path, params: url.searchParams, baseUrl };
  return answerOne(parts, by, asked);
}

/** Graph as it meets the network: token, faults, throttling, batches; what lies behind is the router. */
export async function answerGraphRequest(
  parts: GraphGatewayParts,
  request: Request,
  target: Target,
): Promise<Response> {
  const requestId = parts.nextRequestId();
  try {
    const by = await identify(request, parts, graphAudienceOf(target.baseUrl));
    const asked = { tenantId: by.directory.tenantId, path: target.path };
    parts.log.record(asked.tenantId, asked.path, false);
    return await withFault(
      parts,
      request,
      asked,
      async () => toResponse(await answerAuthenticated(parts, request, target, by), requestId, parts.now()),
      (fault, context) =>
        toResponse(faultAnswer(fault, context.requestId, context.now), context.requestId, context.now),
    );
  } catch (error) {
    if (error instanceof GraphError)
      return toResponse(asErrorAnswer(error, requestId, parts.now()), requestId, parts.now());
    throw error;
  }
}

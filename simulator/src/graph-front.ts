import type { TenantDirectory } from './directory/tenant-directory.ts';
import type { TenantSituations } from './entra/tenant-situations.ts';
import type { AccessClaims, TokenIssuer } from './entra/token-issuer.ts';
import { type Fault, type Faults, retryAfter } from './faults.ts';
import { answerBatch, type BatchItem, parseBatch } from './graph/batch.ts';
import { badRequest, errorBody, type GraphAnswer, GraphError } from './graph/graph-answer.ts';
import type { GraphCaller } from './graph/graph-call.ts';
import { answerGraph, asErrorAnswer } from './graph/graph-router.ts';
import type { RequestLog } from './request-log.ts';
import type { Target } from './request-target.ts';
import type { Throttle } from './throttle.ts';
import { delay, jsonResponse, SimulatedConnectionDrop, truncated } from './wire-response.ts';

export interface GraphFrontParts {
  findTenant(nameOrId: string): TenantDirectory | null;
  issuer: TokenIssuer;
  situations: TenantSituations;
  faults: Faults;
  log: RequestLog;
  throttle: Throttle;
  now: () => Date;
  nextRequestId: () => string;
}

export interface GraphFront {
  answer(request: Request, target: Target): Promise<Response>;
  /** Lets a fault for this path hit, or runs `answer`. */
  withFault(
    request: Request,
    tenantId: string | null,
    path: string,
    answer: () => Promise<Response>,
    /** How the service answers where a `status` fault hits; absent: as Graph does. */
    answerOf?: AnswerOfFault,
  ): Promise<Response>;
}

/** What a service answers where a `status` fault hits. */
export type AnswerOfFault = (fault: Fault, context: { requestId: string; now: Date }) => Response;

function faultAnswer(fault: Fault, requestId: string, now: Date): GraphAnswer {
  const status = fault.status ?? 500;
  const code = status === 429 ? 'TooManyRequests' : status === 503 ? 'serviceNotAvailable' : 'generalException';
  const body = fault.body ?? errorBody(code, 'A simulated fault.', requestId, now);
  return { status, headers: retryAfter(fault), body };
}

function toResponse(answer: GraphAnswer, requestId: string): Response {
  const headers = {
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

async function readBody(request: Request): Promise<unknown> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined;
  const text = await request.text();
  if (text === '') return undefined;
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

/** Graph as it meets the network: token, faults, throttling, batches; what lies behind is the router. */
export function createGraphFront(parts: GraphFrontParts): GraphFront {
  const { faults, log, throttle, now, nextRequestId } = parts;

  async function identify(request: Request): Promise<Caller> {
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
    if (!bearer) throw unauthorized('Access token is empty.');
    const claims = await parts.issuer.check(bearer, now());
    const expired = () => unauthorized('Lifetime validation failed, the token is expired.');
    if (claims === 'expired') throw expired();
    const directory = claims && parts.findTenant(claims.tid);
    if (!directory) throw unauthorized('Access token validation failure.');
    if (claims.serial <= parts.situations.refusedTokenSerial(directory.tenantId)) throw expired();
    const caller = callerOf(claims, directory);
    if (!caller) throw unauthorized('Access token validation failure.');
    return { directory, caller };
  }

  function answerOne(
    { directory, caller }: Caller,
    baseUrl: string,
    item: Pick<BatchItem, 'method' | 'body' | 'eventual'>,
    path: string,
    params: URLSearchParams,
  ): GraphAnswer {
    const requestId = nextRequestId();
    try {
      const { tenantId: id, profile } = directory;
      throttle.check({ id, userCount: profile.userCount }, { method: item.method, path, params }, now());
    } catch (error) {
      return asErrorAnswer(error, requestId, now());
    }
    return answerGraph({
      directory,
      caller,
      method: item.method,
      path,
      params,
      body: item.body,
      eventual: item.eventual,
      baseUrl,
      now: now(),
      requestId,
    });
  }

  async function answerItem(
    request: Request,
    by: Caller,
    baseUrl: string,
    item: BatchItem,
    path: string,
    params: URLSearchParams,
  ) {
    log.record(by.directory.tenantId, path, true);
    const fault = faults.hit(by.directory.tenantId, path, ['status', 'slow']);
    if (fault?.kind === 'slow') await delay(fault.delayMs ?? 1000, request.signal);
    if (fault?.kind === 'status') return faultAnswer(fault, nextRequestId(), now());
    return answerOne(by, baseUrl, item, path, params);
  }

  async function answerAuthenticated(request: Request, target: Target, by: Caller): Promise<GraphAnswer> {
    const body = await readBody(request);
    const { path, baseUrl, url } = target;
    if (path.toLowerCase() === '/v1.0/$batch') {
      if (request.method !== 'POST') throw badRequest('$batch takes POST only.');
      return answerBatch(
        parseBatch(body),
        (item, itemPath, params) => answerItem(request, by, baseUrl, item, itemPath, params),
        now(),
      );
    }
    return answerOne(
      by,
      baseUrl,
      { method: request.method, body, eventual: request.headers.get('consistencylevel')?.toLowerCase() === 'eventual' },
      path,
      url.searchParams,
    );
  }

  const front: GraphFront = {
    async answer(request, target) {
      const requestId = nextRequestId();
      try {
        const by = await identify(request);
        log.record(by.directory.tenantId, target.path, false);
        return await front.withFault(request, by.directory.tenantId, target.path, async () =>
          toResponse(await answerAuthenticated(request, target, by), requestId),
        );
      } catch (error) {
        if (error instanceof GraphError) return toResponse(asErrorAnswer(error, requestId, now()), requestId);
        throw error;
      }
    },
    async withFault(request, tenantId, path, answer, answerOf) {
      const fault = faults.hit(tenantId, path);
      if (!fault) return answer();
      switch (fault.kind) {
        case 'slow':
          await delay(fault.delayMs ?? 1000, request.signal);
          return answer();
        case 'drop':
          throw new SimulatedConnectionDrop();
        case 'truncate':
          return truncated(await answer());
        case 'status': {
          const requestId = nextRequestId();
          if (answerOf) return answerOf(fault, { requestId, now: now() });
          return toResponse(faultAnswer(fault, requestId, now()), requestId);
        }
      }
    },
  };
  return front;
}

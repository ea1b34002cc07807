import type { TenantDirectory } from '../directory/tenant-directory.ts';
import { dayAnchorMs } from '../graph-time.ts';
import { accessReviewChangeRoutes } from './access-review-change-routes.ts';
import { accountChangeRoutes } from './account-change-routes.ts';
import { applicationRoutes } from './application-routes.ts';
import { checkCaller, checkPermission } from './caller-rights.ts';
import { configurationRoutes } from './configuration-routes.ts';
import { defenderRoutes, huntingRoutes } from './defender-routes.ts';
import { directoryRoutes } from './directory-routes.ts';
import { withoutLaterMembers } from './evolvable-enumerations.ts';
import { federatedCredentialRoutes } from './federated-credential-routes.ts';
import { grantRoutes } from './grant-routes.ts';
import { errorBody, type GraphAnswer, GraphError } from './graph-answer.ts';
import type { GraphCall, GraphCaller } from './graph-call.ts';
import type { GraphHeaders } from './graph-headers.ts';
import { parseGraphQuery } from './graph-query.ts';
import type { GraphRoute } from './graph-route.ts';
import { groupChangeRoutes } from './group-change-routes.ts';
import { intuneChangeRoutes, intuneRoutes } from './intune-routes.ts';
import { mailRoutes } from './mail-routes.ts';
import { memberRoutes } from './member-routes.ts';
import { partnerRoutes } from './partner-routes.ts';
import { checkCloud } from './paths-by-cloud.ts';
import { policyChangeRoutes } from './policy-change-routes.ts';
import { registrationRoutes } from './registration-routes.ts';
import { roleRoutes } from './role-routes.ts';
import { securityRoutes } from './security-routes.ts';
import { settingChangeRoutes } from './setting-change-routes.ts';
import { settingsRoutes } from './settings-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { whatIfRoutes } from './what-if-routes.ts';

/** What can be read. What can be changed too, and what is read of that, stands in the routes that are not listed here. */
export const graphRoutes: readonly GraphRoute[] = [
  ...directoryRoutes,
  ...roleRoutes,
  ...settingsRoutes,
  ...securityRoutes,
  ...signInRoutes,
  ...applicationRoutes,
  ...memberRoutes,
  ...partnerRoutes,
  ...intuneRoutes,
  ...defenderRoutes,
];

/** One request as it reaches the router, alone or out of a batch. */
export interface GraphRequest extends GraphHeaders {
  directory: TenantDirectory;
  caller: GraphCaller;
  method: string;
  path: string;
  params: URLSearchParams;
  body: unknown;
  baseUrl: string;
  now: Date;
  requestId: string;
}

/** One segment of a path: a literal, a placeholder, or a key in brackets: `applications(appId='{appId}')`. */
interface Segment {
  pattern: RegExp;
  name: string | null;
}

interface CompiledRoute {
  route: GraphRoute;
  segments: Segment[];
}

function compileSegment(text: string): Segment {
  const [, before = text, name = null, after = ''] = /^(.*)\{(\w+)\}(.*)$/.exec(text) ?? [];
  const literal = (part: string) => part.replace(/[$()'.]/g, '\\$&');
  const middle = name === null ? '' : '(.+)';
  return { pattern: new RegExp(`^${literal(before)}${middle}${literal(after)}$`, 'i'), name };
}

// Literals before placeholders: `/users/$count` must not be read as the user "$count".
const compiled: CompiledRoute[] = [
  ...graphRoutes,
  ...registrationRoutes,
  ...federatedCredentialRoutes,
  ...configurationRoutes,
  ...grantRoutes,
  ...huntingRoutes,
  ...mailRoutes,
  ...whatIfRoutes,
  ...accessReviewChangeRoutes,
  ...accountChangeRoutes,
  ...groupChangeRoutes,
  ...intuneChangeRoutes,
  ...settingChangeRoutes,
  ...policyChangeRoutes,
]
  .map((route) => ({ route, segments: route.path.split('/').slice(1).map(compileSegment) }))
  .sort((a, b) => Number(a.route.path.includes('{')) - Number(b.route.path.includes('{')));

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new GraphError(400, 'BadRequest', `The segment '${segment}' of the path is not well encoded.`);
  }
}

function matchSegments(patterns: readonly Segment[], segments: string[]): Record<string, string> | null {
  if (patterns.length !== segments.length) return null;
  const ids: Record<string, string> = {};
  for (const [position, { pattern, name }] of patterns.entries()) {
    const found = pattern.exec(segments[position] ?? '');
    if (!found) return null;
    if (name !== null) ids[name] = found[1] ?? '';
  }
  return ids;
}

function findRoute(request: GraphRequest): { route: GraphRoute; ids: Record<string, string> } {
  // Decoded before it is matched: a client may encode the quotes of applications(appId='…').
  const segments = request.path.split('/').slice(2).map(decoded);
  let methodSeen = false;
  for (const { route, segments: pattern } of compiled) {
    const ids = matchSegments(pattern, segments);
    if (!ids) continue;
    if ((route.method ?? 'GET') === request.method) return { route, ids };
    methodSeen = true;
  }
  if (methodSeen)
    throw new GraphError(405, 'Request_BadRequest', `Specified HTTP method is not allowed for the request target.`);
  throw new GraphError(404, 'ResourceNotFound', `Resource not found for the segment '${segments.at(-1) ?? ''}'.`);
}

/** Turns anything thrown below into Graph's error form. Faults of the simulator itself show as 500, never as data. */
export function asErrorAnswer(error: unknown, requestId: string, now: Date): GraphAnswer {
  if (error instanceof GraphError) {
    return { status: error.status, headers: error.headers, body: errorBody(error.code, error.message, requestId, now) };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { status: 500, body: errorBody('generalException', `Simulator: ${message}`, requestId, now) };
}

/** Answers one Graph call for one tenant. Never throws. */
export function answerGraph(request: GraphRequest): GraphAnswer {
  try {
    if (!request.path.startsWith('/v1.0/')) {
      throw new GraphError(404, 'ResourceNotFound', `The simulator answers /v1.0 only, not '${request.path}'.`);
    }
    checkCloud(request.baseUrl, request.path);
    const { route, ids } = findRoute(request);
    checkCaller(request);
    checkPermission(route.path, request);
    const call: GraphCall = {
      ...request,
      ids,
      query: parseGraphQuery(request.params),
      anchorMs: dayAnchorMs(request.now),
    };
    const answer = route.answer(call);
    return call.prefersUnknownMembers ? answer : { ...answer, body: withoutLaterMembers(answer.body) };
  } catch (error) {
    return asErrorAnswer(error, request.requestId, request.now);
  }
}

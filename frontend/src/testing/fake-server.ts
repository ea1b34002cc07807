import type { Role, SessionUser } from '@tenantry/contract/auth';
import type { ErrorBody, ErrorCode } from '@tenantry/contract/errors';
import { statusOfCode } from '@tenantry/contract/errors';
import type { Tenant } from '@tenantry/contract/tenants';

export type SeenRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  tenantId: string | null;
  body: unknown;
};
type Answer = Response | Promise<Response>;
type Handler = (request: SeenRequest) => Answer;

export const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** An error as the API sends it. */
export const apiError = (code: ErrorCode, message: string, fields?: ErrorBody['fields']) =>
  json({ error: message, message, code, requestId: 'request-1', fields }, statusOfCode[code]);

/** A server at the edge of the network: answers `fetch` by 'METHOD /path' and remembers what was asked. */
export class FakeServer {
  readonly seen: SeenRequest[] = [];
  readonly #handlers = new Map<string, Handler>();

  /** Answers a call from now on. */
  on(methodAndPath: string, handler: Handler): this {
    this.#handlers.set(methodAndPath, handler);
    return this;
  }

  requestsTo(path: string): SeenRequest[] {
    return this.seen.filter((request) => request.path === path);
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), 'http://localhost');
    const method = init?.method ?? 'GET';
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
    const tenantId = new Headers(init?.headers).get('x-tenant-id');
    const request = { method, path: url.pathname, query: url.searchParams, tenantId, body };
    this.seen.push(request);
    const handler = this.#handlers.get(`${method} ${url.pathname}`);
    return handler === undefined
      ? apiError('NOT_FOUND', `The fake server has no ${method} ${url.pathname}`)
      : handler(request);
  };
}

const guid = (digit: number) => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`;
const tenant = (digit: number, name: string): Tenant => ({
  id: guid(digit),
  name,
  displayName: name,
  domain: `${name.toLowerCase()}.example`,
  isMock: false,
});
export const contoso = tenant(1, 'Contoso');
export const fabrikam = tenant(2, 'Fabrikam');

export const userOf = (role: Role, seesAllTenants = true): SessionUser => ({
  id: 'user-1',
  name: 'Dana Doe',
  username: 'dana',
  email: 'dana@msp.example',
  role,
  roles: [role],
  seesAllTenants,
  clientTenantId: null,
  tenantId: null,
  timeZone: null,
  theme: null,
});

/**
 * A server on which a user of this role is signed in, with these tenants in scope.
 * @param seesAllTenants false: they are a list, and others may exist
 */
export function signedInServer(
  role: Role = 'admin',
  tenants: readonly Tenant[] = [contoso, fabrikam],
  seesAllTenants = true,
): FakeServer {
  const user = userOf(role, seesAllTenants);
  return new FakeServer()
    .on('GET /api/auth/session', () =>
      json({ success: true, user, session: { user, expiresAt: '2030-01-01T00:00:00.000Z' } }),
    )
    .on('GET /api/tenants', () => json({ tenants }))
    .on('POST /api/auth/logout', () => json({ success: true }))
    .on('GET /api/auth/status', () =>
      json({
        needsReconnect: false,
        tenants: [],
        selected: null,
        endingSecrets: { total: 0, soonest: [] },
        auditTrail: null,
      }),
    )
    .on('GET /api/auth/registration-status', () =>
      json({ isFirstUser: false, registrationAllowed: false, userCount: 1, setupCodeRequired: false }),
    )
    .on('GET /api/notices/unread', () => json({ unread: 0 }))
    .on('GET /api/admin/recent-activity', () => json([]))
    .on('GET /api/admin/tenant-summaries', () => json(noSummaries))
    .on('GET /api/admin/mail-domains', () =>
      json({ items: [], total: 0, summary: { domains: 0, withoutDmarc: 0, unread: 0 } }),
    )
    .on('GET /api/findings/groups', () =>
      json({ groups: [], score: null, scoreUnknownBecause: null, gainUnknownBecause: null }),
    );
}

const noSummaries = {
  items: [],
  total: 0,
  summary: {
    tenants: 0,
    healthy: 0,
    needAttention: 0,
    critical: 0,
    failing: 0,
    unknown: 0,
    inTrouble: 0,
    withIncidents: 0,
    withChanges: 0,
    deviating: 0,
    openIssues: 0,
    criticalIssues: null,
    pendingAudits: 0,
    averageScore: null,
    openAlerts: null,
    worse: 0,
    lastAuditDate: null,
  },
};

/** A server on which nobody is signed in. */
export function signedOutServer(): FakeServer {
  return new FakeServer()
    .on('GET /api/auth/session', () => apiError('NOT_SIGNED_IN', 'Not signed in'))
    .on('GET /api/tenants', () => json({ tenants: [contoso, fabrikam] }))
    .on('GET /api/admin/recent-activity', () => json([]))
    .on('GET /api/admin/tenant-summaries', () => json(noSummaries))
    .on('GET /api/auth/registration-status', () =>
      json({ isFirstUser: false, registrationAllowed: false, userCount: 1, setupCodeRequired: false }),
    )
    .on('GET /api/auth/options', () => json({ microsoft: false, local: true, clientLinks: true }));
}

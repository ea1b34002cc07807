/** What a Graph call came to, before it becomes an HTTP response or an item of a batch. */
export interface GraphAnswer {
  status: number;
  /** Absent: no content. A string is sent as text/plain ($count). */
  body?: unknown;
  headers?: Record<string, string>;
}

/** An answer in Graph's error form, thrown from anywhere below the router. */
export class GraphError extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

/** Graph's error body (learn.microsoft.com/graph/errors). */
export function errorBody(code: string, message: string, requestId: string, now: Date): unknown {
  const date = now.toISOString().slice(0, 19);
  return { error: { code, message, innerError: { date, 'request-id': requestId, 'client-request-id': requestId } } };
}

/** The answers of tenants whose license does not reach (codes seen in public issue threads). */
export const licenseErrors = {
  premium: () =>
    new GraphError(
      403,
      'Authentication_RequestFromNonPremiumTenantOrB2CTenant',
      "Neither tenant is B2C or tenant doesn't have premium license",
    ),
  feature: () => new GraphError(403, 'Forbidden', 'Your tenant is not licensed for this feature.'),
  defenderForIdentity: () =>
    new GraphError(403, 'Forbidden', 'Tenant is not onboarded to Microsoft Defender for Identity.'),
  accessReviews: () => new GraphError(403, 'NoLicense', 'The tenant has no license for access reviews.'),
  sharePoint: () => new GraphError(400, 'BadRequest', 'Tenant does not have a SPO license.'),
  governance: () =>
    new GraphError(
      400,
      'AadPremiumLicenseRequired',
      'The tenant needs to have Microsoft Entra ID P2 or Microsoft Entra ID Governance license.',
    ),
};

export function badRequest(message: string): GraphError {
  return new GraphError(400, 'BadRequest', message);
}

export function notFound(message: string, code = 'Request_ResourceNotFound'): GraphError {
  return new GraphError(404, code, message);
}

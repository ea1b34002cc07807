import { type Fault, retryAfter } from '../faults.ts';
import { jsonResponse } from '../wire-response.ts';
import { type EntraError, entraErrors } from './entra-errors.ts';

/** What an answer of the login host needs of the request it belongs to. */
export interface ErrorContext {
  now: Date;
  requestId: string;
}

function timestampOf(now: Date): string {
  return `${now.toISOString().slice(0, 19).replace('T', ' ')}Z`;
}

export function errorDescription({ code, text }: EntraError, { now, requestId }: ErrorContext): string {
  return `AADSTS${code}: ${text} Trace ID: ${requestId} Correlation ID: ${requestId} Timestamp: ${timestampOf(now)}`;
}

export function errorUri({ code }: EntraError): string {
  return `https://login.microsoftonline.com/error?code=${code}`;
}

/** The error as the token endpoint words it. */
function refusalBody(error: EntraError, context: ErrorContext): Record<string, unknown> {
  return {
    error: error.error,
    error_description: errorDescription(error, context),
    error_codes: [error.code],
    timestamp: timestampOf(context.now),
    trace_id: context.requestId,
    correlation_id: context.requestId,
    error_uri: errorUri(error),
    ...(error.suberror === undefined ? {} : { suberror: error.suberror }),
  };
}

/** Every answer of Entra names the request, not as Graph does. */
const requestHeader = (requestId: string) => ({ 'x-ms-request-id': requestId });

/** The error as the token endpoint sends it. */
export function refuse(error: EntraError, context: ErrorContext): Response {
  return jsonResponse(error.status, refusalBody(error, context), requestHeader(context.requestId));
}

/** What Entra says where it cannot answer at all, or, with another status, where a fault has no body of its own. */
export function faultOfEntra(fault: Fault, context: ErrorContext): Response {
  const { status = 500, body } = fault;
  const error =
    status === 429
      ? entraErrors.throttled()
      : status >= 500
        ? entraErrors.busy(status)
        : { ...entraErrors.malformed('A simulated fault.'), status };
  const headers = { ...requestHeader(context.requestId), ...retryAfter(fault) };
  return jsonResponse(status, body ?? refusalBody(error, context), headers);
}

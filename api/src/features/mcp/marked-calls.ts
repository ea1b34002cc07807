import type { ErrorBody } from '@tenantry/contract/errors';
import type { InProcessCalls } from '../../http/in-process.ts';
import { isOwnText } from './own-texts.ts';
import { marked, markTenantText } from './tenant-text.ts';

/** Refusals whose words are the same for every tenant, or speak of the caller's own input. */
const plainCodes = new Set([
  'INVALID_INPUT',
  'NO_TENANT',
  'TENANT_NOT_FOUND',
  'NOT_FOUND',
  'NO_SCAN_YET',
  'FORBIDDEN',
  'TOO_MANY_ATTEMPTS',
  'UNAVAILABLE',
  'INTERNAL',
]);

function markError(error: ErrorBody): ErrorBody {
  if (plainCodes.has(error.code) || isOwnText(error.message)) return error;
  const message = marked(error.message);
  return { ...error, error: message, message };
}

/** The same calls, whose answers have every text marked that a tenant or a person gave: a tool never holds one without. */
export function markedCalls(calls: InProcessCalls): InProcessCalls {
  return async (endpoint, input) => {
    const answer = await calls(endpoint, input);
    return answer.ok
      ? { ...answer, value: markTenantText(endpoint.response, answer.value) }
      : { ...answer, error: markError(answer.error) };
  };
}

import { type GraphQueryResult, queryGraph } from '@tenantry/contract/graph-tools';
import { call } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';

const tokenWords = /invalid_grant|token|expired|unauthorized/i;

/** Whether an answer is about the tenant's sign-in, which connecting it again repairs (specification, section 4). */
export function isTokenError({ error, tokenStatus }: GraphQueryResult): boolean {
  return tokenStatus !== 'valid' || tokenWords.test(error ?? '');
}

/**
 * Reads a path of Microsoft Graph in a tenant. A call that fails is an answer too, as the specification has it (section 8).
 * @throws ApiError where the path is refused before anything is sent, and where nobody is signed in any more
 */
export async function askGraph(tenantId: string, endpoint: string): Promise<GraphQueryResult> {
  try {
    return await call(queryGraph, { params: { tenantId }, body: { endpoint }, tenantId: null });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401 || error.fields.length > 0) throw error;
    return { success: false, status: 500, data: null, error: error.message, tokenStatus: 'invalid' };
  }
}

/** The path of the next page, where Graph's answer has one that can be asked for here. */
export function nextPageOf(data: unknown): string | null {
  if (typeof data !== 'object' || data === null) return null;
  const next: unknown = Reflect.get(data, '@odata.nextLink');
  return typeof next === 'string' && /^\/(v1\.0|beta)\//.test(next) ? next : null;
}

import { GraphError as SdkError } from '@microsoft/microsoft-graph-client';
import { type BatchAnswer, GraphError, type GraphFailure } from '../../ports/graph.ts';

function seconds(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  const value = Number(header);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

/**
 * Whether the error is Graph's own, and not the SDK's name for a body that broke off or is no JSON: then 403 alone would say
 * that a permission is missing, where the code that was lost says that a license is.
 */
function isOfGraph({ statusCode, body }: SdkError): boolean {
  return statusCode === 429 || statusCode >= 500 || (typeof body === 'string' && body.startsWith('{'));
}

/** The innermost cause that has a code: that a proxy refused stands below two others. Without one the first below the error. */
function rootOf(error: Error): Error {
  const causes: Error[] = [];
  for (let one: unknown = error; one instanceof Error && !causes.includes(one); one = one.cause) causes.push(one);
  const coded = causes.findLast((one) => 'code' in one && typeof one.code === 'string');
  return coded ?? causes[1] ?? error;
}

/** What went wrong, in the terms of the port. */
export function failureOf(error: unknown): GraphFailure {
  if (error instanceof GraphError) return error.failure;
  // The SDK also wraps a body that broke off, under the status 200 that it began with: that is no answer.
  if (error instanceof SdkError && error.statusCode >= 400 && !isOfGraph(error)) {
    const message = `Graph answered with status ${error.statusCode}, and its words could not be read.`;
    return { status: 0, code: 'UnexpectedBody', message };
  }
  if (error instanceof SdkError && error.statusCode >= 400) {
    const retryAfterSeconds = seconds(error.headers?.get('retry-after'));
    return {
      status: error.statusCode,
      code: error.code ?? 'Unknown',
      message: error.message,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    };
  }
  if (error instanceof Error) {
    const cause = rootOf(error);
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
    return { status: 0, code, message: cause.message };
  }
  return { status: 0, code: 'Unknown', message: String(error) };
}

/** One answer out of a $batch. As for a whole answer, a refusal without Graph's own words says nothing. */
export function batchAnswer(response: Record<string, unknown>): BatchAnswer {
  const status = Number(response.status);
  if (status >= 200 && status < 300) return { ok: true, body: response.body };
  const body = (response.body ?? {}) as { error?: { code?: unknown; message?: unknown } };
  const saysItself = status === 429 || status >= 500;
  if (!saysItself && typeof body.error?.code !== 'string') {
    const message = `Graph answered in a batch with status ${response.status}, and without words that could be read.`;
    return { ok: false, failure: { status: 0, code: 'UnexpectedBody', message } };
  }
  const headers = (response.headers ?? {}) as Record<string, unknown>;
  const retryAfter = Object.entries(headers).find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
  const retryAfterSeconds = seconds(typeof retryAfter === 'string' ? retryAfter : undefined);
  return {
    ok: false,
    failure: {
      status,
      code: typeof body.error?.code === 'string' ? body.error.code : 'Unknown',
      message: typeof body.error?.message === 'string' ? body.error.message : `Status ${status} without a message`,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  };
}

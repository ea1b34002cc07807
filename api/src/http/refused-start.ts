import type { HttpHandler } from '@azure/functions';
import { AppError } from './app-error.ts';
import { failure } from './handle.ts';

/**
 * Answers in the place of the whole product where its settings are wrong: 503, and the settings in the log alone.
 * @param problems names every setting that is missing or wrong, without a value
 */
export function createRefusal(problems: string): HttpHandler {
  return async (_request, context) => {
    context.error(problems);
    const message = 'Tenantry does not start: its settings are not right. The log of the function app names them.';
    // Without settings there is no telemetry to note anything in.
    return failure(new AppError('UNAVAILABLE', message), context.invocationId, { note: () => undefined });
  };
}

import type { openApplicationInsights } from '../adapters/telemetry/application-insights.ts';
import { isCodeFile } from '../adapters/telemetry/code-files.ts';
import { openJsonLines } from '../adapters/telemetry/json-lines.ts';
import { type Config, ConfigError } from '../config.ts';
import { createTelemetry, type Telemetry } from '../domain/telemetry/telemetry.ts';
import { toldError } from '../domain/telemetry/told-error.ts';
import type { TelemetrySink } from '../ports/telemetry.ts';

/** The adapter of Application Insights, which is a file of its own in the bundle and loaded where it is needed alone. */
export type ApplicationInsights = { openApplicationInsights: typeof openApplicationInsights };

/** What cannot be sent comes in batches: it is told once in so long. */
const toldEveryMs = 60_000;

/** Into a sink of the caller's own; without one, lines of JSON. */
export const telemetryOf = (sink: TelemetrySink = openJsonLines()): Telemetry => createTelemetry(sink, isCodeFile);

/**
 * Logs, spans and figures: to Application Insights where the settings name one, else as lines of JSON. One that does not open
 * keeps nobody from their work: that is told, and lines of JSON it is.
 * @param load loads the adapter; called only where the settings ask for it
 */
export function composeTelemetry(
  { applicationInsights }: Pick<Config, 'applicationInsights'>,
  load: () => ApplicationInsights,
  lines = openJsonLines(),
): Telemetry {
  const here = telemetryOf(lines);
  if (applicationInsights === null) return here;
  let toldMs = Number.NEGATIVE_INFINITY;
  const onError = (error: unknown) => {
    if (performance.now() - toldMs < toldEveryMs) return;
    toldMs = performance.now();
    here.log('Telemetry could not be sent', { error });
  };
  try {
    return telemetryOf(load().openApplicationInsights({ ...applicationInsights, onError }));
  } catch (error) {
    onError(error);
    return here;
  }
}

/**
 * Why the product does not start, in words that hold no value of a setting: what an adapter says as it opens may repeat one, so only
 * its known words are told (decision 033).
 */
export const startProblems = (error: unknown): string =>
  error instanceof ConfigError
    ? error.message
    : `A setting is not right, so Tenantry does not start: ${JSON.stringify(toldError(error, isCodeFile))}`;

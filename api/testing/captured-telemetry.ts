import { openApplicationInsights } from '../src/adapters/telemetry/application-insights.ts';
import { openJsonLines } from '../src/adapters/telemetry/json-lines.ts';
import type { TelemetrySink } from '../src/ports/telemetry.ts';
import { startIngestion } from './ingestion-double.ts';

/** Everything that the product hands out goes to both: standard output and the real exporter of Application Insights. */
export async function captureTelemetry() {
  const ingestion = await startIngestion();
  const lines: string[] = [];
  const keep = (line: string) => lines.push(line);
  const here = openJsonLines(keep, keep);
  const { connectionString } = ingestion;
  const onError = (error: unknown) => lines.push(String(error));
  const there = openApplicationInsights({ connectionString, identity: null, roleName: 'func-test', onError });
  const sink: TelemetrySink = {
    log(record) {
      here.log(record);
      there.log(record);
    },
    begin(work, startMs) {
      const spans = [here.begin(work, startMs), there.begin(work, startMs)];
      return {
        log(record) {
          for (const span of spans) span.log(record);
        },
        end(record, isFailed) {
          for (const span of spans) span.end(record, isFailed);
        },
      };
    },
    gauge: there.gauge,
    flush: there.flush,
    close: there.close,
  };
  return {
    sink,
    lines,
    records: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    /** All that left, by whichever way. */
    async text(): Promise<string> {
      await there.flush();
      return [...lines, ingestion.text()].join('\n');
    },
    ingestion,
    async close(): Promise<void> {
      await there.close();
      await ingestion.close();
    },
  };
}

export type CapturedTelemetry = Awaited<ReturnType<typeof captureTelemetry>>;

// Prints, as JSON, what the code of a repository says of settings, metrics, timers and containers. In a process of its
// own, so that it is the code of that repository and not of this one: node infra/check/read-code.ts <root>
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface CodeTables {
  settings: string[];
  onAzure: Record<string, { from: string; value?: string }>;
  metrics: string[];
  timers: string[];
  /** What infra/bicep/generated should be, by file; the error where it cannot be told. */
  generated: Record<string, unknown> | { error: string };
}

async function read(root: string): Promise<CodeTables> {
  const load = (path: string) => import(pathToFileURL(join(root, path)).href);
  const { Settings } = await load('api/src/config.ts');
  const { settingsOnAzure } = await load('api/src/azure-settings.ts');
  const { MetricName } = await load('contract/src/health.ts');
  const { timers } = await load('api/src/timers.ts');
  return {
    settings: Object.keys(Settings.shape),
    onAzure: settingsOnAzure,
    metrics: Object.values(MetricName.def.entries),
    timers: Object.keys(timers),
    generated: await generatedBy(load),
  };
}

async function generatedBy(load: (path: string) => Promise<{ generated(): Record<string, unknown> }>) {
  try {
    return (await load('infra/generate.ts')).generated();
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

if (import.meta.main) process.stdout.write(JSON.stringify(await read(process.argv[2] ?? '')));

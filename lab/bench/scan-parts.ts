import { join } from 'node:path';
import { build } from 'esbuild';
import { azuriteArguments, azuriteConnectionString } from '../../local/stack/azurite.ts';
import { freePort } from '../../local/stack/free-port.ts';
import { type Service, startService } from './child-process.ts';

/** The process that is measured, as one CommonJS file like the deployed bundle: stripping types needs memory too. */
export async function buildScanChild(folder: string): Promise<string> {
  const outfile = join(folder, 'scan-child.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'scan-child.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    define: { 'import.meta.url': '__bundleUrl' },
    banner: { js: "const __bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
    keepNames: true,
    logLevel: 'warning',
  });
  return outfile;
}

/** An Azurite of the benchmark's own. */
export async function startAzurite(folder: string): Promise<{ service: Service; storage: string }> {
  const blob = await freePort();
  const queue = await freePort(new Set([blob]));
  const table = await freePort(new Set([blob, queue]));
  const ports = { blob, queue, table };
  const args = azuriteArguments(ports, join(folder, 'azurite'));
  const service = await startService('Azurite', args, `http://127.0.0.1:${table}/`);
  return { service, storage: azuriteConnectionString(ports) };
}

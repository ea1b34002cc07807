import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { buildInfo } from './build-info.mjs';
import { evaluateBundle } from './evaluate-bundle.mjs';
import { copyFonts } from './font-files.mjs';

// Builds what is deployed: api/dist, or `--out DIR`, is the whole function app, with nothing to install beside it.
const apiDir = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string', default: join(apiDir, 'dist') } } });
const outDir = values.out;
const workerEntry = join(apiDir, 'src/features/reports/report-worker.ts');

const entryPoints = [
  { in: join(apiDir, 'src/main.ts'), out: 'main' },
  // What runs on one machine alone; main.js loads it where the settings name it (decision 032).
  { in: join(apiDir, 'src/composition/embedded.ts'), out: 'embedded' },
  // OpenTelemetry and Microsoft's exporter, which main.js loads where the settings name an Application Insights (decision 033).
  { in: join(apiDir, 'src/adapters/telemetry/application-insights.ts'), out: 'application-insights' },
  // The official SDK of Model Context Protocol, which main.js loads with the first message (decision 075).
  { in: join(apiDir, 'src/adapters/mcp/mcp-http.ts'), out: 'mcp' },
  // PKI.js, which main.js loads for the first evidence pack that is stamped (decision 085).
  { in: join(apiDir, 'src/domain/evidence/time-stamp.ts'), out: 'time-stamp' },
  { in: join(apiDir, 'src/ports/collection.ts'), out: 'collection' },
];
if (existsSync(workerEntry)) entryPoints.push({ in: workerEntry, out: 'report-worker' });

/** main.js tells errors of embedded.js by their class, so both have to load one file: a copy in each would be two classes. */
const sharedErrors = {
  name: 'shared-errors',
  setup({ onResolve }) {
    onResolve({ filter: /\/ports\/collection\.ts$/ }, ({ kind }) =>
      kind === 'entry-point' ? undefined : { path: './collection.js', external: true },
    );
  },
};

/**
 * The SDK of Model Context Protocol imports a validator of JSON schemas for forms that users fill in. This product asks for none, and hands it
 * another one (adapters/mcp/mcp-server.ts): a third of the file would be loaded for nothing.
 */
const withoutForms = {
  name: 'without-forms',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/validation\/ajv-provider\.js$/ }, () => ({
      path: 'ajv-provider',
      namespace: 'without-forms',
    }));
    onLoad({ filter: /.*/, namespace: 'without-forms' }, () => ({
      contents: `export class AjvJsonSchemaValidator { constructor() { throw new Error('No form is asked for here'); } }`,
    }));
  },
};

/** @throws where a file of the ports that holds code went into embedded.js a second time */
function refuseCopies({ outputs }) {
  const [, embedded] = Object.entries(outputs).find(([path]) => path.endsWith('embedded.js')) ?? [];
  const copied = Object.entries(embedded.inputs).filter(
    ([path, { bytesInOutput }]) => path.includes('src/ports/') && bytesInOutput > 0,
  );
  if (copied.length > 0) throw new Error(`embedded.js holds a copy of ${copied.map(([path]) => path).join(', ')}`);
}

rmSync(outDir, { recursive: true, force: true });
mkdirSync(outDir, { recursive: true });
/** Said before anything else is loaded: what a newer Node has would be missed in the middle of a scan. */
const oldestNode = 22;
const refuseOldNode = `if (Number(process.versions.node.split('.')[0]) < ${oldestNode}) throw new Error(
  'Tenantry runs on Node 22 or 24, and this is Node ' + process.versions.node + '. Set the version of Node of the function app.');`;

const { metafile } = await build({
  entryPoints,
  outdir: outDir,
  bundle: true,
  platform: 'node',
  target: `node${oldestNode}`,
  format: 'cjs',
  // The worker of Azure Functions provides this module; it is on no registry.
  external: ['@azure/functions-core'],
  // CommonJS has no import.meta; two of our dependencies and some of our own code ask for its url.
  define: {
    'import.meta.url': '__bundleUrl',
    __tenantryBuild: JSON.stringify(buildInfo(join(apiDir, '..'))),
  },
  banner: { js: `${refuseOldNode}\nconst __bundleUrl = require('node:url').pathToFileURL(__filename).href;` },
  plugins: [sharedErrors, withoutForms],
  metafile: true,
  treeShaking: true,
  minify: false,
  keepNames: true,
  sourcemap: 'external',
  logLevel: 'warning',
});

refuseCopies(metafile);

await build({ ...evaluateBundle, outfile: join(outDir, 'evaluate.mjs') });

copyFileSync(join(apiDir, 'host.json'), join(outDir, 'host.json'));
const manifest = { type: 'commonjs', main: 'main.js', engines: { node: `>=${oldestNode}` } };
writeFileSync(join(outDir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
copyFonts(join(outDir, 'fonts'));
// The help articles, which Model Context Protocol hands out as resources.
cpSync(join(apiDir, '../frontend/public/help'), join(outDir, 'help'), { recursive: true });

for (const name of readdirSync(outDir).sort()) {
  const entry = join(outDir, name);
  if (statSync(entry).isFile())
    process.stdout.write(`${String(Math.ceil(statSync(entry).size / 1024)).padStart(7)} KiB  ${name}\n`);
  else process.stdout.write(`        ${readdirSync(entry).length} files  ${name}/\n`);
}

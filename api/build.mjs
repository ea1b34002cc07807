import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { buildInfo } from './build-info.mjs';

// Builds what is deployed: api/dist, or `--out DIR`, is the whole function app, with nothing to install beside it.
const apiDir = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string', default: join(apiDir, 'dist') } } });
const outDir = values.out;
const workerEntry = join(apiDir, 'src/features/reports/report-worker.ts');

const entryPoints = [{ in: join(apiDir, 'src/main.ts'), out: 'main' }];
if (existsSync(workerEntry)) entryPoints.push({ in: workerEntry, out: 'report-worker' });

rmSync(outDir, { recursive: true, force: true });
mkdirSync(outDir, { recursive: true });
await build({
  entryPoints,
  outdir: outDir,
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'cjs',
  // The worker of Azure Functions provides this module; it is on no registry.
  external: ['@azure/functions-core'],
  // CommonJS has no import.meta; two of our dependencies and some of our own code ask for its url.
  define: {
    'import.meta.url': '__bundleUrl',
    __tenantryBuild: JSON.stringify(buildInfo(join(apiDir, '..'))),
  },
  banner: { js: "const __bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
  treeShaking: true,
  minify: false,
  keepNames: true,
  sourcemap: 'external',
  logLevel: 'warning',
});

copyFileSync(join(apiDir, 'host.json'), join(outDir, 'host.json'));
writeFileSync(join(outDir, 'package.json'), `${JSON.stringify({ type: 'commonjs', main: 'main.js' }, null, 2)}\n`);
const pdfmakeDir = dirname(createRequire(import.meta.url).resolve('pdfmake/package.json'));
cpSync(join(pdfmakeDir, 'build/fonts/Roboto'), join(outDir, 'fonts'), { recursive: true });

for (const name of readdirSync(outDir).sort()) {
  const entry = join(outDir, name);
  if (statSync(entry).isFile())
    process.stdout.write(`${String(Math.ceil(statSync(entry).size / 1024)).padStart(7)} KiB  ${name}\n`);
  else process.stdout.write(`        ${readdirSync(entry).length} files  ${name}/\n`);
}

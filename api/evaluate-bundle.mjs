import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `npm run evaluate` in one file, which every evidence pack holds (decision 085): it runs by itself, with Node 20 or newer alone. */
export const evaluateBundle = {
  entryPoints: [join(dirname(fileURLToPath(import.meta.url)), 'src/cli/evaluate.ts')],
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  minify: true,
  logLevel: 'warning',
};

import { join } from 'node:path';
import { checkArrows } from './arrows/check-arrows.ts';
import { ROOT } from './build-outputs.ts';

const { ok, files, report } = checkArrows(
  ROOT,
  join(ROOT, '.dependency-cruiser.cjs'),
  join(ROOT, '.local/import-mirror'),
);
process.stdout.write(`${report.trim()}\n${files} files read.\n`);
process.exit(ok ? 0 : 1);

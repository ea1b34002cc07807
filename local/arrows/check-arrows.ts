import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOMS, writeImportMirror } from './import-mirror.ts';

export interface ArrowsResult {
  ok: boolean;
  files: number;
  /** dependency-cruiser's report, with the names of the real files. */
  report: string;
}

/**
 * Holds every import under `root` against `.dependency-cruiser.cjs`.
 * @throws Error when dependency-cruiser did not see all files: a check that looks at nothing passes nothing.
 */
export function checkArrows(root: string, configFile: string, mirror: string): ArrowsResult {
  const files = writeImportMirror(root, mirror);
  const depcruise = join(import.meta.dirname, '../../node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const rooms = ROOMS.filter((room) => existsSync(join(mirror, room)));
  const result = spawnSync(process.execPath, [depcruise, '--config', configFile, '--output-type', 'err', ...rooms], {
    cwd: mirror,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
  });
  const report = `${result.stdout}${result.stderr}`.replace(/\.(tsx?)\.js\b/g, '.$1');
  // The number counts our files and each npm package or missing file that they name, so it is never below ours.
  const cruised = Number(/(\d+) modules?, \d+ dependenc/.exec(report)?.[1] ?? 0);
  if (result.status !== 0 && !report.includes('dependency violations'))
    throw new Error(`dependency-cruiser:\n${report}`);
  if (cruised < files) throw new Error(`dependency-cruiser saw ${cruised} modules of ${files} files:\n${report}`);
  return { ok: result.status === 0, files, report };
}

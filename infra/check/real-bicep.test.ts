import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkBicep } from './check-infra.ts';
import { formatFault } from './faults.ts';
import { loadBicepParser } from './parse-bicep.ts';
import { Project } from './project.ts';
import { findBicep } from './real-bicep.ts';
import { ROOT } from './testing/planted.ts';

const folders: string[] = [];
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true });
});

/** A PATH on which a command of a name is a script of Node, which notes its arguments on standard output. */
function pathWith(name: string, script: string): NodeJS.ProcessEnv {
  const folder = mkdtempSync(join(tmpdir(), 'infra-check-'));
  folders.push(folder);
  writeFileSync(join(folder, name), `#!${process.execPath}\n${script}`);
  chmodSync(join(folder, name), 0o755);
  return { PATH: [folder, dirname(process.execPath)].join(delimiter) };
}

async function faultsBy(environment: NodeJS.ProcessEnv) {
  const project = new Project(ROOT, await loadBicepParser());
  const { by } = checkBicep(project, environment);
  return { by, faults: project.faults.map(formatFault) };
}

test('without the compiler the types are checked here', async () => {
  expect(findBicep({ PATH: mkdtempSync(join(tmpdir(), 'infra-check-')) })).toBeUndefined();
  expect((await faultsBy({})).by).toBe("Azure's published types");
});

test('with the compiler it builds and lints main.bicep and builds each region, and its silence is enough', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'infra-check-'));
  folders.push(folder);
  const log = JSON.stringify(join(folder, 'log'));
  const environment = pathWith(
    'bicep',
    `require('fs').appendFileSync(${log}, process.argv.slice(2).join(' ') + '\\n'); console.log('{}');`,
  );
  expect(await faultsBy(environment)).toEqual({ by: 'bicep', faults: [] });
  const runs = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');
  expect(runs.slice(0, 2)).toEqual(['build infra/bicep/main.bicep --stdout', 'lint infra/bicep/main.bicep']);
  expect(runs.slice(2)).toContain('build-params infra/bicep/regions/westeurope.bicepparam --stdout');
});

test('what the compiler says is a fault where it says it, a warning too', async () => {
  const script = `
    const at = process.cwd() + '/infra/bicep/modules/storage.bicep';
    console.error(at + '(31,3) : Error BCP037: The property "kinds" is not allowed.');
    console.error(at + '(8,7) : Warning no-unused-params: Parameter "x" is declared but never used.');
    process.exit(1);`;
  const { faults } = await faultsBy(pathWith('bicep', script));
  expect(faults).toEqual([
    'infra/bicep/modules/storage.bicep:8:7: no-unused-params: Parameter "x" is declared but never used.',
    'infra/bicep/modules/storage.bicep:31:3: BCP037: The property "kinds" is not allowed.',
  ]);
});

test('a compiler that fails without a word is a fault', async () => {
  const { faults } = await faultsBy(pathWith('bicep', "console.error('no runtime'); process.exit(3);"));
  expect(faults).toContain('infra/bicep/main.bicep:1:1: bicep build failed: no runtime');
});

test('az is used where it brings the compiler, and not where it does not', async () => {
  const brings = pathWith('az', "if (process.argv[2] !== 'bicep') process.exit(9); console.log('{}');");
  expect((await faultsBy(brings)).by).toBe('az bicep');
  expect((await faultsBy(pathWith('az', 'process.exit(1);'))).by).toBe("Azure's published types");
});

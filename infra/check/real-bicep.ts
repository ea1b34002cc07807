import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Project } from './project.ts';

/** A Bicep compiler: the command, and what stands before its own arguments. */
export interface RealBicep {
  name: string;
  command: string;
  before: string[];
}

/** Microsoft's compiler, where it is on this machine: `bicep`, or the one that `az` brings. */
export function findBicep(environment: NodeJS.ProcessEnv): RealBicep | undefined {
  const found = (name: string) =>
    (environment.PATH ?? '')
      .split(delimiter)
      .flatMap((folder) => [join(folder, name), join(folder, `${name}.exe`), join(folder, `${name}.cmd`)])
      .find((path) => existsSync(path));
  const bicep = found('bicep');
  if (bicep !== undefined) return { name: 'bicep', command: bicep, before: [] };
  const az = found('az');
  // `az` alone does not bring it: `az bicep install` does.
  if (az === undefined || run({ name: 'az', command: az, before: [] }, ['bicep', 'version'], '.').status !== 0)
    return undefined;
  return { name: 'az bicep', command: az, before: ['bicep'] };
}

function run({ command, before }: RealBicep, args: readonly string[], cwd: string) {
  return spawnSync(command, [...before, ...args], { cwd, encoding: 'utf8', shell: command.endsWith('.cmd') });
}

const DIAGNOSTIC = /^(?:(?:WARNING|ERROR): )?(.*?)\((\d+),(\d+)\)\s*:\s*(Error|Warning)\s+(.*)$/;

/** Compiles and lints main.bicep and every parameter file; what the compiler says is a fault, a warning too. */
export function checkWithBicep(project: Project, bicep: RealBicep): void {
  const main = 'infra/bicep/main.bicep';
  const file = (path: string) => (bicep.name === 'bicep' ? [path] : ['--file', path]);
  const runs = [
    { path: main, args: ['build', ...file(main), '--stdout'] },
    { path: main, args: ['lint', ...file(main)] },
    ...project.parameterFiles.map((one) => ({
      path: one.file.path,
      args: ['build-params', ...file(one.file.path), '--stdout'],
    })),
  ];
  for (const { path, args } of runs) {
    const { status, stderr, stdout, error } = run(bicep, args, project.root);
    const said = `${stderr ?? ''}\n${args[0] === 'lint' ? (stdout ?? '') : ''}`.split('\n').flatMap((line) => {
      const [, at = '', row, column, , message = ''] = DIAGNOSTIC.exec(line.trim()) ?? [];
      return row === undefined ? [] : [{ at, line: Number(row), column: Number(column), message }];
    });
    for (const { at, line, column, message } of said)
      project.fault(relative(project.root, at), { line, column }, message);
    if (status !== 0 && said.length === 0)
      project.fault(
        path,
        { line: 1, column: 1 },
        `${bicep.name} ${args[0]} failed: ${error?.message ?? stderr?.trim() ?? `exit code ${status}`}`,
      );
  }
}

function relative(root: string, path: string): string {
  const plain = path.replaceAll('\\', '/');
  const start = `${root.replaceAll('\\', '/').replace(/\/$/, '')}/`;
  return plain.startsWith(start) ? plain.slice(start.length) : plain;
}

import { type BicepCompiler, findBicep } from '../../local/dotnet/dotnet-tools.ts';
import { BicepWorkshop, isSameTemplate } from './compile-bicep.ts';
import { checkHashes, snapshotPaths, TEMPLATE } from './compiled-files.ts';
import type { Fault } from './faults.ts';
import { Project } from './project.ts';
import type { CodeTables } from './read-code.ts';
import { checkAzd } from './rules-azd.ts';
import { checkAgainstCode, readCode } from './rules-code.ts';
import { checkGeneratedUse } from './rules-generated.ts';
import { checkLengths } from './rules-lengths.ts';
import { checkNetwork } from './rules-network.ts';
import { checkParametersJson } from './rules-parameters-json.ts';
import { checkRoles } from './rules-roles.ts';
import { checkSecrets } from './rules-secrets.ts';
import { checkSecurity } from './rules-security.ts';
import { checkAppSettings } from './rules-settings.ts';
import { checkValues } from './rules-values.ts';
import { checkWorkflows } from './rules-workflows.ts';
import { parseSnapshot } from './snapshot.ts';
import type { Template } from './template.ts';

export interface InfraReport {
  faults: Fault[];
  /** What was checked, and how, in a line. */
  summary: string;
}

const TOP = { line: 1, column: 1 };

/** Our own rules, on what was compiled: by path within infra/bicep. */
export function checkCompiled(
  project: Project,
  files: ReadonlyMap<string, string>,
  code: CodeTables | undefined,
): void {
  const main: Template = JSON.parse(files.get(TEMPLATE) ?? '');
  const snapshots = [...files].flatMap(([path, text]) => {
    const name = /^snapshots\/(.*)\.json$/.exec(path)?.[1];
    return name === undefined ? [] : [parseSnapshot(name, text)];
  });
  for (const name of ['least', 'most'])
    if (!snapshots.some((one) => one.name === name))
      project.fault(`infra/bicep/snapshots/${name}.json`, TOP, 'it is missing');
  checkSecurity(project, main);
  checkRoles(project, main, snapshots);
  checkSecrets(project, main);
  checkLengths(project, main, snapshots);
  checkValues(project, main, snapshots);
  checkNetwork(project, snapshots);
  checkParametersJson(project, main);
  if (code === undefined) return;
  checkGeneratedUse(project, main, snapshots, code);
  checkAppSettings(project, main, snapshots, code);
}

/** Compiles again: the committed files are what comes of it, and the compiler and its linter are silent. */
async function checkWithCompiler(
  project: Project,
  compiler: BicepCompiler,
  environment: NodeJS.ProcessEnv,
  committed: ReadonlyMap<string, string>,
): Promise<void> {
  const workshop = new BicepWorkshop(project.root, compiler, environment);
  try {
    const { faults, files } = await workshop.compile();
    for (const { file, line, column, message } of faults) project.fault(file, { line, column }, message);
    if (faults.length > 0) return;
    for (const path of new Set([...files.keys(), ...committed.keys()])) {
      const [is, wanted] = [committed.get(path), files.get(path)];
      const isSame =
        is !== undefined &&
        wanted !== undefined &&
        (path === TEMPLATE ? isSameTemplate(is, wanted, compiler.version) : is === wanted);
      if (!isSame)
        project.fault(
          `infra/bicep/${path}`,
          TOP,
          `it is not what ${compiler.name} ${compiler.version} compiles: npm run infra:generate writes it`,
        );
    }
  } finally {
    await workshop.close();
  }
}

/** The compiled files that are committed, by path within infra/bicep. */
function committedFiles(project: Project): Map<string, string> {
  return new Map(
    [TEMPLATE, ...snapshotPaths(project.root)].flatMap((path): [string, string][] => {
      const text = project.text(`infra/bicep/${path}`);
      return text === undefined ? [] : [[path, text.replaceAll('\r\n', '\n')]];
    }),
  );
}

/**
 * Holds infra/ of a repository against Microsoft's compiler, the code and the workflows' rules.
 * @param isRequired whether a compiler that is missing is a fault
 */
export async function checkInfra(
  root: string,
  isRequired: boolean,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<InfraReport> {
  const project = new Project(root);
  const code = readCode(project);
  if (code !== undefined) checkAgainstCode(project, code);
  checkHashes(project);
  const committed = committedFiles(project);
  if (committed.has(TEMPLATE)) checkCompiled(project, committed, code);
  const compiler = await findBicep(environment);
  if (compiler !== undefined) await checkWithCompiler(project, compiler, environment, committed);
  else if (isRequired)
    project.fault(
      'infra/bicep/main.bicep',
      TOP,
      'there is no compiler here, and --compiler asks for one: bicep, az bicep or dotnet',
    );
  checkAzd(project);
  const workflows = await checkWorkflows(project);
  const { faults } = project;
  const counts = [
    `${project.sources('bicep').length} Bicep files`,
    `${project.sources('bicepparam').length} parameter files`,
    `${workflows} workflows`,
  ];
  const how =
    compiler === undefined
      ? 'NOTHING WAS COMPILED (no bicep, az bicep or dotnet here): the hash of the sources and our rules hold main.json'
      : `compiled by Bicep ${compiler.version} (${compiler.name})`;
  return { faults, summary: `infra: ${counts.join(', ')}; ${how}; ${faults.length} faults.` };
}

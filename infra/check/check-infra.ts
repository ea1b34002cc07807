import { join } from 'node:path';
import { readAzureTypes } from './azure-types.ts';
import type { Fault } from './faults.ts';
import { Inference } from './infer.ts';
import { loadBicepParser } from './parse-bicep.ts';
import { Project } from './project.ts';
import { checkWithBicep, findBicep } from './real-bicep.ts';
import { resourcesOf } from './resource-names.ts';
import { checkAzd } from './rules-azd.ts';
import { checkAgainstCode, readCode } from './rules-code.ts';
import { checkGeneratedUse } from './rules-generated.ts';
import { checkLengths } from './rules-lengths.ts';
import { checkModules, checkParameterFiles } from './rules-modules.ts';
import { checkNames } from './rules-names.ts';
import { checkParametersJson } from './rules-parameters-json.ts';
import { checkResources } from './rules-resources.ts';
import { checkRoles } from './rules-roles.ts';
import { checkSecrets } from './rules-secrets.ts';
import { checkSecurity } from './rules-security.ts';
import { checkAppSettings } from './rules-settings.ts';
import { checkWorkflows } from './rules-workflows.ts';
import { AzureTypeReader } from './types.ts';

export interface InfraReport {
  faults: Fault[];
  /** What was checked, and how, in a line. */
  summary: string;
}

/** Bicep by itself: types, modules, roles, secrets, names. Microsoft's compiler takes the place of the types. */
export function checkBicep(project: Project, environment: NodeJS.ProcessEnv): { inference: Inference; by: string } {
  const inference = new Inference(
    project,
    new AzureTypeReader(readAzureTypes(join(import.meta.dirname, 'azure-types.json'))),
  );
  const bicep = findBicep(environment);
  if (bicep !== undefined) checkWithBicep(project, bicep);
  else {
    checkNames(project);
    checkResources(inference);
    checkModules(inference);
    checkParameterFiles(inference);
  }
  checkParametersJson(inference);
  checkRoles(inference);
  checkSecrets(inference);
  checkSecurity(inference);
  checkLengths(inference);
  return { inference, by: bicep === undefined ? "Azure's published types" : bicep.name };
}

/**
 * Holds infra/ of a repository against Azure's types, the code and the workflows' rules.
 * @param root the repository
 */
export async function checkInfra(root: string, environment: NodeJS.ProcessEnv = process.env): Promise<InfraReport> {
  const project = new Project(root, await loadBicepParser());
  if (project.bicep.length === 0) project.fault('infra/bicep', { line: 1, column: 1 }, 'there is no Bicep file');
  const { inference, by } = checkBicep(project, environment);
  const code = readCode(project);
  if (code !== undefined) {
    checkAgainstCode(project, code);
    checkGeneratedUse(project, code);
    checkAppSettings(inference, code);
  }
  checkAzd(project);
  const workflows = await checkWorkflows(project);
  const { faults } = project;
  const resources = project.bicep.flatMap(resourcesOf).length;
  const counts = [
    `${project.bicep.length} Bicep files with ${resources} resources`,
    `${project.parameterFiles.length} parameter files`,
    `${workflows} workflows`,
  ];
  return { faults, summary: `infra: ${counts.join(', ')}; types by ${by}; ${faults.length} faults.` };
}

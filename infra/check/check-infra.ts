import { join } from 'node:path';
import { readAzureTypes } from './azure-types.ts';
import type { Fault } from './faults.ts';
import { Inference } from './infer.ts';
import { loadBicepParser } from './parse-bicep.ts';
import { Project } from './project.ts';
import { resourcesOf } from './resource-names.ts';
import { checkModules, checkParameterFiles } from './rules-modules.ts';
import { checkNames } from './rules-names.ts';
import { checkResources } from './rules-resources.ts';
import { AzureTypeReader } from './types.ts';

export interface InfraReport {
  faults: Fault[];
  /** What was checked, in a line. */
  summary: string;
}

/**
 * Holds infra/ of a repository against Azure's types, the code and the workflows' rules.
 * @param root the repository
 */
export async function checkInfra(root: string): Promise<InfraReport> {
  const project = new Project(root, await loadBicepParser());
  const inference = new Inference(
    project,
    new AzureTypeReader(readAzureTypes(join(import.meta.dirname, 'azure-types.json'))),
  );
  checkNames(project);
  checkResources(inference);
  checkModules(inference);
  checkParameterFiles(inference);
  const resources = project.bicep.flatMap(resourcesOf).length;
  const faults = project.faults;
  return {
    faults,
    summary: `infra: ${project.bicep.length} Bicep files, ${project.parameterFiles.length} parameter files, ${resources} resources; ${faults.length} faults.`,
  };
}

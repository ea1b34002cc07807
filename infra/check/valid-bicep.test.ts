import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkBicep } from './check-infra.ts';
import { formatFault } from './faults.ts';
import { loadBicepParser } from './parse-bicep.ts';
import { Project } from './project.ts';

test('what Bicep allows is no fault: loops, conditions, lambdas, own types, resources within others', async () => {
  const project = new Project(join(import.meta.dirname, 'testing/valid'), await loadBicepParser());
  checkBicep(project, {});
  expect(project.bicep).toHaveLength(2);
  expect(project.faults.map(formatFault)).toEqual([]);
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBicep } from '../../local/dotnet/dotnet-tools.ts';
import { checkCompiled } from './check-infra.ts';
import { BicepWorkshop } from './compile-bicep.ts';
import { type Fault, formatFault } from './faults.ts';
import { forCompiler, forRules, type Plant } from './planted-table.ts';
import { Project } from './project.ts';
import { readCode } from './rules-code.ts';

interface PlantedReport {
  missed: string[];
  summary: string;
}

/** Plants each fault in a copy of the Bicep files and compiles it: the proof that compiler and rules find what they should. */
export async function checkPlanted(root: string, environment: NodeJS.ProcessEnv = process.env): Promise<PlantedReport> {
  const compiler = await findBicep(environment);
  if (compiler === undefined)
    return {
      missed: ['any: there is no compiler here (bicep, az bicep or dotnet)'],
      summary: 'planted: NOTHING WAS COMPILED',
    };
  const project = new Project(root);
  const code = readCode(project);
  const throughRules = async (workshop: BicepWorkshop): Promise<Fault[]> => {
    const { faults, files } = await workshop.compile('{least,most}');
    if (faults.length > 0) return faults;
    const copy = new Project(workshop.root);
    checkCompiled(copy, files, code);
    return copy.faults;
  };
  const workshops = [0, 1].map(() => new BicepWorkshop(root, compiler, environment));
  // Two compilers side by side, each with a copy of its own.
  const next = [
    ...forRules.map((plant) => ({ plant, find: throughRules })),
    ...forCompiler.map((plant) => ({ plant, find: (one: BicepWorkshop) => one.faultsOf(plant[1]) })),
  ];
  const missed: string[] = [];
  const work = async (workshop: BicepWorkshop) => {
    for (let one = next.shift(); one !== undefined; one = next.shift()) {
      const miss = await plantOne(workshop, one.plant, one.find);
      if (miss !== undefined) missed.push(miss);
    }
  };
  try {
    await Promise.all(workshops.map(work));
  } finally {
    await Promise.all(workshops.map((one) => one.close()));
  }
  return {
    missed,
    summary: `planted: ${forCompiler.length} faults for Bicep ${compiler.version}, ${forRules.length} for our rules; ${missed.length} not found.`,
  };
}

/** @returns what is wrong: the fault was not found, or what was found says something else */
async function plantOne(
  workshop: BicepWorkshop,
  [title, path, from, to, says]: Plant,
  find: (workshop: BicepWorkshop) => Promise<Fault[]>,
): Promise<string | undefined> {
  const file = join(workshop.folder, path);
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from))
    return `${title}: ${path} has no ${JSON.stringify(from)}, so that the fault has to be planted elsewhere`;
  writeFileSync(
    file,
    text.replace(from, () => to),
  );
  try {
    const found = (await find(workshop)).map(formatFault);
    if (found.some((one) => one.includes(says))) return undefined;
    return `${title}: wanted "${says}", found ${found.length === 0 ? 'nothing' : found.join('; ')}`;
  } finally {
    writeFileSync(file, text);
  }
}

// What can be proven of infra/ without Azure: `npm run infra:check`. Ends with 1 and a line for every fault.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkInfra } from './check-infra.ts';
import { formatFault } from './faults.ts';
import { checkPlanted } from './planted-faults.ts';

const USAGE = `usage: npm run infra:check -- [--root DIR] [--compiler] [--planted]
  --compiler  a compiler that is missing is a fault (so is it where INFRA_COMPILER=required is set)
  --planted   plants faults in a copy of the Bicep files, one at a time: each has to be found`;

function optionsOf(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: { root: { type: 'string' }, compiler: { type: 'boolean' }, planted: { type: 'boolean' } },
    });
    return values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
    return undefined;
  }
}

const options = optionsOf(process.argv.slice(2));
if (options === undefined) process.exit(2);
const root = options.root ?? join(import.meta.dirname, '..', '..');
if (options.planted) {
  const { missed, summary } = await checkPlanted(root);
  for (const one of missed) process.stdout.write(`not found: ${one}\n`);
  process.stdout.write(`${summary}\n`);
  process.exit(missed.length === 0 ? 0 : 1);
}
const isRequired = options.compiler === true || process.env.INFRA_COMPILER === 'required';
const { faults, summary } = await checkInfra(root, isRequired);
for (const one of faults) process.stdout.write(`${formatFault(one)}\n`);
process.stdout.write(`${summary}\n`);
process.exit(faults.length === 0 ? 0 : 1);

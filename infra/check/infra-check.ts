// What can be proven of infra/ without Azure: `npm run infra:check`. Ends with 1 and a line for every fault.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkInfra } from './check-infra.ts';
import { formatFault } from './faults.ts';

const USAGE = 'usage: npm run infra:check -- [--root DIR]';

function rootOf(args: string[]): string | undefined {
  try {
    const { values } = parseArgs({ args, options: { root: { type: 'string' } } });
    return values.root ?? join(import.meta.dirname, '..', '..');
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${USAGE}\n`);
    return undefined;
  }
}

const root = rootOf(process.argv.slice(2));
if (root === undefined) process.exit(2);
const { faults, summary } = await checkInfra(root);
for (const one of faults) process.stdout.write(`${formatFault(one)}\n`);
process.stdout.write(`${summary}\n`);
process.exit(faults.length === 0 ? 0 : 1);

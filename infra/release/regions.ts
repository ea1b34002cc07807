import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One stamp of the product: its parameter file, and what is known of it before it is deployed. */
export interface Region {
  /** Of the parameter file, and of the GitHub environment. */
  name: string;
  location: string;
  resourceGroup: string;
}

function parameter(text: string, name: string, file: string): string {
  const value = new RegExp(`^param ${name} = '([^']+)'\\s*$`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`${file}: ${name} has to be a plain string`);
  return value;
}

/**
 * The regions to deploy to, by name.
 * @param wanted `all`, or names apart by commas
 * @throws Error for a name that has no parameter file, or where two regions share a resource group
 */
export function regionsIn(folder: string, wanted: string): Region[] {
  const known = readdirSync(folder)
    .filter((file) => file.endsWith('.bicepparam'))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      return {
        name: file.replace(/\.bicepparam$/, ''),
        location: parameter(text, 'location', file),
        resourceGroup: `rg-${parameter(text, 'environmentName', file)}`,
      };
    });
  const groups = known.map(({ resourceGroup }) => resourceGroup);
  const shared = groups.find((group, index) => groups.indexOf(group) !== index);
  if (shared !== undefined) throw new Error(`Two regions have the resource group ${shared}`);
  if (wanted === 'all') return known;
  return wanted.split(',').map((name) => {
    const region = known.find((one) => one.name === name.trim());
    if (region === undefined)
      throw new Error(`No region "${name.trim()}". There are: ${known.map((one) => one.name).join(', ')}`);
    return region;
  });
}

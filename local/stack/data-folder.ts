import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What stands behind a stack: the simulated cloud, or Microsoft. */
export type Cloud = 'simulator' | 'microsoft';

const isCloud = (text: string): text is Cloud => text === 'simulator' || text === 'microsoft';

const fileOf = (dataDir: string): string => join(dataDir, 'microsoft-cloud');

/** Which cloud the data in this folder came from; null where there is none. */
function cloudOf(dataDir: string): Cloud | null {
  if (existsSync(fileOf(dataDir))) {
    const noted = readFileSync(fileOf(dataDir), 'utf8').trim();
    if (isCloud(noted)) return noted;
    throw new Error(`${fileOf(dataDir)} says "${noted}", which is neither simulator nor microsoft.`);
  }
  // A folder from before there was a choice.
  return existsSync(join(dataDir, 'azurite')) ? 'simulator' : null;
}

const options: Record<Cloud, string> = { simulator: 'without --microsoft', microsoft: 'with --microsoft' };

/**
 * Holds a data folder to the cloud that it began with. Records of simulated tenants and their secrets have no business with Microsoft,
 * and a simulated sign-in, which asks nobody for a password, none with records of a real tenant.
 * @throws Error where the folder began with the other cloud
 */
export function holdToCloud(dataDir: string, cloud: Cloud): void {
  const began = cloudOf(dataDir);
  if (began === null || began === cloud) return;
  const whose = began === 'microsoft' ? 'real tenants' : 'the simulated cloud';
  throw new Error(
    `${dataDir} holds the data of ${whose}: it was made ${options[began]} and is never opened ${options[cloud]}.\n` +
      'Choose another folder: --data DIR',
  );
}

/** Notes the cloud in a folder that is about to get its first data. */
export function noteCloud(dataDir: string, cloud: Cloud): void {
  writeFileSync(fileOf(dataDir), `${cloud}\n`);
}

import { resolve } from 'node:path';

/**
 * Which installation a command is about.
 * @param dataDir a local stack's data folder, as the command was given it; without one it is `.local`, or, where STORE says
 * cosmos, the installation that the settings of the function app name
 * @returns the settings, and the data folder where it is a local one. The local stack's are set as far as records and vault
 * need them; files are in the storage that AzureWebJobsStorage names.
 */
export function settingsOf(dataDir: string | undefined): { environment: NodeJS.ProcessEnv; dataDir: string | null } {
  if (dataDir === undefined && process.env.STORE === 'cosmos') return { environment: process.env, dataDir: null };
  const folder = resolve(dataDir ?? '.local');
  const environment = {
    PUBLIC_ORIGIN: 'http://localhost:4280',
    AzureWebJobsStorage: process.env.AzureWebJobsStorage ?? 'UseDevelopmentStorage=true',
    STORE: 'sqlite',
    VAULT: 'file',
    DATA_DIR: folder,
  };
  return { environment, dataDir: folder };
}

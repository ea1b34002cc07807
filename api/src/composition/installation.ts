import type { Config } from '../config.ts';
import type { InstallationSettings } from '../features/health/readiness-installation.ts';
import { buildOf } from './build-of.ts';

/** What an administrator may know of where this installation runs: names of places, and no secret of the settings. */
export type Installation = {
  environment: 'production' | 'development';
  databaseHost: string;
  sessionStore: string;
};

export function installationOf({ isLoopback, store, storage }: Config): Installation {
  return {
    environment: isLoopback ? 'development' : 'production',
    databaseHost: store.kind === 'sqlite' ? 'SQLite on this machine' : new URL(store.endpoint).host,
    sessionStore: 'accountName' in storage ? `Table Storage (${storage.accountName})` : 'Table Storage',
  };
}

const recordsName = (store: Config['store']) =>
  store.kind === 'sqlite' ? 'SQLite on this machine' : `Cosmos DB (${new URL(store.endpoint).host})`;
const vaultName = (vault: Config['vault']) =>
  vault.kind === 'file' ? 'Encrypted file on this machine' : `Key Vault (${new URL(vault.url).host})`;

/** The settings that an administrator is shown on System Health. */
export function installationSettings(config: Config): InstallationSettings {
  const { microsoft, session, azure } = config;
  return {
    publicOrigin: config.publicOrigin,
    isLoopback: config.isLoopback,
    isSimulated: microsoft.isSimulated,
    staffDirectories: microsoft.staffTenantIds.length,
    admitsGuests: microsoft.admitsGuests,
    hasSetupCode: config.setupCode !== null,
    trustedProxies: config.trustedProxies,
    nodeVersion: process.version,
    records: recordsName(config.store),
    vault: vaultName(config.vault),
    sessionCookie: session.cookieName,
    siteName: azure.siteName,
    region: azure.region,
    build: buildOf(),
  };
}

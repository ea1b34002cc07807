import type { Config } from '../config.ts';

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

import { openSqliteRecordStore } from '../adapters/sqlite/sqlite-record-store.ts';
import { openFileVault } from '../adapters/vault/file-vault.ts';

/**
 * The adapters of one machine. In the bundle they are a file of their own, `embedded.js`: Azure's settings never load it,
 * and with it `node:sqlite`, which Node 20 has not and Node 22 calls experimental (decision 032).
 */
export const embedded = { openRecords: openSqliteRecordStore, openVault: openFileVault };

export type Embedded = typeof embedded;

import { recordStoreContract } from '../record-store.contract.ts';
import { openSqliteRecordStore } from './sqlite-record-store.ts';

recordStoreContract('SQLite', async () => openSqliteRecordStore(':memory:'));

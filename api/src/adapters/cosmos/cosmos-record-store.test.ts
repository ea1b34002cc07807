import { openCosmosEmulator } from '../../../testing/cosmos-emulator.ts';
import {
  contractContainer,
  contractTenantContainer,
  manyRecords,
  recordStoreContract,
} from '../record-store.contract.ts';

// The emulator from npm takes 6 ms for each record, and looks through all of them for each page.
const many = process.env.COSMOS_TEST_ENDPOINT ? manyRecords : 1100;

recordStoreContract('Cosmos DB', () => openCosmosEmulator([contractContainer, contractTenantContainer]), many);

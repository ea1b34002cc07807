import { openCosmosEmulator } from '../../../testing/cosmos-emulator.ts';
import { contractContainer, contractTenantContainer, recordStoreContract } from '../record-store.contract.ts';

recordStoreContract('Cosmos DB', () => openCosmosEmulator([contractContainer, contractTenantContainer]));

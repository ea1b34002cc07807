import type { Config } from '../config.ts';
import { registerDemonstrationTenants } from '../features/tenants/demonstration-tenants.ts';
import { registerSimulatedApp } from '../features/tenants/simulated-app.ts';
import type { Clock } from '../ports/clock.ts';
import type { Trail } from '../ports/trail.ts';
import type { Vault } from '../ports/vault.ts';
import type { Stores } from '../store/stores.ts';
import type { Adapters } from './adapters.ts';

type Parts = {
  config: Config;
  stores: Stores;
  simulator: Adapters['simulator'];
  vault: Vault;
  trail: Trail;
  clock: Clock;
};

/** Gives a fresh system the demonstration tenants and, where the simulator plays Microsoft, its app registration. */
async function prepareFreshSystem({ config, stores, simulator, vault, trail, clock }: Parts): Promise<void> {
  if ((await stores.users.count()) > 0) return;
  await registerDemonstrationTenants(stores.tenants, simulator.tenants, clock);
  if (!config.microsoft.isSimulated) return;
  const [staffTenantId = ''] = config.microsoft.staffTenantIds;
  const { systemConfig } = stores;
  await registerSimulatedApp({ systemConfig, vault, trail, now: clock.now() }, staffTenantId);
}

/** Prepares a fresh system once in a process, before the first request is answered. What failed is tried again. */
export function createStartUp(parts: Parts): () => Promise<void> {
  let prepared: Promise<void> | undefined;
  return () => {
    prepared ??= prepareFreshSystem(parts).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  };
}

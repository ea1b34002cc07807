import type { Config } from '../config.ts';
import { within } from '../domain/deadline/within.ts';
import { writeFindingKeys } from '../domain/finding/write-finding-keys.ts';
import type { CommonParts } from '../domain/parts/common-parts.ts';
import { writeTaskKeys } from '../domain/tasks/write-task-keys.ts';
import { writeUserKeys } from '../domain/user-access/write-user-keys.ts';
import { registerDemonstrationRoleMapping } from '../features/role-mappings/demonstration-role-mapping.ts';
import { registerDemonstrationTenants } from '../features/tenants/demonstration-tenants.ts';
import { registerSimulatedApp } from '../features/tenants/simulated-app.ts';
import { UnavailableError } from '../ports/unavailable.ts';
import type { Stores } from '../store/stores.ts';
import type { Adapters } from './adapters.ts';

type Parts = Pick<CommonParts, 'vault' | 'trail' | 'clock' | 'log'> & {
  config: Config;
  stores: Stores;
  simulator: Adapters['simulator'];
};

/**
 * Gives a fresh system the demonstration tenants, unless it is to have none. Where the simulator plays Microsoft, it gets its app
 * registration, and with the tenants who may come in from there.
 */
async function prepareFreshSystem({ config, stores, simulator, vault, trail, clock }: Parts): Promise<void> {
  if ((await stores.users.count()) > 0) return;
  if (config.hasDemonstrationTenants) await registerDemonstrationTenants(stores.tenants, simulator.tenants, clock);
  if (!config.microsoft.isSimulated) return;
  const [staffTenantId = ''] = config.microsoft.staffTenantIds;
  const { systemConfig, roleMappings } = stores;
  await registerSimulatedApp({ systemConfig, vault, trail, now: clock.now() }, staffTenantId);
  if (config.hasDemonstrationTenants) await registerDemonstrationRoleMapping(roleMappings, clock);
}

/** A request waits no longer for a start that goes on: whoever sent it is told to come back. */
const startWithinMs = 5000;

/**
 * Prepares a fresh system once in a process, before the first request is answered. What failed is tried again by the next
 * request, so that a host needs no restart when its services come back.
 * @throws UnavailableError while it has not succeeded
 */
export function createStartUp(parts: Parts): () => Promise<void> {
  let isPrepared = false;
  let trying: Promise<void> | undefined;
  const start = async () => {
    try {
      await prepareFreshSystem(parts);
      await writeUserKeys(parts.stores.users);
      await writeFindingKeys(parts.stores.findings, parts.stores.tenants);
      await writeTaskKeys(parts.stores.tasks, parts.stores.tenants);
      isPrepared = true;
    } catch (error) {
      if (error instanceof UnavailableError) throw error;
      parts.log('The start failed and is tried again', { error });
      throw new UnavailableError('records', error);
    } finally {
      trying = undefined;
    }
  };
  return async () => {
    if (isPrepared) return;
    trying ??= start();
    await within(trying, startWithinMs).catch((error: unknown) => {
      throw error instanceof UnavailableError ? error : new UnavailableError('records', error);
    });
  };
}

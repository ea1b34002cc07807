import { startScan } from '@tenantry/contract/scans';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { startSimulatorServer } from '@tenantry/simulator/simulator-server';
import { createTestApp, type TestAppOptions } from './test-app.ts';

/** The whole API with a simulator of its own over HTTP, and the session of its first administrator. */
export async function openSimulatedApp(settings: Record<string, string> = {}, options: TestAppOptions = {}) {
  const cloud = createSimulatedCloud({ now: () => new Date() });
  const simulator = await startSimulatorServer({ port: 0, cloud });
  const app = await createTestApp({ SIMULATOR_URL: simulator.url, ...settings }, options);
  const cookie = await app.registerAdmin();
  return {
    cloud,
    app,
    cookie,
    /** Scans a tenant to the end. @returns the id of the scan */
    async scan(tenantId: string = weakProfile.id): Promise<string> {
      const started = await app.call(startScan, { body: { tenant_id: tenantId }, cookie });
      await app.drainQueue();
      return String(started.json.scanLogId);
    },
    async close() {
      await app.close();
      await simulator.close();
    },
  };
}

export type SimulatedApp = Awaited<ReturnType<typeof openSimulatedApp>>;

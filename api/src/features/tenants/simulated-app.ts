import { writeGraphApp } from '../../domain/connection/app-registration.ts';

/** The app registration of a stack whose Microsoft is the simulator, which knows every client and takes any secret. */
const simulatedClientId = '5c1d2f6e-7a90-4b3c-8e15-0f4a6b9d2c71';

export async function registerSimulatedApp(
  dependencies: Parameters<typeof writeGraphApp>[0],
  staffTenantId: string,
): Promise<void> {
  const change = {
    clientId: simulatedClientId,
    tenantId: staffTenantId,
    partnerCenterScopes: '',
    credential: { clientSecret: 'simulated' },
  };
  await writeGraphApp(dependencies, change, 'system');
}

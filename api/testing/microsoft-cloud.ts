import type { AppRegistration } from '@tenantry/simulator/entra/app-registrations';
import { demoProfiles } from '@tenantry/simulator/profiles/demo-profiles';
import { staffProfile } from '@tenantry/simulator/profiles/staff-profile';
import { createSignInCloud } from '@tenantry/simulator/sign-in/sign-in-cloud';
import { startSimulatorServer } from '@tenantry/simulator/simulator-server';
import type { TenantProfile } from '@tenantry/simulator/tenant-profile';
import { createSignInDriver } from '@tenantry/simulator/testing/sign-in-driver';

/**
 * A Microsoft with people in it, over HTTP, and the settings of an app whose Microsoft it is.
 * @param more tenants beside the demonstration ones
 * @param apps the only applications, with their secrets; without them any application and any secret passes
 */
export async function startMicrosoftCloud(more: readonly TenantProfile[] = [], apps?: AppRegistration[]) {
  const tenants = [...demoProfiles, ...more];
  const cloud = createSignInCloud({ now: () => new Date(), tenants, ...(apps ? { apps } : {}) });
  const server = await startSimulatorServer({ port: 0, cloud });
  const loginUrl = `${server.url}/login`;
  const driver = createSignInDriver(loginUrl);
  return {
    cloud,
    staffTenantId: staffProfile.id,
    settings: {
      MICROSOFT_CLOUD: 'simulator',
      SIMULATOR_URL: server.url,
      MICROSOFT_LOGIN_URL: loginUrl,
      STAFF_TENANT_IDS: staffProfile.id,
    },
    /** Does on Microsoft's page at this address what the fields say; the parameters with which the browser comes back. */
    async visit(address: string, fields: Record<string, string>): Promise<Record<string, string>> {
      if (!address.startsWith(loginUrl)) throw new Error(`${address} is not on Microsoft's sign-in pages`);
      const answer = await driver.submit(address.slice(loginUrl.length), fields);
      const location = answer.headers.get('location');
      if (location === null)
        throw new Error(`Microsoft answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
      return Object.fromEntries(new URL(location).searchParams);
    },
    close: () => server.close(),
  };
}

export type MicrosoftCloud = Awaited<ReturnType<typeof startMicrosoftCloud>>;

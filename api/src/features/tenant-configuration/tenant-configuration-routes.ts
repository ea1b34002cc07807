import { getTenantConfiguration, type TenantConfiguration } from '@tenantry/contract/tenant-configuration';
import { type Route, tenantRoute } from '../../http/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Microsoft365 } from '../../ports/microsoft365.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { type Kept, snapshotView, usageView } from './configuration-view.ts';
import { readSetUp } from './read-set-up.ts';
import { scriptFileName, setUpScript } from './set-up-script.ts';
import { setUpItems, setUpState } from './set-up-state.ts';

type Dependencies = {
  microsoft365: Pick<Microsoft365, 'graph' | 'applicationPermissions' | 'clientId'>;
  tenantConfigurations: { read(owner: Pick<TenantRecord, 'id' | 'isMock'>): Promise<Kept | null> };
  settings: { isOn: boolean; sharePercent: number };
  clock: Clock;
};

/** How long Microsoft may take before somebody who waits at a page is told that it did not answer. */
const readTimeMs = 20_000;

async function seenIn({ microsoft365 }: Dependencies, tenant: TenantRecord) {
  const target = { entraTenantId: tenant.m365TenantId, isSimulated: tenant.isMock };
  const signal = AbortSignal.timeout(readTimeMs);
  const graph = microsoft365.graph(target, { maxWaitMs: readTimeMs, signal });
  return readSetUp({ graph, signal, applicationPermissions: () => microsoft365.applicationPermissions(target) });
}

async function scriptFor({ microsoft365 }: Dependencies, { m365TenantId, isMock }: TenantRecord) {
  const clientId = await microsoft365.clientId({ entraTenantId: m365TenantId, isSimulated: isMock });
  return clientId === null ? null : { fileName: scriptFileName, text: setUpScript(m365TenantId, clientId) };
}

async function view(dependencies: Dependencies, tenant: TenantRecord): Promise<TenantConfiguration> {
  const { settings, clock, tenantConfigurations } = dependencies;
  const now = clock.now();
  const about = {
    tenantName: tenant.displayName,
    isSimulated: tenant.isMock,
    nextScanAt: tenant.nextScanAt ?? null,
    checkedAt: now.toISOString(),
  };
  if (!settings.isOn) return { ...about, state: 'off', items: [], snapshot: null, usage: null, script: null };
  const [seen, kept, script] = await Promise.all([
    seenIn(dependencies, tenant),
    tenantConfigurations.read(tenant),
    scriptFor(dependencies, tenant),
  ]);
  const items = setUpItems(seen);
  return {
    ...about,
    state: setUpState(items),
    items,
    snapshot: kept && snapshotView(kept),
    usage: usageView(kept, settings.sharePercent, now),
    script,
  };
}

/** Whether a tenant has what Tenant Configuration Management needs, and what its snapshots gave. */
export function tenantConfigurationRoutes(dependencies: Dependencies): Route[] {
  return [tenantRoute(getTenantConfiguration, ({ tenant }) => view(dependencies, tenant.tenant))];
}

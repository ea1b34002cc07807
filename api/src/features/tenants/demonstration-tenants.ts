import { emptyOutbox } from '../../domain/audit-trail/outbox.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Creatable, createOnce } from '../../ports/collection.ts';
import type { TenantRecord } from '../../store/tenants.ts';

export type DemonstrationTenant = {
  id: string;
  displayName: string;
  domain: string;
  emergencyAccounts: readonly { userId: string; displayName: string; userPrincipalName: string }[];
};

const reason = 'Emergency access account of the demonstration tenant';

/** Registers the simulator's tenants, each once. Their directory id is their tenant id: both are theirs alone. */
export async function registerDemonstrationTenants(
  store: Creatable<TenantRecord>,
  tenants: readonly DemonstrationTenant[],
  clock: Clock,
): Promise<void> {
  const at = clock.now().toISOString();
  for (const { id, displayName, domain, emergencyAccounts } of tenants) {
    await createOnce(store, {
      id,
      name: displayName,
      nameKey: displayName.toLowerCase(),
      displayName,
      domain,
      m365TenantId: id,
      isMock: true,
      emergencyAccounts: emergencyAccounts.map((account) => ({
        ...account,
        reason,
        declaredBy: 'demonstration',
        declaredAt: at,
        expiresAt: null,
      })),
      mailUses: [],
      tasksHeldAt: null,
      audit: null,
      lastScan: null,
      lastReports: [],
      reportTimeZone: null,
      scanFailing: null,
      directorySyncDueAt: at,
      ...emptyOutbox,
      createdAt: at,
      updatedAt: at,
    });
  }
}

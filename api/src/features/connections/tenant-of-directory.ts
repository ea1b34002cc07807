import type { TenantOrigin } from '@tenantry/contract/tenant-groups';
import { cleanText } from '@tenantry/contract/text';
import { emptyOutbox, settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { AppError } from '../../http/app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import { createOnce } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import { everyTenant } from '../../store/scope.ts';
import type { TenantStore } from '../../store/tenant-store.ts';
import type { TenantRecord } from '../../store/tenants.ts';

type Dependencies = { tenants: TenantStore; trail: Pick<Trail, 'recordOutbox'>; clock: Clock };
type Organization = { name: string; domain: string };

const maxNameLength = 200;
/** The longest name that DNS carries. */
const maxDomainLength = 253;

/** Its name may be given anew, and its directory connected anew, once nothing of it is left. */
export const stillOffboarding = () =>
  new AppError('CONFLICT', 'This directory is being offboarded. Try again once that has ended.');

export function newTenant(entraTenantId: string, name: string, organization: Organization, at: Date): TenantRecord {
  return {
    // A directory is one tenant, however many make it at once: the store refuses the second record of this id.
    id: entraTenantId,
    name,
    nameKey: name.toLowerCase(),
    displayName: organization.name,
    domain: organization.domain,
    m365TenantId: entraTenantId,
    isMock: false,
    emergencyAccounts: [],
    mailUses: [],
    tasksHeldAt: null,
    audit: null,
    lastScan: null,
    lastReports: [],
    reportTimeZone: null,
    scanFailing: null,
    nextScanAt: null,
    createdAt: at.toISOString(),
    updatedAt: at.toISOString(),
    ...emptyOutbox,
  };
}

/** As Microsoft gave them, made to be shown: a name of which nothing is left is the directory's id. */
function shown({ name, domain }: Organization, entraTenantId: string): Organization {
  return { name: cleanText(name, maxNameLength) || entraTenantId, domain: cleanText(domain, maxDomainLength) };
}

/**
 * The tenant of a directory; made where it is new, under a name that is free.
 * @param by a user's name, or `system`
 * @throws AppError CONFLICT while its former tenant is being offboarded
 */
export async function tenantOfDirectory(
  { tenants, trail, clock }: Dependencies,
  entraTenantId: string,
  told: Organization,
  by: string,
  origin: TenantOrigin = 'direct',
): Promise<{ tenant: TenantRecord; isNew: boolean }> {
  const organization = shown(told, entraTenantId);
  const present = await tenants.ofDirectory(everyTenant, entraTenantId);
  if (present) return { tenant: present, isNew: false };
  if (await tenants.offboarding.ofDirectory(entraTenantId)) throw stillOffboarding();
  const at = clock.now();
  for (const suffix of ['', ` (${organization.domain})`, ` (${entraTenantId})`]) {
    const name = `${organization.name}${suffix}`;
    const entry = {
      eventType: 'tenant_created',
      user: by,
      target: name,
      tenantId: entraTenantId,
      details: {},
    } as const;
    const created = withEntry({ ...newTenant(entraTenantId, name, organization, at), origin }, entry, at);
    const stored = await createOnce(tenants, created);
    if (stored) {
      await settleOutbox(tenants, created, trail, stored.etag);
      return { tenant: created, isNew: true };
    }
    const twin = await tenants.get(entraTenantId);
    if (twin) return { tenant: twin.value, isNew: false };
    if (await tenants.offboarding.isOffboarding(entraTenantId)) throw stillOffboarding();
  }
  throw new Error(`No name is free for the tenant ${entraTenantId}`);
}

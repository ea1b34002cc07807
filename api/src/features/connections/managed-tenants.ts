import type { Parsed } from '@tenantry/contract/endpoint';
import type { changeTenant, createTenant, ManagedTenant } from '@tenantry/contract/managed-tenants';
import { settleOutbox, withEntry } from '../../domain/audit-trail/outbox.ts';
import { whatChanged } from '../../domain/audit-trail/what-changed.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import { createOnce, RecordChangedError, RecordExistsError } from '../../ports/collection.ts';
import type { Trail } from '../../ports/trail.ts';
import { everyTenant } from '../../store/scope.ts';
import { inVerifiedText, type TenantRecord } from '../../store/tenants.ts';
import type { CredentialService } from './credential-service.ts';
import { newTenant, stillOffboarding } from './tenant-of-directory.ts';

export type ManagedTenantDependencies = Pick<CommonParts, 'tenants' | 'clock'> & {
  credentials: Pick<CredentialService, 'prepareOwnApp'>;
  trail: Pick<Trail, 'recordOutbox'>;
};

type Creation = Parsed<typeof createTenant.body>;
type Change = Parsed<typeof changeTenant.body>;

const fieldConflict = (path: string, message: string) =>
  new AppError('CONFLICT', message, { fields: [{ path, message }] });
const nameTaken = (field: 'name' | 'displayName' = 'name') =>
  fieldConflict(field, 'Another tenant has this name. Choose another one.');

export const managedTenant = (tenant: TenantRecord): ManagedTenant => {
  const { id, name, displayName, domain, m365TenantId, isMock, createdAt, updatedAt } = tenant;
  return { id, name, displayName, domain, m365TenantId, isMock, createdAt, updatedAt };
};

/** Refuses a directory that has a tenant, or had one of which something is left. */
async function requireFreeDirectory({ tenants }: ManagedTenantDependencies, directory: string): Promise<void> {
  const present = await tenants.ofDirectory(everyTenant, directory);
  if (present) throw fieldConflict('m365TenantId', `This directory is connected already, as ${present.name}.`);
  const isLeaving =
    (await tenants.offboarding.ofDirectory(directory)) ?? (await tenants.offboarding.isOffboarding(directory));
  if (isLeaving) throw stillOffboarding();
}

type Names = Partial<Pick<TenantRecord, 'name' | 'displayName'>>;

/**
 * Names are one tenant's alone among those that the caller sees. Of the others nothing is told: two of one name whom somebody
 * else sees together have their domains beside them wherever they are chosen.
 * @throws AppError CONFLICT
 */
async function requireFreeNames(
  { tenants }: ManagedTenantDependencies,
  ownId: string,
  names: Names,
  { scope }: Caller,
): Promise<void> {
  for (const field of ['name', 'displayName'] as const) {
    const wanted = names[field];
    if (wanted === undefined) continue;
    if ((await tenants.called(scope, wanted)).some(({ id }) => id !== ownId)) throw nameTaken(field);
  }
}

/**
 * A domain that Microsoft has verified for another directory is not taken. Whoever sees some tenants alone chooses among those that
 * are verified for this one: any other gets one answer, so that it does not tell which domains the tenants of others have.
 * @throws AppError CONFLICT
 */
async function requireOwnDomain(
  { tenants }: ManagedTenantDependencies,
  { id, verifiedDomains = '' }: Pick<TenantRecord, 'id' | 'verifiedDomains'>,
  domain: string,
  { scope }: Caller,
): Promise<void> {
  if (domain === '' || verifiedDomains.includes(inVerifiedText(domain))) return;
  if (scope.kind !== 'all') {
    throw fieldConflict('domain', 'Choose a domain that Microsoft has verified for this directory.');
  }
  const [other] = (await tenants.verifiedFor(scope, domain)).filter((one) => one.id !== id);
  if (other) throw fieldConflict('domain', `Microsoft has verified this domain for ${other.name}.`);
}

/** The credentials of a new tenant; null where none are given. @throws AppError INVALID_INPUT for another directory's */
function givenApp({ credentials }: Creation, directory: string) {
  if (!credentials?.clientId || !credentials.clientSecret || !credentials.tenantId) return null;
  if (credentials.tenantId.toLowerCase() !== directory) {
    const message = 'The credentials are for another directory than that of the tenant';
    throw new AppError('INVALID_INPUT', message, { fields: [{ path: 'credentials.tenantId', message }] });
  }
  const { clientId, clientSecret } = credentials;
  return { clientId: clientId.toLowerCase(), clientSecret, secretExpiresAt: null, environment: 'Production' as const };
}

/**
 * Creates the tenant of a directory. Its id is the directory's, so that of two that create it at once, partner sync and
 * consent among them, the store refuses one.
 * @throws AppError CONFLICT where the directory has a tenant, or the name is another tenant's
 */
export async function createManagedTenant(
  dependencies: ManagedTenantDependencies,
  body: Creation,
  caller: Caller,
): Promise<TenantRecord> {
  const { tenants, trail, credentials, clock } = dependencies;
  const directory = body.m365TenantId.toLowerCase();
  const app = givenApp(body, directory);
  await requireFreeDirectory(dependencies, directory);
  const at = clock.now();
  const { name, domain, isMock } = body;
  const displayName = body.displayName || name;
  await requireFreeNames(dependencies, directory, { name, displayName }, caller);
  await requireOwnDomain(dependencies, { id: directory }, domain, caller);
  const made: TenantRecord = { ...newTenant(directory, name, { name: displayName, domain }, at), isMock };
  // Encrypted before anything is written: where the vault is away, nothing is half made.
  const secret = app && (await credentials.prepareOwnApp(made, app, { useMock: isMock, by: caller.user.username }));
  const details = { displayName, domain, m365TenantId: directory, isMock, withCredentials: app !== null };
  const entry = { eventType: 'tenant_created', user: caller.user.username, target: name, tenantId: directory } as const;
  const record = withEntry(made, { ...entry, details }, at);
  const stored = await createOnce(tenants, record);
  if (!stored) {
    await requireFreeDirectory(dependencies, directory);
    throw nameTaken();
  }
  try {
    await secret?.save();
  } catch (error) {
    // Its entry is not sealed yet: a tenant without the credentials that were asked for never was.
    await tenants.offboarding.delete(directory);
    throw error;
  }
  await settleOutbox(tenants, record, trail, stored.etag);
  return record;
}

/** @throws AppError CONFLICT where a field is another by now than the editor saw */
function requireAsSeen(tenant: TenantRecord, { expected = {} }: Change): void {
  for (const field of ['name', 'displayName', 'domain'] as const) {
    if (expected[field] === undefined || expected[field] === tenant[field]) continue;
    throw new AppError('CONFLICT', 'Somebody changed this tenant meanwhile. Reload it and make your change again.');
  }
}

/** What a change asks for and is not so already, of which each has to be free. */
function changedNames(before: TenantRecord, after: TenantRecord): Names {
  const fields = (['name', 'displayName'] as const).filter(
    (field) => before[field].toLowerCase() !== after[field].toLowerCase(),
  );
  return Object.fromEntries(fields.map((field) => [field, after[field]]));
}

/** The key of its name; `apart` where a tenant has it that the caller does not see. */
function nameKeyOf(before: TenantRecord, name: string, apart: boolean): string {
  const key = name.toLowerCase();
  if (key === before.name.toLowerCase()) return before.nameKey;
  return apart ? `${key}\n${before.id}` : key;
}

/**
 * Changes how a tenant is called.
 * @throws AppError CONFLICT where a name is another tenant's that the caller sees, the domain another directory's, or somebody
 * changed it meanwhile
 */
export async function changeManagedTenant(
  dependencies: ManagedTenantDependencies,
  tenantId: string,
  change: Change,
  caller: Caller,
): Promise<TenantRecord> {
  const { tenants, trail, clock } = dependencies;
  for (let apart = false; ; ) {
    const stored = await tenants.get(tenantId);
    if (!stored) throw new AppError('TENANT_NOT_FOUND', 'There is no such tenant, or you do not have access to it.');
    const before = stored.value;
    requireAsSeen(before, change);
    const { name = before.name, displayName = before.displayName, domain = before.domain } = change;
    const after = { ...before, name, displayName: displayName || name, domain };
    const changed = whatChanged(before, after, ['name', 'displayName', 'domain']);
    if (Object.keys(changed.after).length === 0) return before;
    await requireFreeNames(dependencies, tenantId, changedNames(before, after), caller);
    if (domain.toLowerCase() !== before.domain.toLowerCase()) {
      await requireOwnDomain(dependencies, before, domain, caller);
    }
    const at = clock.now();
    const entry = { eventType: 'tenant_changed', user: caller.user.username, target: name, tenantId } as const;
    const dated = { ...after, nameKey: nameKeyOf(before, name, apart), updatedAt: at.toISOString() };
    const record = withEntry(dated, { ...entry, details: changed }, at);
    try {
      const replaced = await tenants.replace(record, stored.etag);
      await settleOutbox(tenants, record, trail, replaced.etag);
      return record;
    } catch (error) {
      // Whoever sees all of them learns of one that is just being offboarded, too.
      if (error instanceof RecordExistsError && (apart || caller.scope.kind === 'all')) throw nameTaken();
      if (error instanceof RecordExistsError) apart = true;
      else if (!(error instanceof RecordChangedError)) throw error;
    }
  }
}

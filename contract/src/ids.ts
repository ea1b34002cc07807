import * as z from 'zod/mini';

const guid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const lowerGuid = (message: string) => z.string().check(z.regex(new RegExp(`^${guid}$`), message));

/** A tenant's id: a lower-case GUID. */
export const TenantId = lowerGuid('Must be a tenant id (a lower-case GUID)');

/** The id of a record that belongs to no tenant. */
export const GivenId = lowerGuid('Must be an id as this API gave it out');

/** An id that the caller makes. */
export const LowerGuid = lowerGuid('Must be a GUID in lower case');

/** A GUID as people and Microsoft's pages write it. Spelled out, since JSON Schema's patterns know no flag for case. */
export const guidInAnyCase = /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/;
export const Guid = z.string().check(z.trim(), z.regex(guidInAnyCase, 'Must be a GUID'));

/**
 * The id of a record that belongs to a tenant and travels alone: `{tenantId}_{rest}`. The prefix names the partition;
 * it grants nothing, since the tenant it names is checked against the caller's scope like any other.
 */
export const TenantRecordId = z
  .string()
  .check(z.regex(new RegExp(`^${guid}_[A-Za-z0-9_-]{1,80}$`), 'Must be an id as this API gave it out'));

/** The id of a tenant's record. `rest` holds letters, digits, hyphens and underscores only. */
export function tenantRecordId(tenantId: string, rest: string): string {
  return `${tenantId}_${rest}`;
}

/** The tenant that a `TenantRecordId` names. */
export function tenantIdOfRecordId(recordId: string): string {
  return recordId.slice(0, 36);
}

/** Stands in a tenant's place where a record concerns the installation: its partition, and the prefix of its id. No tenant has it. */
export const systemWideId = '00000000-0000-0000-0000-000000000000';

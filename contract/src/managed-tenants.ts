import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { guidInAnyCase, systemWideId, TenantId } from './ids.ts';
import { Instant } from './lists.ts';
import { line } from './text.ts';

export const tenantNameMaxLength = 255;
/** The longest name that DNS carries. */
const domainMaxLength = 253;

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const domainName = new RegExp(`^(?:${label}(?:\\.${label})+)?$`);

const TenantName = line({
  min: 1,
  tooShort: 'Name is required',
  max: tenantNameMaxLength,
  tooLong: `Name must be at most ${tenantNameMaxLength} characters`,
});
const DisplayName = line({
  max: tenantNameMaxLength,
  tooLong: `Display name must be at most ${tenantNameMaxLength} characters`,
});
/** '' where none is known. */
const Domain = line({ max: domainMaxLength }).check(z.regex(domainName, 'Must be a domain such as contoso.com'));

export const allCredentialsNeeded =
  'If providing Graph credentials, all fields (Client ID, Client Secret, Tenant ID) are required';

const isBlank = (value: string | undefined) => value === undefined || value === '';

/** The tenant's own app registration: all of it or nothing. Blank fields count as left out. */
export const NewCredentials = z
  .object({
    clientId: z.optional(line({ max: 36 })),
    clientSecret: z.optional(line({ max: 512 })),
    tenantId: z.optional(line({ max: 36 })),
  })
  .check(
    z.refine(
      ({ clientId, clientSecret, tenantId }) => {
        const blank = [clientId, clientSecret, tenantId].filter(isBlank).length;
        return blank === 0 || blank === 3;
      },
      { message: allCredentialsNeeded },
    ),
    z.refine(({ clientId }) => isBlank(clientId) || guidInAnyCase.test(clientId ?? ''), {
      message: 'Must be a GUID',
      path: ['clientId'],
    }),
    z.refine(({ tenantId }) => isBlank(tenantId) || guidInAnyCase.test(tenantId ?? ''), {
      message: 'Must be a GUID',
      path: ['tenantId'],
    }),
  );

export const ManagedTenant = z.object({
  id: TenantId,
  name: z.string(),
  displayName: z.string(),
  domain: z.string(),
  m365TenantId: z.string(),
  isMock: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
});
export type ManagedTenant = z.infer<typeof ManagedTenant>;

export const createTenant = defineEndpoint({
  name: 'tenant-create',
  summary: 'Create the tenant of a directory: one for each directory',
  method: 'POST',
  path: '/api/admin/tenants',
  access: 'admin',
  stepUp: true,
  body: z.object({
    name: TenantName,
    /** As pages show it; left out: the name. */
    displayName: z.optional(DisplayName),
    domain: z._default(Domain, ''),
    m365TenantId: z.string('Directory (tenant) ID is required').check(
      z.trim(),
      z.minLength(1, 'Directory (tenant) ID is required'),
      z.regex(guidInAnyCase, 'Must be a GUID, as Entra ID shows it'),
      z.refine((id) => id !== systemWideId, 'This is no directory: its id is all zeros'),
    ),
    /** Simulated data instead of the directory's own. */
    isMock: z._default(z.boolean(), false),
    credentials: z.optional(NewCredentials),
  }),
  response: ManagedTenant,
  statuses: [201],
});

const fieldsToChange = ['name', 'displayName', 'domain'] as const;

export const changeTenant = defineEndpoint({
  name: 'tenant-change',
  summary: 'Change how a tenant is called',
  method: 'PATCH',
  path: '/api/admin/tenants/{id}',
  access: 'admin',
  tenant: { from: 'path', name: 'id' },
  params: z.object({ id: TenantId }),
  body: z
    .object({
      name: z.optional(TenantName),
      displayName: z.optional(DisplayName),
      domain: z.optional(Domain),
      /** The fields as the editor saw them: where one of them is another by now, nothing is changed (409). */
      expected: z.optional(
        z.object({ name: z.optional(z.string()), displayName: z.optional(z.string()), domain: z.optional(z.string()) }),
      ),
    })
    .check(
      z.refine((body) => fieldsToChange.some((field) => body[field] !== undefined), {
        message: 'name, displayName or domain is required',
        path: ['name'],
      }),
    ),
  response: ManagedTenant,
});

/** `done`: nothing of the tenant is left. Otherwise it goes on by itself, and what it waits for is told. */
export const Offboarding = z.object({
  id: TenantId,
  name: z.string(),
  since: Instant,
  done: z.boolean(),
});
export type Offboarding = z.infer<typeof Offboarding>;

export const offboardTenant = defineEndpoint({
  name: 'tenant-offboard',
  summary: 'Offboard a tenant: everything that is stored of it is deleted, but for the audit trail',
  method: 'DELETE',
  path: '/api/admin/tenants/{id}',
  access: 'admin',
  stepUp: true,
  params: z.object({ id: TenantId }),
  /** Its name, typed exactly. */
  body: z.object({ name: line({ max: 2000 }) }),
  response: Offboarding,
});

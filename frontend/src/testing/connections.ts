import type { M365Status } from '@tenantry/contract/connection-status';
import type { AdminTenant, Credential, listCredentials } from '@tenantry/contract/connections';
import type { Parsed } from '@tenantry/contract/endpoint';
import type { TenantPermission, TenantPermissions } from '@tenantry/contract/tenant-permissions';
import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type * as z from 'zod/mini';
import { contoso, fabrikam, json, signedInServer } from './fake-server.ts';

/** A connected tenant as the list of tenants has it. */
export const managedTenant = (change: Partial<AdminTenant> = {}): AdminTenant => ({
  id: contoso.id,
  name: 'Contoso',
  displayName: 'Contoso',
  orgName: 'Contoso',
  domain: 'contoso.example',
  isMock: false,
  onboardedDate: '2026-01-02T00:00:00.000Z',
  linkedM365Users: null,
  credentialStatus: 'connected',
  trouble: null,
  lastAuditDate: null,
  lastScanStatus: 'none',
  lastScanDate: null,
  schedule: null,
  nextScanAt: null,
  ...change,
});

/** A connection that works, as the list of credentials has it. */
export const credential = (change: Partial<Credential> = {}): Credential => ({
  id: fabrikam.id,
  tenant: 'Fabrikam',
  tenantName: 'Fabrikam',
  tenantId: fabrikam.id,
  entraTenantId: '87654321-aaaa-4bbb-8ccc-dddddddddddd',
  hasOwnApp: true,
  clientId: '12345678-aaaa-4bbb-8ccc-dddddddddddd',
  status: 'active',
  error: null,
  trouble: null,
  lastAuditDate: null,
  environment: 'Production',
  lastUsed: null,
  lastAuthenticatedAt: null,
  secretExpiresAt: null,
  scopes: [],
  userEmail: null,
  email: null,
  isMock: false,
  goesLive: false,
  lastTest: null,
  ...change,
});

/** The list of these credentials, none of them corrupted. */
export const credentialList = (
  credentials: Credential[],
  installationSecretExpiresAt: string | null = null,
): Parsed<(typeof listCredentials)['response']> => ({
  credentials,
  hasCorruptedCredentials: false,
  corruptedCount: 0,
  installationSecretExpiresAt,
  installationHasCertificate: false,
  installationSecretLeftOutBecause: null,
});

export const credentialPath = `/api/admin/credentials/${fabrikam.id}`;
export const saveCredentialsPath = '/api/admin/save-graph-creds';

export const permissionsPath = `${credentialPath}/permissions`;

/** A permission as the list of a tenant's has it. */
export const tenantPermission = (
  permission: string,
  state: TenantPermission['state'],
  change: Partial<TenantPermission> = {},
): TenantPermission => ({
  permission,
  kind: 'application',
  usedFor: ['users'],
  checks: [],
  state,
  grantedBy: null,
  ...change,
});

export const tenantPermissions = (
  permissions: TenantPermission[],
  unknownBecause: string | null = null,
): TenantPermissions => ({ permissions, checkedAt: '2026-01-02T00:00:00.000Z', unknownBecause });

/** A server with these credentials, of which the first are Fabrikam's. */
export const serverWithCredentials = (credentials: Credential[]) =>
  signedInServer()
    .on('GET /api/graph/credentials', () => json(credentialList(credentials)))
    .on(`GET ${credentialPath}`, () => json(credentials[0]))
    .on(`GET ${permissionsPath}`, () => json(tenantPermissions([])));

/** The dialog is gone, and the tenants that are read again after saving have come. */
export async function isReloaded(server: ReturnType<typeof serverWithCredentials>) {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(server.requestsTo('/api/tenants')).toHaveLength(2));
}

/** The Graph status of a live tenant that is well. */
export const m365Status = (over: Partial<z.infer<typeof M365Status>> = {}): z.infer<typeof M365Status> => ({
  mode: 'live',
  live: true,
  lastTokenSuccess: true,
  lastGraphCallSuccess: true,
  lastTokenRequest: null,
  trouble: null,
  liveMode: true,
  mockMode: false,
  configured: true,
  tenantId: '11111111-0000-4000-8000-000000000000',
  ...over,
});

/** That of a simulated one. */
export const mockStatus = m365Status({ mode: 'mock', live: false, liveMode: false, mockMode: true, configured: false });

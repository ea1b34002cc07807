import type { AdminTenant, Credential, listCredentials } from '@tenantry/contract/connections';
import type { Parsed } from '@tenantry/contract/endpoint';
import { contoso, fabrikam } from './fake-server.ts';

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
  lastScanStatus: null,
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
});

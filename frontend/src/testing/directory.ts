import type { DirectorySyncState, listTenantUsers, M365User } from '@tenantry/contract/directory';
import type { Parsed } from '@tenantry/contract/endpoint';

type Answer = Parsed<(typeof listTenantUsers)['response']>;

/** An account of a directory of which everything is known. */
export const m365User = (change: Partial<M365User> = {}): M365User => ({
  id: 'aaaaaaaa-0000-4000-8000-000000000001',
  displayName: 'Ada Abel',
  email: 'ada@contoso.example',
  userPrincipalName: 'ada@contoso.example',
  jobTitle: 'Engineer',
  userType: 'Member',
  accountEnabled: true,
  licenseAssigned: true,
  mfaEnforced: true,
  mfaUnknownBecause: null,
  directoryRoles: [],
  rolesUnknownBecause: null,
  ...change,
});

/** A synchronization that has gone well. */
export const directorySync = (change: Partial<DirectorySyncState> = {}): DirectorySyncState => ({
  status: 'completed',
  startedAt: '2026-11-20T10:00:00.000Z',
  endedAt: '2026-11-20T10:01:00.000Z',
  processed: 1,
  error: null,
  grantUrl: null,
  nextAt: '2026-11-21T10:00:00.000Z',
  ...change,
});

/** Contoso's directory with these accounts. */
export const directoryOf = (users: M365User[], change: Partial<Answer> = {}): Answer => ({
  users,
  tenantInfo: { orgName: 'Contoso Ltd', domain: 'contoso.example', isMock: false },
  total: users.length,
  syncedAt: '2026-11-20T10:00:00.000Z',
  unknownBecause: null,
  sync: directorySync(),
  ...change,
});

import type { RoleName } from '../directory/role-templates.ts';
import { noConfiguration } from '../posture/configuration-posture.ts';
import type { AdminAccount, TenantProfile } from '../tenant-profile.ts';
import { emergencyAccount, goodProfile } from './good-profile.ts';

function worker(role: RoleName, lastSignInDaysAgo: number): AdminAccount {
  return {
    kind: 'person',
    roles: [{ role, assignment: 'active' }],
    mfaCapable: true,
    passwordless: true,
    lastSignInDaysAgo,
  };
}

/**
 * The managed-service provider's own tenant: where its people sign in. Administrators, technicians and a viewer by
 * their directory roles, others without any.
 */
export const staffProfile: TenantProfile = {
  ...goodProfile,
  configuration: noConfiguration,
  id: 'a4d07e35-6b18-4f92-8c5d-3e9b1f7a2c06',
  name: 'lanternmsp',
  displayName: 'Lantern Managed Services',
  domain: 'lanternmsp.example',
  parkedDomains: [],
  countryCode: 'GB',
  userCount: 40,
  admins: [
    emergencyAccount,
    worker('Global Administrator', 0),
    worker('Security Administrator', 1),
    worker('Helpdesk Administrator', 0),
    worker('Security Reader', 2),
    worker('Global Reader', 3),
  ],
  groups: [
    {
      displayName: 'Service desk leads',
      kind: 'security',
      roleAssignable: true,
      roles: [{ role: 'User Administrator', assignment: 'active' }],
      members: [8, 9],
    },
  ],
  riskEvents: [],
  legacySignIns: [],
  alerts: [],
  accessReviews: 'none',
  branding: null,
};

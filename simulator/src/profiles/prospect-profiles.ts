import type { TenantProfile } from '../tenant-profile.ts';
import { criticalProfile } from './critical-profile.ts';
import { weakProfile } from './weak-profile.ts';

/** Organizations that exist and have not consented yet: onboarding connects them. */
export const prospectProfiles: TenantProfile[] = [
  {
    ...weakProfile,
    configuration: { ...weakProfile.configuration, setUp: 'none' },
    id: 'd2f1a6c8-9e04-4b7d-a358-71c0e5b9d407',
    name: 'ferncliffeschools',
    displayName: 'Ferncliffe Schools Trust',
    domain: 'ferncliffeschools.example',
    parkedDomains: [],
    userCount: 64,
  },
  {
    ...criticalProfile,
    id: 'e96b3d70-1c5f-48a2-b4e9-0d8f6a2c7108',
    name: 'harrowgatebakery',
    displayName: 'Harrowgate Bakery',
    domain: 'harrowgatebakery.example',
    userCount: 18,
  },
];

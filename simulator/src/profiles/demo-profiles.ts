import type { TenantProfile } from '../tenant-profile.ts';
import { criticalProfile } from './critical-profile.ts';
import { goodProfile } from './good-profile.ts';
import { mixedProfile } from './mixed-profile.ts';
import { weakProfile } from './weak-profile.ts';

/** The demonstration tenants, in the order in which they are shown. */
export const demoProfiles: TenantProfile[] = [weakProfile, goodProfile, criticalProfile, mixedProfile];

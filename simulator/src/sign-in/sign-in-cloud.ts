import { prospectProfiles } from '../profiles/prospect-profiles.ts';
import { staffProfile } from '../profiles/staff-profile.ts';
import { createSimulatedCloud, type SimulatedCloud, type SimulatedCloudOptions } from '../simulated-cloud.ts';
import { createEntraSignIn } from './entra-sign-in.ts';

/** The whole cloud: people can sign in, the MSP has a tenant of its own, and two prospects wait to be connected. */
export function createSignInCloud(options: Omit<SimulatedCloudOptions, 'signIn'>): SimulatedCloud {
  return createSimulatedCloud({
    staffTenant: staffProfile,
    prospects: prospectProfiles,
    ...options,
    signIn: createEntraSignIn,
  });
}

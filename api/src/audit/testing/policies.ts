import type { JsonObject } from '../facts/json-reader.ts';
import { privilegedRoles } from '../microsoft/privileged-roles.ts';

export type PolicyParts = {
  name?: string;
  state?: string;
  users?: JsonObject;
  applications?: JsonObject;
  conditions?: JsonObject;
  grant?: JsonObject | null;
  session?: JsonObject | null;
};

export const requireMfa: JsonObject = { operator: 'OR', builtInControls: ['mfa'] };
export const block: JsonObject = { operator: 'OR', builtInControls: ['block'] };
export const phishingResistantStrength: JsonObject = {
  operator: 'OR',
  builtInControls: [],
  authenticationStrength: { id: 's', allowedCombinations: ['fido2', 'windowsHelloForBusiness'] },
};
export const allAdminRoles: JsonObject = { includeRoles: privilegedRoles.map(({ id }) => id) };

/** A Conditional Access policy in Graph's shape: on for all users and applications, unless said otherwise. */
export function policy(parts: PolicyParts = {}): JsonObject {
  const name = parts.name ?? 'Policy';
  return {
    id: `id-of-${name}`,
    displayName: name,
    state: parts.state ?? 'enabled',
    conditions: {
      users: parts.users ?? { includeUsers: ['All'] },
      applications: parts.applications ?? { includeApplications: ['All'] },
      clientAppTypes: ['all'],
      ...parts.conditions,
    },
    grantControls: parts.grant === undefined ? requireMfa : parts.grant,
    sessionControls: parts.session ?? null,
  };
}

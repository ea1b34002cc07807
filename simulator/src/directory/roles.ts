import type {
  DirectoryRole,
  UnifiedRoleAssignment,
  UnifiedRoleAssignmentScheduleInstance,
  UnifiedRoleDefinition,
  UnifiedRoleEligibilityScheduleInstance,
} from '@microsoft/microsoft-graph-types';
import { guidOf } from '../counter-hash.ts';
import { dayMs, graphTime } from '../graph-time.ts';
import type { AdminRole } from '../tenant-profile.ts';
import { agentIdentityId } from './agents.ts';
import { type RoleName, roleNames, roleTemplates } from './role-templates.ts';
import type { TenantDirectory } from './tenant-directory.ts';

const salt = { assignment: 71, schedule: 72, activated: 73 };

interface Holding {
  ordinal: number;
  principalId: string;
  principal: { kind: 'user' | 'group' | 'agent'; index: number };
  role: AdminRole;
}

/** Every role that somebody holds: accounts first, then role-assignable groups, then agents. */
export function roleHoldings(directory: TenantDirectory): Holding[] {
  const holdings: Holding[] = [];
  const add = (principalId: string, principal: Holding['principal'], roles: AdminRole[]) => {
    for (const role of roles) holdings.push({ ordinal: holdings.length, principalId, principal, role });
  };
  for (let index = 0; directory.adminAt(index); index++) {
    add(directory.userId(index), { kind: 'user', index }, directory.adminAt(index)?.roles ?? []);
  }
  directory.profile.groups.forEach((group, index) => {
    add(directory.groupIdAt(index), { kind: 'group', index }, group.roles ?? []);
  });
  directory.profile.agents?.forEach((agent, index) => {
    add(agentIdentityId(directory, index), { kind: 'agent', index }, agent.roles);
  });
  for (const { user, role } of directory.profile.grantedRoles ?? []) {
    add(directory.userId(user), { kind: 'user', index: user }, [role]);
  }
  return holdings;
}

/** For built-in roles the definition's id is the template id. */
export function roleDefinitions(): UnifiedRoleDefinition[] {
  return roleNames.map((displayName) => ({
    id: roleTemplates[displayName],
    templateId: roleTemplates[displayName],
    displayName,
    description: `Built-in role ${displayName}.`,
    isBuiltIn: true,
    isEnabled: true,
    resourceScopes: ['/'],
    rolePermissions: [],
    version: '1',
  }));
}

export function roleAssignments(directory: TenantDirectory): UnifiedRoleAssignment[] {
  return roleHoldings(directory)
    .filter((holding) => holding.role.assignment === 'active')
    .map((holding) => ({
      id: guidOf(directory.key, holding.ordinal, salt.assignment),
      principalId: holding.principalId,
      roleDefinitionId: roleTemplates[holding.role.role],
      directoryScopeId: '/',
    }));
}

export function roleAssignmentScheduleInstances(
  directory: TenantDirectory,
  anchorMs: number,
): UnifiedRoleAssignmentScheduleInstance[] {
  return roleHoldings(directory)
    .filter((holding) => holding.role.assignment === 'active')
    .map(({ ordinal, principalId, role }) => ({
      id: guidOf(directory.key, ordinal, salt.schedule),
      principalId,
      roleDefinitionId: roleTemplates[role.role],
      directoryScopeId: '/',
      appScopeId: null,
      startDateTime: role.throughPim === false ? null : graphTime(anchorMs - (60 + ordinal) * dayMs),
      endDateTime: role.endsInDays === undefined ? null : graphTime(anchorMs + role.endsInDays * dayMs),
      assignmentType: 'Assigned',
      memberType: 'Direct',
      roleAssignmentOriginId: guidOf(directory.key, ordinal, salt.assignment),
      roleAssignmentScheduleId: guidOf(directory.key, ordinal, salt.schedule),
    }));
}

export function roleEligibilityScheduleInstances(
  directory: TenantDirectory,
  anchorMs: number,
): UnifiedRoleEligibilityScheduleInstance[] {
  return roleHoldings(directory)
    .filter((holding) => holding.role.assignment === 'eligible')
    .map(({ ordinal, principalId, role }) => ({
      id: guidOf(directory.key, ordinal, salt.schedule),
      principalId,
      roleDefinitionId: roleTemplates[role.role],
      directoryScopeId: '/',
      appScopeId: null,
      startDateTime: graphTime(anchorMs - (60 + ordinal) * dayMs),
      endDateTime: role.endsInDays === undefined ? null : graphTime(anchorMs + role.endsInDays * dayMs),
      memberType: 'Direct',
      roleEligibilityScheduleId: guidOf(directory.key, ordinal, salt.schedule),
    }));
}

/** Roles that were ever activated in the tenant, with their members' principals. */
export function activatedRoles(directory: TenantDirectory): { role: DirectoryRole; holdings: Holding[] }[] {
  const byRole = new Map<RoleName, Holding[]>();
  for (const holding of roleHoldings(directory)) {
    if (holding.role.assignment !== 'active') continue;
    byRole.set(holding.role.role, [...(byRole.get(holding.role.role) ?? []), holding]);
  }
  return [...byRole].map(([displayName, holdings]) => ({
    role: {
      id: guidOf(directory.key, roleNames.indexOf(displayName), salt.activated),
      roleTemplateId: roleTemplates[displayName],
      displayName,
      description: `Built-in role ${displayName}.`,
      deletedDateTime: null,
    },
    holdings,
  }));
}

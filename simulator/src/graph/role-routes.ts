import type { AccessReviewScheduleDefinition } from '@microsoft/microsoft-graph-types';
import { roleNames, roleTemplates } from '../directory/role-templates.ts';
import {
  roleAssignmentScheduleInstances,
  roleAssignments,
  roleDefinitions,
  roleEligibilityScheduleInstances,
} from '../directory/roles.ts';
import { accessReviewDefinitions } from '../posture/access-reviews.ts';
import { rolePolicyAssignment } from '../posture/role-policy.ts';
import { answerList } from './collection-answer.ts';
import { principalObject } from './directory-routes.ts';
import { type GraphAnswer, licenseErrors } from './graph-answer.ts';
import type { GraphCall } from './graph-call.ts';
import type { GraphRoute } from './graph-route.ts';

const definitionById = new Map(roleDefinitions().map((definition) => [definition.id, definition]));

interface HeldRole {
  principalId?: string | null;
  roleDefinitionId?: string | null;
}

/** Adds principal and roleDefinition where the call expands them. */
function expanded<T extends HeldRole>(call: GraphCall, items: T[]): object[] {
  const wanted = call.query.expand ?? '';
  return items.map((item) => ({
    ...item,
    ...(wanted.includes('principal')
      ? { principal: principalObject(call.directory, item.principalId ?? '', call.anchorMs) }
      : {}),
    ...(wanted.includes('roleDefinition') ? { roleDefinition: definitionById.get(item.roleDefinitionId ?? '') } : {}),
  }));
}

function requireP2(call: GraphCall): void {
  if (call.directory.profile.license !== 'p2') throw licenseErrors.governance();
}

function policyAssignments(call: GraphCall): GraphAnswer {
  requireP2(call);
  const withPolicy = call.query.expand?.startsWith('policy') === true;
  const withRules = call.query.expand?.includes('rules') === true;
  const items = roleNames.map((name) =>
    rolePolicyAssignment(call.directory, roleTemplates[name], { withPolicy, withRules }),
  );
  return answerList(call, 'policies/roleManagementPolicyAssignments', items);
}

/** The reviews of the profile, and those that somebody made. */
export function accessReviewsOf({ directory }: GraphCall): AccessReviewScheduleDefinition[] {
  const { id, license, accessReviews } = directory.profile;
  if (license !== 'p2') throw licenseErrors.accessReviews();
  return [...accessReviewDefinitions(id, accessReviews), ...directory.madeReviews];
}

export const roleRoutes: GraphRoute[] = [
  {
    path: '/roleManagement/directory/roleDefinitions',
    answer: (call) => answerList(call, 'roleManagement/directory/roleDefinitions', roleDefinitions()),
  },
  {
    path: '/roleManagement/directory/roleAssignments',
    answer: (call) =>
      answerList(
        call,
        'roleManagement/directory/roleAssignments',
        expanded(call, [...roleAssignments(call.directory), ...call.directory.configuration.directoryRoleGrants]),
      ),
  },
  {
    path: '/roleManagement/directory/roleAssignmentScheduleInstances',
    answer: (call) => {
      requireP2(call);
      const items = expanded(call, roleAssignmentScheduleInstances(call.directory, call.anchorMs));
      return answerList(call, 'roleManagement/directory/roleAssignmentScheduleInstances', items);
    },
  },
  {
    path: '/roleManagement/directory/roleEligibilityScheduleInstances',
    answer: (call) => {
      requireP2(call);
      const items = expanded(call, roleEligibilityScheduleInstances(call.directory, call.anchorMs));
      return answerList(call, 'roleManagement/directory/roleEligibilityScheduleInstances', items);
    },
  },
  {
    path: '/identityGovernance/accessReviews/definitions',
    answer: (call) => answerList(call, 'identityGovernance/accessReviews/definitions', accessReviewsOf(call)),
  },
  { path: '/policies/roleManagementPolicyAssignments', answer: policyAssignments },
];

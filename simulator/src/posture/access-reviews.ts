import type { AccessReviewScheduleDefinition } from '@microsoft/microsoft-graph-types';
import { guidOf, keyOfText } from '../counter-hash.ts';
import { roleTemplates } from '../directory/role-templates.ts';

/** How often guests and privileged roles are reviewed: each month, each quarter, or never. */
export type AccessReviews = 'monthly' | 'quarterly' | 'none';

const reviewSalt = 31;
const reviewedRoles = [
  'Global Administrator',
  'Exchange Administrator',
  'SharePoint Administrator',
  'Teams Administrator',
  'Security Administrator',
] as const;

function definition(id: string, displayName: string, scope: object, months: number): AccessReviewScheduleDefinition {
  return {
    id,
    displayName,
    status: 'InProgress',
    scope,
    settings: {
      mailNotificationsEnabled: true,
      autoApplyDecisionsEnabled: true,
      instanceDurationInDays: 4,
      recurrence: {
        pattern: { type: 'absoluteMonthly', interval: months, dayOfMonth: 1 },
        range: { type: 'noEnd', startDate: '2026-01-01' },
      },
    },
  };
}

export function accessReviewDefinitions(tenantId: string, reviews: AccessReviews): AccessReviewScheduleDefinition[] {
  if (reviews === 'none') return [];
  const months = reviews === 'monthly' ? 1 : 3;
  const key = keyOfText(`access-reviews/${tenantId}`);
  const guests = {
    '@odata.type': '#microsoft.graph.accessReviewQueryScope',
    query: "./members/microsoft.graph.user/?$count=true&$filter=(userType eq 'Guest')",
    queryType: 'MicrosoftGraph',
  };
  const roles = reviewedRoles.map((name, index) =>
    definition(
      guidOf(key, index + 1, reviewSalt),
      `Review of ${name}`,
      {
        '@odata.type': '#microsoft.graph.principalResourceMembershipsScope',
        principalScopes: [{ '@odata.type': '#microsoft.graph.accessReviewQueryScope', query: '/users' }],
        resourceScopes: [
          {
            '@odata.type': '#microsoft.graph.accessReviewQueryScope',
            query: `/roleManagement/directory/roleDefinitions/${roleTemplates[name]}`,
          },
        ],
      },
      months,
    ),
  );
  return [definition(guidOf(key, 0, reviewSalt), 'Review of guests in all groups', guests, months), ...roles];
}

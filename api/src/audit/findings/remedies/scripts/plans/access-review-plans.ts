import { affectedAtScan } from '../affected-at-scan.ts';
import type { JsonBody, RemedyPlan, RemedyStep, ScriptTenant } from '../remedy-plan.ts';
import { roleHolders } from '../role-holders-at-scan.ts';

const write = 'AccessReview.ReadWrite.All';

const query = (text: string): JsonBody => ({
  '@odata.type': '#microsoft.graph.accessReviewQueryScope',
  query: text,
  queryType: 'MicrosoftGraph',
});
const reviewer = (text: string): JsonBody => ({ query: text, queryType: 'MicrosoftGraph' });
const administrators = (tenant: ScriptTenant): JsonBody[] =>
  roleHolders(tenant, 'Global Administrator').map((id) => reviewer(`/users/${id}`));

/** Each month without an end, from the day on which it is made; what reviewers decide is carried out by itself. */
const monthly = (whereNobodyAnswers: JsonBody): JsonBody => ({
  mailNotificationsEnabled: true,
  reminderNotificationsEnabled: true,
  justificationRequiredOnApproval: true,
  recommendationsEnabled: true,
  autoApplyDecisionsEnabled: true,
  ...whereNobodyAnswers,
  instanceDurationInDays: 14,
  recurrence: {
    pattern: { type: 'absoluteMonthly', interval: 1 },
    range: { type: 'noEnd' },
  },
});

/** A review that is made (learn.microsoft.com/graph/api/accessreviewset-post-definitions, with the scopes of its examples). */
function review(name: string, closes: readonly string[], set: JsonBody, caution: string): RemedyStep {
  return {
    kind: 'create',
    method: 'POST',
    title: `“${name}” is made`,
    closes,
    path: '/identityGovernance/accessReviews/definitions',
    key: 'displayName',
    set: { displayName: name, ...set },
    beginsToday: true,
    reads: ['AccessReview.Read.All'],
    writes: [write],
    undoes: [write],
    caution,
  };
}

const guestReview = (tenant: ScriptTenant): RemedyStep =>
  review(
    'Monthly review of guests',
    ['review.guests'],
    {
      instanceEnumerationScope: query("/groups?$filter=(groupTypes/any(c:c+eq+'Unified'))"),
      scope: query("./members/microsoft.graph.user/?$count=true&$filter=(userType eq 'Guest')"),
      reviewers: [reviewer('./owners')],
      fallbackReviewers: administrators(tenant),
      settings: monthly({ defaultDecisionEnabled: true, defaultDecision: 'Deny' }),
    },
    'Owners get mail at once. A guest for whom nobody speaks within 14 days leaves the group.',
  );

/** Nobody loses a role because reviewers are silent: it would take the last administrator too. */
const roleReview = (tenant: ScriptTenant, id: string, name: string): RemedyStep =>
  review(
    `Monthly review of ${name}`,
    ['review.roles'],
    {
      scope: {
        '@odata.type': '#microsoft.graph.principalResourceMembershipsScope',
        principalScopes: [query('/users')],
        resourceScopes: [query(`/roleManagement/directory/roleDefinitions/${id}`)],
      },
      reviewers: administrators(tenant),
      settings: monthly({ defaultDecisionEnabled: false, defaultDecision: 'None' }),
    },
    'Reviewers get mail at once. Whom they deny loses the role: they approve break-glass accounts.',
  );

export const makeAccessReviews: RemedyPlan = (tenant) => [
  ...(tenant.open.has('review.guests') ? [guestReview(tenant)] : []),
  ...affectedAtScan(tenant, ['review.roles'], 'role').map(({ id, name }) => roleReview(tenant, id, name)),
];

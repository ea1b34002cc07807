import type { JsonObject } from '../facts/json-reader.ts';
import { globalAdministratorId } from '../microsoft/privileged-roles.ts';
import type { CheckExample } from './check-example.ts';

const review = (pattern: JsonObject, scope: JsonObject, status = 'InProgress'): JsonObject => ({
  id: 'r1',
  displayName: 'A review',
  status,
  scope,
  settings: { recurrence: { pattern, range: { type: 'noEnd', startDate: '2026-01-01' } } },
});
const monthly: JsonObject = { type: 'absoluteMonthly', interval: 1, dayOfMonth: 1 };
const guestScope: JsonObject = {
  '@odata.type': '#microsoft.graph.accessReviewQueryScope',
  query: "./members/microsoft.graph.user/?$count=true&$filter=(userType eq 'Guest')",
  queryType: 'MicrosoftGraph',
};
const roleScope: JsonObject = {
  '@odata.type': '#microsoft.graph.principalResourceMembershipsScope',
  principalScopes: [{ query: '/users', queryType: 'MicrosoftGraph' }],
  resourceScopes: [{ query: `/roleManagement/directory/roleDefinitions/${globalAdministratorId}` }],
};
const admin: JsonObject = {
  directoryRoles: [
    {
      displayName: 'Global Administrator',
      members: [{ '@odata.type': '#microsoft.graph.user', id: 'a', displayName: 'a' }],
    },
  ],
};

export const reviewAndExchangeExamples: readonly CheckExample[] = [
  {
    check: 'review.guests',
    good: { accessReviews: [review(monthly, guestScope)] },
    bad: { accessReviews: [review({ ...monthly, interval: 3 }, guestScope)] },
    says: 'warning',
  },
  {
    check: 'review.roles',
    good: { ...admin, accessReviews: [review(monthly, roleScope)] },
    bad: { ...admin, accessReviews: [review(monthly, guestScope)] },
    says: 'fail',
  },
  {
    check: 'exo.smtpauth',
    good: { exchangeTransportConfig: { SmtpClientAuthenticationDisabled: true } },
    bad: { exchangeTransportConfig: { SmtpClientAuthenticationDisabled: false } },
    says: 'fail',
  },
  {
    check: 'exo.modernauth',
    good: { exchangeOrganizationConfig: [{ OAuth2ClientProfileEnabled: true }] },
    bad: { exchangeOrganizationConfig: [{ OAuth2ClientProfileEnabled: false }] },
    says: 'fail',
  },
];

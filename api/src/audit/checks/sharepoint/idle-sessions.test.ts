import type { JsonObject } from '../../facts/json-reader.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const idle = (WebSessionIdleTimeout: string, more: JsonObject = {}): JsonObject => ({
  isOrganizationDefault: true,
  definition: [
    JSON.stringify({
      ActivityBasedTimeoutPolicy: { ApplicationPolicies: [{ ApplicationId: 'default', WebSessionIdleTimeout }] },
    }),
  ],
  ...more,
});

verdictTable('session.idle', [
  {
    when: 'after 03:00:00',
    snapshot: { activityBasedTimeoutPolicies: [idle('03:00:00')] },
    says: 'pass',
    message: 'within three hours',
    evidence: ['activityBasedTimeoutPolicies: … 180 minutes'],
  },
  {
    when: 'after 00:59:59',
    snapshot: { activityBasedTimeoutPolicies: [idle('00:59:59')] },
    says: 'pass',
    message: 'within three hours',
    evidence: ['activityBasedTimeoutPolicies: … 60 minutes'],
  },
  {
    when: 'after 12.10:15:00',
    snapshot: { activityBasedTimeoutPolicies: [idle('12.10:15:00')] },
    says: 'fail',
    message: 'longer than three hours',
    recommendation: 'shorten',
    evidence: ['activityBasedTimeoutPolicies: … 17895 minutes'],
  },
  {
    when: 'after x1:00:00',
    snapshot: { activityBasedTimeoutPolicies: [idle('x1:00:00')] },
    says: 'fail',
    message: 'never end',
    evidence: ['activityBasedTimeoutPolicies: 1 policies, none …'],
  },
  {
    when: 'after 1:00:000x',
    snapshot: { activityBasedTimeoutPolicies: [idle('1:00:000x')] },
    says: 'fail',
    message: 'never end',
    evidence: ['activityBasedTimeoutPolicies: 1 policies, none …'],
  },
  {
    when: 'it is not the default of the organization',
    snapshot: { activityBasedTimeoutPolicies: [idle('01:00:00', { isOrganizationDefault: false })] },
    says: 'fail',
    message: 'never end',
    evidence: ['activityBasedTimeoutPolicies: 1 policies, none …'],
  },
  {
    when: 'the definition is empty',
    snapshot: { activityBasedTimeoutPolicies: [idle('', { definition: [] })] },
    says: 'couldNotCheck',
    message: 'definition … not be read',
    evidence: ['activityBasedTimeoutPolicies: 1 policies, none …'],
  },
  {
    when: 'one cannot be read, one is short',
    snapshot: { activityBasedTimeoutPolicies: [idle('', { definition: ['{'] }), idle('01:00:00')] },
    says: 'pass',
    message: 'within three hours',
    evidence: ['activityBasedTimeoutPolicies: … 60 minutes'],
  },
  {
    when: 'one cannot be read, one is long',
    snapshot: { activityBasedTimeoutPolicies: [idle('', { definition: ['{'] }), idle('05:00:00')] },
    says: 'couldNotCheck',
    message: 'definition … not be read',
    evidence: ['activityBasedTimeoutPolicies: … 300 minutes'],
  },
  {
    when: 'one is short, one is long',
    snapshot: { activityBasedTimeoutPolicies: [idle('05:00:00'), idle('01:00:00')] },
    says: 'pass',
    message: 'within three hours',
    evidence: ['activityBasedTimeoutPolicies: … 300, 60 minutes'],
  },
]);

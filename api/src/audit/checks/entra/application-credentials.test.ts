import type { JsonObject } from '../../facts/json-reader.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const restriction = (restrictionType: string, more: JsonObject = {}): JsonObject => ({
  restrictionType,
  state: 'enabled',
  restrictForAppsCreatedAfterDateTime: '0001-01-01T00:00:00Z',
  ...more,
});
const appPolicy = (list: string, a: unknown, b: unknown = a, more: JsonObject = {}): JsonObject => ({
  defaultAppManagementPolicy: {
    isEnabled: true,
    applicationRestrictions: { [list]: a },
    servicePrincipalRestrictions: { [list]: b },
    ...more,
  },
});
const secrets = 'passwordCredentials';
const certificates = 'keyCredentials';
const lifetime = 'passwordLifetime';
const addition = 'passwordAddition';
const limits = (secret: string | null, key: string | null): JsonObject => ({
  [secrets]: secret === null ? [] : [restriction(lifetime, { maxLifetime: secret })],
  [certificates]: key === null ? [] : [restriction('asymmetricKeyLifetime', { maxLifetime: key })],
});
const both = (x: JsonObject, isEnabled: boolean | null = true): JsonObject => ({
  defaultAppManagementPolicy: { isEnabled, applicationRestrictions: x, servicePrincipalRestrictions: x },
});

verdictTable('app.credentials.add', [
  {
    when: 'the policy is off',
    snapshot: appPolicy(secrets, [restriction(addition)], [restriction(addition)], { isEnabled: false }),
    says: 'fail',
    message: 'does not hold … the policy … off',
    evidence: ['defaultAppManagementPolicy: passwordAddition: … policy … off'],
  },
  {
    when: 'it is not set for service principals',
    snapshot: appPolicy(secrets, [restriction(addition)], []),
    says: 'fail',
    message: 'does not hold … service principals: not set',
    evidence: ['defaultAppManagementPolicy: passwordAddition: service principals: not set'],
  },
  {
    when: 'it holds for new applications only',
    snapshot: appPolicy(
      secrets,
      [restriction(addition, { restrictForAppsCreatedAfterDateTime: '2026-01-01T00:00:00Z' })],
      [restriction(addition)],
    ),
    says: 'fail',
    message: 'does not hold … applications: … 2026-01-01',
    evidence: ['defaultAppManagementPolicy: passwordAddition: applications: … 2026-01-01'],
  },
  {
    when: 'the date is none',
    snapshot: appPolicy(secrets, [restriction(addition, { restrictForAppsCreatedAfterDateTime: 'soon' })]),
    says: 'couldNotCheck',
    message: 'response … every restriction',
    evidence: [
      'defaultAppManagementPolicy: passwordAddition: not reported in applicationRestrictions, servicePrincipalRestrictions',
    ],
  },
  {
    when: 'no date is set',
    snapshot: appPolicy(secrets, [restriction(addition, { restrictForAppsCreatedAfterDateTime: null })]),
    says: 'pass',
    message: 'restriction holds',
    evidence: ['defaultAppManagementPolicy: passwordAddition: in force …'],
  },
  {
    when: 'no state is set',
    snapshot: appPolicy(secrets, [restriction(addition, { state: null })]),
    says: 'pass',
    message: 'restriction holds',
    evidence: ['defaultAppManagementPolicy: passwordAddition: in force …'],
  },
  {
    when: 'the state is unknown',
    snapshot: appPolicy(secrets, [restriction(addition, { state: 'audit' })]),
    says: 'couldNotCheck',
    message: 'response … every restriction',
    evidence: [
      'defaultAppManagementPolicy: passwordAddition: not reported in applicationRestrictions, servicePrincipalRestrictions',
    ],
  },
  {
    when: 'a restriction does not tell its kind',
    snapshot: appPolicy(secrets, [restriction(addition), {}]),
    says: 'couldNotCheck',
    message: 'response … every restriction',
    evidence: [
      'defaultAppManagementPolicy: passwordAddition: not reported in applicationRestrictions, servicePrincipalRestrictions',
    ],
  },
]);

verdictTable('app.credentials.secret', [
  {
    when: 'they live P26W',
    snapshot: appPolicy(secrets, [restriction(lifetime, { maxLifetime: 'P26W' })]),
    says: 'fail',
    message: 'applications: lifetime P26W … 180 days … service principals: lifetime P26W … 180 days',
    evidence: [
      'defaultAppManagementPolicy: passwordLifetime: applications: lifetime P26W … 180 days …; service principals: lifetime P26W … 180 days …',
    ],
  },
  {
    when: 'they live PT4320H',
    snapshot: appPolicy(secrets, [restriction(lifetime, { maxLifetime: 'PT4320H' })]),
    says: 'pass',
    message: 'restriction holds',
    evidence: ['defaultAppManagementPolicy: passwordLifetime: in force …'],
  },
  {
    when: 'they live P5M29DT25H',
    snapshot: appPolicy(secrets, [restriction(lifetime, { maxLifetime: 'P5M29DT25H' })]),
    says: 'fail',
    message: 'applications: lifetime P5M29DT25H … 180 days … service principals: lifetime P5M29DT25H … 180 days',
    evidence: [
      'defaultAppManagementPolicy: passwordLifetime: applications: lifetime P5M29DT25H … 180 days …; service principals: lifetime P5M29DT25H … 180 days …',
    ],
  },
  {
    when: 'they live P1DT30M1.5S',
    snapshot: appPolicy(secrets, [restriction(lifetime, { maxLifetime: 'P1DT30M1.5S' })]),
    says: 'pass',
    message: 'restriction holds',
    evidence: ['defaultAppManagementPolicy: passwordLifetime: in force …'],
  },
  {
    when: 'they live P',
    snapshot: appPolicy(secrets, [restriction(lifetime, { maxLifetime: 'P' })]),
    says: 'couldNotCheck',
    message: 'response … every restriction',
    evidence: [
      'defaultAppManagementPolicy: passwordLifetime: not reported in applicationRestrictions, servicePrincipalRestrictions',
    ],
  },
  {
    when: 'they live xP1D',
    snapshot: appPolicy(secrets, [restriction(lifetime, { maxLifetime: 'xP1D' })]),
    says: 'couldNotCheck',
    message: 'response … every restriction',
    evidence: [
      'defaultAppManagementPolicy: passwordLifetime: not reported in applicationRestrictions, servicePrincipalRestrictions',
    ],
  },
  {
    when: 'they live P1Dx',
    snapshot: appPolicy(secrets, [restriction(lifetime, { maxLifetime: 'P1Dx' })]),
    says: 'couldNotCheck',
    message: 'response … every restriction',
    evidence: [
      'defaultAppManagementPolicy: passwordLifetime: not reported in applicationRestrictions, servicePrincipalRestrictions',
    ],
  },
  {
    when: 'they live P10Y',
    snapshot: appPolicy(secrets, [restriction(lifetime, { maxLifetime: 'P10Y' })]),
    says: 'fail',
    message: 'applications: lifetime P10Y … 180 days … service principals: lifetime P10Y … 180 days',
    evidence: [
      'defaultAppManagementPolicy: passwordLifetime: applications: lifetime P10Y … 180 days …; service principals: lifetime P10Y … 180 days …',
    ],
  },
  {
    when: 'they live P12M',
    snapshot: appPolicy(secrets, [restriction(lifetime, { maxLifetime: 'P12M' })]),
    says: 'fail',
    message: 'applications: lifetime P12M … 180 days … service principals: lifetime P12M … 180 days',
    evidence: [
      'defaultAppManagementPolicy: passwordLifetime: applications: lifetime P12M … 180 days …; service principals: lifetime P12M … 180 days …',
    ],
  },
  {
    when: 'the restriction is switched off, without a lifetime',
    snapshot: appPolicy(
      secrets,
      [restriction(lifetime, { state: 'disabled', maxLifetime: 'P1D' })],
      [restriction(lifetime)],
    ),
    says: 'fail',
    message: 'does not hold … applications: off',
    evidence: ['defaultAppManagementPolicy: passwordLifetime: applications: off'],
  },
]);

verdictTable('app.credentials.certificate', [
  {
    when: 'they live two years',
    snapshot: appPolicy(certificates, [restriction('asymmetricKeyLifetime', { maxLifetime: 'P2Y' })]),
    says: 'fail',
    message: 'applications: lifetime P2Y … 365 days … service principals: lifetime P2Y … 365 days',
    evidence: [
      'defaultAppManagementPolicy: asymmetricKeyLifetime: applications: lifetime P2Y … 365 days …; service principals: lifetime P2Y … 365 days …',
    ],
  },
]);

verdictTable('app.credentials', [
  {
    when: 'it is not reported whether the policy is on',
    snapshot: both(limits('P90D', 'P90D'), null),
    says: 'couldNotCheck',
    message: 'does not say … policy is on',
    evidence: ['defaultAppManagementPolicy: isEnabled = not reported'],
  },
  {
    when: 'the policy is off',
    snapshot: both(limits('P90D', 'P90D'), false),
    says: 'fail',
    message: 'No policy',
    evidence: ['defaultAppManagementPolicy: isEnabled = false'],
  },
  {
    when: 'secrets and certificates live short',
    snapshot: both(limits('P180D', 'P365D')),
    says: 'pass',
    message: 'A policy limits … all applications',
    evidence: [
      'defaultAppManagementPolicy: isEnabled = true',
      'defaultAppManagementPolicy: new secrets … false … 180 days: true … 365 days: true',
    ],
  },
  {
    when: 'only secrets live short',
    snapshot: both(limits('P180D', 'P366D')),
    says: 'warning',
    message: 'is on … does not limit',
    recommendation: 'the policy is on, extend it',
    evidence: [
      'defaultAppManagementPolicy: isEnabled = true',
      'defaultAppManagementPolicy: new secrets … false … 180 days: true … 365 days: false',
    ],
  },
  {
    when: 'only certificates live short',
    snapshot: both(limits('P181D', 'P365D')),
    says: 'warning',
    message: 'is on … does not limit',
    recommendation: 'the policy is on, extend it',
    evidence: [
      'defaultAppManagementPolicy: isEnabled = true',
      'defaultAppManagementPolicy: new secrets … false … 180 days: false … 365 days: true',
    ],
  },
  {
    when: 'the lists of certificates are missing',
    snapshot: both({ [secrets]: [restriction(lifetime, { maxLifetime: 'P180D' })] }),
    says: 'couldNotCheck',
    message: 'response … every restriction',
    evidence: [
      'defaultAppManagementPolicy: isEnabled = true',
      'defaultAppManagementPolicy: new secrets … false … 180 days: true … 365 days: not reported',
    ],
  },
]);

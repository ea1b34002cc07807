import type { JsonObject } from '../json-reader.ts';
import { saysExactly } from '../testing/exact-verdicts.ts';
import { account, day } from '../testing/snapshots.ts';

const signed = (id: string, at: string, more: JsonObject = {}): JsonObject =>
  account(id, {
    createdDateTime: '2020-01-01T00:00:00Z',
    signInActivity: { lastSuccessfulSignInDateTime: at },
    ...more,
  });
const fresh = Array.from({ length: 19 }, (_, i) => signed(`m${i}`, day));
const risky = (...list: [riskState: string, riskLevel: string][]): JsonObject[] =>
  list.map(([riskState, riskLevel], i) => ({
    id: `u${i}`,
    userPrincipalName: `u${i}@example.com`,
    riskState,
    riskLevel,
  }));
const legacy = (clientAppUsed: string, userId: string, errorCode?: number): JsonObject => ({
  clientAppUsed,
  userId,
  userPrincipalName: `${userId}@example.com`,
  createdDateTime: day,
  ...(errorCode === undefined ? {} : { status: { errorCode } }),
});
const alert = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  title: `Alert ${id}`,
  severity: 'high',
  status: 'new',
  createdDateTime: '2026-11-20T11:00:00Z',
  ...more,
});

saysExactly('user.stale', [
  {
    when: 'one of twenty is unused',
    snapshot: { users: [...fresh, signed('old', '2026-01-01T00:00:00Z')] },
    says: 'warning',
    message: '1 enabled member account of 20 had no successful sign-in for more than 90 days.',
    evidence: ['signInActivity: 1 of 20 enabled members have not signed in for 90 days, as of 2026-11-20'],
    affected: ['user old: old@example.com'],
  },
  {
    when: 'one of nineteen is unused',
    snapshot: { users: [...fresh.slice(1), signed('old', '2026-01-01T00:00:00Z')] },
    says: 'fail',
    message: '1 enabled member account of 19 had no successful sign-in for more than 90 days.',
    evidence: ['signInActivity: 1 of 19 enabled members have not signed in for 90 days, as of 2026-11-20'],
    affected: ['user old: old@example.com'],
  },
  {
    when: 'an account has no dates',
    snapshot: { users: [signed('a', day), account('b')] },
    says: 'couldNotCheck',
    message: 'For 1 enabled account Microsoft gives neither a sign-in nor a date of creation.',
    evidence: ['signInActivity: 0 of 2 enabled members have not signed in for 90 days, as of 2026-11-20'],
  },
  {
    when: 'there are guests only',
    snapshot: { users: [signed('g', day, { userType: 'Guest' })] },
    says: 'couldNotCheck',
    message: 'The list of users holds no enabled member.',
    evidence: ['signInActivity: 0 of 0 enabled members have not signed in for 90 days, as of 2026-11-20'],
  },
  {
    when: 'it is not told which accounts are enabled',
    snapshot: { users: [{ id: 'a', userType: 'Member', signInActivity: { lastSuccessfulSignInDateTime: day } }] },
    says: 'couldNotCheck',
    message: 'Of 1 account it is not told whether it is enabled, or a guest.',
    evidence: ['signInActivity: 0 of 0 enabled members have not signed in for 90 days, as of 2026-11-20'],
  },
]);

saysExactly('user.stale.guest', [
  {
    when: 'there are members only',
    snapshot: { users: [signed('a', day)] },
    says: 'pass',
    message: 'There are no enabled guest accounts.',
    evidence: ['signInActivity: 0 of 0 enabled guests have not signed in for 90 days, as of 2026-11-20'],
  },
  {
    when: 'one of twenty is unused',
    snapshot: { users: [...fresh, signed('old', '2026-01-01T00:00:00Z')].map((u) => ({ ...u, userType: 'Guest' })) },
    says: 'fail',
    message: '1 enabled guest account of 20 had no successful sign-in for more than 90 days.',
    evidence: ['signInActivity: 1 of 20 enabled guests have not signed in for 90 days, as of 2026-11-20'],
    affected: ['user old: old@example.com'],
  },
]);

saysExactly('user.risky', [
  {
    when: 'one is confirmed as compromised',
    snapshot: { riskyUsers: risky(['confirmedCompromised', 'low']) },
    says: 'fail',
    message: '1 account at high risk or confirmed as compromised is not dealt with.',
    evidence: [
      'riskyUsers: at risk: 0 high, 0 medium or low, 0 of a level that is not told, 1 confirmed as compromised',
    ],
    affected: ['user u0: u0@example.com (low risk)'],
  },
  {
    when: 'two are at medium and low risk',
    snapshot: { riskyUsers: risky(['atRisk', 'medium'], ['atRisk', 'low']) },
    says: 'warning',
    message: '2 accounts at medium or low risk are not dealt with.',
    evidence: [
      'riskyUsers: at risk: 0 high, 2 medium or low, 0 of a level that is not told, 0 confirmed as compromised',
    ],
    affected: ['user u0: u0@example.com (medium risk)', 'user u1: u1@example.com (low risk)'],
  },
  {
    when: 'two are at a hidden level',
    snapshot: { riskyUsers: risky(['atRisk', 'hidden'], ['atRisk', 'hidden']) },
    says: 'warning',
    message: '2 accounts at a risk of which Microsoft does not tell the level are not dealt with.',
    evidence: [
      'riskyUsers: at risk: 0 high, 0 medium or low, 2 of a level that is not told, 0 confirmed as compromised',
    ],
    affected: ['user u0: u0@example.com (hidden risk)', 'user u1: u1@example.com (hidden risk)'],
  },
]);

saysExactly('signin.detections', [
  {
    when: 'one is of low risk',
    snapshot: {
      riskDetections: [
        {
          id: 'd',
          userId: 'u',
          userPrincipalName: 'u@example.com',
          riskState: 'atRisk',
          riskLevel: 'low',
          detectedDateTime: day,
        },
      ],
    },
    says: 'warning',
    message: '1 detection at medium or low risk is not dealt with.',
    evidence: [
      'riskDetections: open in the last 30 days: 0 high, 1 medium or low, 0 of a level that is not told, 0 confirmed as compromised',
    ],
    affected: ['user u: u@example.com (low risk)'],
  },
  {
    when: 'two are of high risk',
    snapshot: {
      riskDetections: [
        { id: 'd', userId: 'u', riskState: 'atRisk', riskLevel: 'high', detectedDateTime: day },
        { id: 'e', userId: 'v', riskState: 'atRisk', riskLevel: 'high', detectedDateTime: day },
      ],
    },
    says: 'fail',
    message: '2 detections at high risk or confirmed as compromised are not dealt with.',
    evidence: [
      'riskDetections: open in the last 30 days: 2 high, 0 medium or low, 0 of a level that is not told, 0 confirmed as compromised',
    ],
    affected: ['user u: u (high risk)', 'user v: v (high risk)'],
  },
]);

saysExactly('signin.legacy.use', [
  {
    when: 'two people use IMAP and POP',
    snapshot: { signIns: [legacy('IMAP4', 'u', 0), legacy('POP3', 'v', 0), legacy('IMAP4', 'v', 50126)] },
    says: 'fail',
    message:
      '2 accounts signed in with legacy authentication in the last 7 days, where multifactor authentication does not work.',
    evidence: ['legacySignIns: last 7 days: 2 successful (IMAP4 1, POP3 1), 1 failed'],
    affected: ['user u: u@example.com', 'user v: v@example.com'],
  },
  {
    when: 'one attempt failed',
    snapshot: { signIns: [legacy('IMAP4', 'u', 50126)] },
    says: 'pass',
    message: 'Nobody signed in with legacy authentication in the last 7 days.',
    evidence: ['legacySignIns: last 7 days: 0 successful, 1 failed'],
  },
  {
    when: 'one attempt is not told, one succeeded',
    snapshot: { signIns: [legacy('IMAP4', 'u'), legacy('IMAP4', 'v', 0)] },
    says: 'fail',
    message:
      '1 account signed in with legacy authentication in the last 7 days, where multifactor authentication does not work.',
    evidence: ['legacySignIns: last 7 days: 1 successful (IMAP4 1), 0 failed'],
    affected: ['user v: v@example.com'],
  },
]);

saysExactly('tenant.alerts', [
  {
    when: 'two are open for an hour',
    snapshot: { alerts: [alert('a'), alert('b')] },
    says: 'warning',
    message: '2 alerts of high severity are open.',
    evidence: ['alerts: 2 open alerts of high severity, 0 of them older than a day'],
    affected: ['setting a: Alert a', 'setting b: Alert b'],
  },
  {
    when: 'two are open for a week',
    snapshot: {
      alerts: [
        alert('a', { createdDateTime: '2026-11-13T00:00:00Z' }),
        alert('b', { createdDateTime: '2026-11-13T00:00:00Z' }),
      ],
    },
    says: 'fail',
    message: '2 alerts of high severity have been open for more than a day.',
    evidence: ['alerts: 2 open alerts of high severity, 2 of them older than a day'],
    affected: ['setting a: Alert a', 'setting b: Alert b'],
  },
  {
    when: 'one does not tell its severity',
    snapshot: { alerts: [alert('a', { severity: null })] },
    says: 'couldNotCheck',
    message: 'Of 1 alert it is not told how severe it is.',
    evidence: ['alerts: 0 open alerts of high severity, 0 of them older than a day'],
  },
  {
    when: 'one is of medium severity, one resolved',
    snapshot: { alerts: [alert('a', { severity: 'medium' }), alert('b', { status: 'resolved' })] },
    says: 'pass',
    message: 'No security alert of high severity is open.',
    evidence: ['alerts: 0 open alerts of high severity, 0 of them older than a day'],
  },
]);

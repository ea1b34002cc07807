import type { JsonObject } from '../../facts/json-reader.ts';
import { account, day } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

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

verdictTable('user.stale', [
  {
    when: 'one of twenty is unused',
    snapshot: { users: [...fresh, signed('old', '2026-01-01T00:00:00Z')] },
    says: 'warning',
    message: '1 enabled member account … 20 … 90 days',
    evidence: ['signInActivity: 1 of 20 enabled members … 90 days … 2026-11-20'],
    affected: ['user old: old@example.com'],
  },
  {
    when: 'one of nineteen is unused',
    snapshot: { users: [...fresh.slice(1), signed('old', '2026-01-01T00:00:00Z')] },
    says: 'fail',
    message: '1 enabled member account … 19 … 90 days',
    evidence: ['signInActivity: 1 of 19 enabled members … 90 days … 2026-11-20'],
    affected: ['user old: old@example.com'],
  },
  {
    when: 'an account has no dates',
    snapshot: { users: [signed('a', day), account('b')] },
    says: 'couldNotCheck',
    message: 'creation date … 1 enabled account',
    evidence: ['signInActivity: 0 of 2 enabled members … 90 days … 2026-11-20'],
  },
  {
    when: 'there are guests only',
    snapshot: { users: [signed('g', day, { userType: 'Guest' })] },
    says: 'couldNotCheck',
    message: 'no enabled member',
    evidence: ['signInActivity: 0 of 0 enabled members … 90 days … 2026-11-20'],
  },
  {
    when: 'it is not reported which accounts are enabled',
    snapshot: { users: [{ id: 'a', userType: 'Member', signInActivity: { lastSuccessfulSignInDateTime: day } }] },
    says: 'couldNotCheck',
    message: '1 account … enabled, or a guest',
    evidence: ['signInActivity: 0 of 0 enabled members … 90 days … 2026-11-20'],
  },
]);

verdictTable('user.stale.guest', [
  {
    when: 'there are members only',
    snapshot: { users: [signed('a', day)] },
    says: 'pass',
    message: 'no enabled guest',
    evidence: ['signInActivity: 0 of 0 enabled guests … 90 days … 2026-11-20'],
  },
  {
    when: 'one of twenty is unused',
    snapshot: { users: [...fresh, signed('old', '2026-01-01T00:00:00Z')].map((u) => ({ ...u, userType: 'Guest' })) },
    says: 'fail',
    message: '1 enabled guest account … 20 … 90 days',
    evidence: ['signInActivity: 1 of 20 enabled guests … 90 days … 2026-11-20'],
    affected: ['user old: old@example.com'],
  },
]);

verdictTable('user.risky', [
  {
    when: 'one is confirmed as compromised',
    snapshot: { riskyUsers: risky(['confirmedCompromised', 'low']) },
    says: 'fail',
    message: '1 account … high risk … has not been',
    evidence: ['riskyUsers: at risk: 0 high, 0 medium … 0 without a level … 1 confirmed …'],
    affected: ['user u0: u0@example.com (low risk)'],
  },
  {
    when: 'two are at medium and low risk',
    snapshot: { riskyUsers: risky(['atRisk', 'medium'], ['atRisk', 'low']) },
    says: 'warning',
    message: '2 accounts … medium or low risk have not been',
    evidence: ['riskyUsers: at risk: 0 high, 2 medium … 0 without a level … 0 confirmed …'],
    affected: ['user u0: u0@example.com (medium risk)', 'user u1: u1@example.com (low risk)'],
  },
  {
    when: 'two are at a hidden level',
    snapshot: { riskyUsers: risky(['atRisk', 'hidden'], ['atRisk', 'hidden']) },
    says: 'warning',
    message: '2 accounts whose risk level Microsoft shows only with Entra ID P2 have not been',
    evidence: ['riskyUsers: at risk: 0 high, 0 medium … 2 without a level … 0 confirmed …'],
    affected: ['user u0: u0@example.com (hidden risk)', 'user u1: u1@example.com (hidden risk)'],
  },
]);

verdictTable('signin.detections', [
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
    message: '1 detection … medium or low risk has not been',
    evidence: ['riskDetections: … 30 days: 0 high, 1 medium … 0 without a level … 0 confirmed …'],
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
    message: '2 detections … high risk … have not been',
    evidence: ['riskDetections: … 30 days: 2 high, 0 medium … 0 without a level … 0 confirmed …'],
    affected: ['user u: u (high risk)', 'user v: v (high risk)'],
  },
]);

verdictTable('signin.legacy.use', [
  {
    when: 'two people use IMAP and POP',
    snapshot: { signIns: [legacy('IMAP4', 'u', 0), legacy('POP3', 'v', 0), legacy('IMAP4', 'v', 50126)] },
    says: 'fail',
    message: '2 accounts … legacy … 7 days',
    evidence: ['legacySignIns: last 7 days: 2 successful (IMAP4 1, POP3 1), 1 failed'],
    affected: ['user u: u@example.com', 'user v: v@example.com'],
  },
  {
    when: 'one attempt failed',
    snapshot: { signIns: [legacy('IMAP4', 'u', 50126)] },
    says: 'pass',
    message: 'Nobody … legacy … 7 days',
    evidence: ['legacySignIns: last 7 days: 0 successful, 1 failed'],
  },
  {
    when: 'one attempt is not reported, one succeeded',
    snapshot: { signIns: [legacy('IMAP4', 'u'), legacy('IMAP4', 'v', 0)] },
    says: 'fail',
    message: '1 account … legacy … 7 days',
    evidence: ['legacySignIns: last 7 days: 1 successful (IMAP4 1), 0 failed'],
    affected: ['user v: v@example.com'],
  },
]);

verdictTable('tenant.alerts', [
  {
    when: 'two are open for an hour',
    snapshot: { alerts: [alert('a'), alert('b')] },
    says: 'warning',
    message: '2 high-severity alerts … are open',
    evidence: ['alerts: 2 open … 0 … older …'],
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
    message: '2 high-severity alerts … have been open … a day',
    evidence: ['alerts: 2 open … 2 … older …'],
    affected: ['setting a: Alert a', 'setting b: Alert b'],
  },
  {
    when: 'one is open for a week and one is new',
    snapshot: { alerts: [alert('a', { createdDateTime: '2026-11-13T00:00:00Z' }), alert('b')] },
    says: 'fail',
    message: '1 high-severity alert has been open … a day; 2 are open in all',
    evidence: ['alerts: 2 open … 1 older …'],
    affected: ['setting a: Alert a', 'setting b: Alert b'],
  },
  {
    when: 'one does not tell its severity',
    snapshot: { alerts: [alert('a', { severity: null })] },
    says: 'couldNotCheck',
    message: 'severity of 1 alert',
    evidence: ['alerts: 0 open … 0 … older …'],
  },
  {
    when: 'one is of medium severity, one resolved',
    snapshot: { alerts: [alert('a', { severity: 'medium' }), alert('b', { status: 'resolved' })] },
    says: 'pass',
    message: 'No … alert',
    evidence: ['alerts: 0 open … 0 … older …'],
  },
]);

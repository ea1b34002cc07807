import type { JsonObject } from '../../facts/json-reader.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const application = (id: string, ...ends: (string | null)[]): JsonObject => ({
  id,
  appId: `app-${id}`,
  displayName: `App ${id}`,
  passwordCredentials: ends.map((endDateTime) => ({ keyId: 'k', endDateTime })),
});
const live = '2027-01-01T00:00:00Z';
const expired = '2025-01-01T00:00:00Z';

verdictTable('app.secrets', [
  {
    when: 'there is no application',
    snapshot: { applications: [] },
    says: 'pass',
    message: 'No app registration',
    evidence: ['appRegistrations: 0 app registrations: 0 … 0 …'],
  },
  {
    when: 'none has a secret',
    snapshot: { applications: [application('a'), application('b')] },
    says: 'pass',
    message: 'No app registration',
    evidence: ['appRegistrations: 2 app registrations: 0 with a valid secret, 0 with expired …'],
  },
  {
    when: 'one has a valid secret beside an expired one, another an expired one alone',
    snapshot: { applications: [application('a'), application('b', expired), application('c', expired, live)] },
    says: 'fail',
    message: '1 app registration has a valid client secret: App c. … 1 more keeps expired',
    evidence: ['appRegistrations: 3 app registrations: 1 … 1 …'],
    affected: ['application c: App c', 'application b: App b'],
  },
  {
    when: 'one has a secret without an end',
    snapshot: { applications: [application('a', null)] },
    says: 'fail',
    message: '1 app registration has a valid client secret: App a',
    evidence: ['appRegistrations: 1 app registration: 1 … 0 …'],
    affected: ['application a: App a'],
  },
  {
    when: 'expired secrets alone are left',
    snapshot: { applications: [application('a', expired), application('b', expired, expired)] },
    says: 'fail',
    message: 'No secret is valid … 2 app registrations keep expired ones: App a, App b',
    recommendation: 'delete the expired client secrets',
    evidence: ['appRegistrations: 2 app registrations: 0 … 2 …'],
    affected: ['application a: App a', 'application b: App b'],
  },
  {
    when: 'one does not say which secrets it has',
    snapshot: { applications: [application('a'), { id: 'b', displayName: 'App b' }] },
    says: 'couldNotCheck',
    message: 'secrets of App b are not known',
    evidence: ['appRegistrations: 2 app registrations: 0 … 0 …', 'appRegistrations: secrets not reported: App b'],
    affected: ['application b: App b'],
  },
  {
    when: 'one does not say, and another has a secret',
    snapshot: { applications: [{ id: 'b' }, application('a', live)] },
    says: 'fail',
    message: '1 app registration has',
    evidence: ['appRegistrations: 2 app registrations: 1 … 0 …', 'appRegistrations: secrets not reported: b'],
    affected: ['application a: App a'],
  },
  {
    when: 'there are more than are listed',
    snapshot: { applications: Array.from({ length: 203 }, (_, n) => application(String(n), live)) },
    says: 'fail',
    message: '203 app registrations have … App 0, App 1, App 2, App 3, App 4 and 198 more',
    evidence: ['appRegistrations: 203 app registrations: 203 … 0 …'],
    affected: Array.from({ length: 200 }, (_, n) => `application ${n}: App ${n}`),
    affectedCount: 203,
  },
]);

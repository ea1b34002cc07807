import type { JsonObject } from '../../facts/json-reader.ts';
import { refused } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const networkAt = (displayName: string, isTrusted: unknown, ipRanges: unknown): JsonObject => ({
  displayName,
  isTrusted,
  ipRanges,
});
const range = { cidrAddress: '192.0.2.0/24' };

verdictTable('ca.locations.trusted', [
  {
    when: 'a trusted one has no addresses',
    snapshot: { namedLocations: [networkAt('Home', true, [])] },
    says: 'fail',
    message: 'No trusted network',
    evidence: ['namedLocations: 1 named … 0 trusted …'],
  },
  {
    when: 'one does not tell',
    snapshot: { namedLocations: [networkAt('Home', null, [range])] },
    says: 'couldNotCheck',
    message: 'trusted',
    evidence: ['namedLocations: 1 named location, 0 trusted with IP ranges'],
  },
  {
    when: 'one does not tell, one is trusted',
    snapshot: { namedLocations: [networkAt('Home', null, [range]), networkAt('Office', true, [range])] },
    says: 'pass',
    message: 'defined: Office',
    evidence: ['namedLocations: 2 named … 1 trusted …'],
  },
  {
    when: 'a country',
    snapshot: { namedLocations: [{ displayName: 'Norway', countriesAndRegions: ['NO'] }] },
    says: 'fail',
    message: 'No trusted network',
    evidence: ['namedLocations: 1 named … 0 trusted …'],
  },
  {
    when: 'there is none',
    snapshot: { namedLocations: [] },
    says: 'fail',
    message: 'No trusted network',
    evidence: ['namedLocations: 0 named … 0 trusted …'],
  },
  {
    when: 'they were refused',
    snapshot: { namedLocations: refused },
    says: 'notPermitted',
    message: 'refused … (named locations) … the audit application',
    recommendation: 'application permission Policy.Read.All … admin consent',
    evidence: ['namedLocations: 403 Authorization_RequestDenied: '],
  },
]);

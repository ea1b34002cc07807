import type { JsonObject } from '../facts/json-reader.ts';
import type { CheckExample } from './check-example.ts';

/** A union of a query: each row has what its own part counted, and nothing in the other columns. */
const rows = (...results: JsonObject[]) => ({ results });

const permissions = (Usage: string) => ({
  appPermissions: rows(
    { Applications: 3, OAuthAppId: '', AppName: '', Usage: '', Names: null },
    { Applications: null, OAuthAppId: 'a', AppName: 'Backup', Usage, Names: ['Mail.ReadWrite'] },
  ),
});
const assets = (...pending: JsonObject[]) => ({
  assetApprovals: rows({ Assets: 12, Classification: '', Pending: null }, ...pending),
});
const credentials = (...users: JsonObject[]) => ({
  exposedCredentials: rows({ Devices: 9 }, { Edges: 80 }, { Users: users.length }, ...users),
});
const identity = (...issues: JsonObject[]) => ({
  identityHealthIssues: issues,
  identitySensors: [{ id: 's', displayName: 'DC1', healthStatus: 'healthy' }],
  organization: [{ id: 'o', onPremisesSyncEnabled: true }],
  subscribedSkus: [{ capabilityStatus: 'Enabled', servicePlans: [{ servicePlanName: 'ATA' }] }],
});

/** Of what Microsoft Defender XDR knows. */
export const huntingExamples: readonly CheckExample[] = [
  { check: 'app.permissions.unused', good: permissions('True'), bad: permissions('False'), says: 'fail' },
  {
    check: 'xdr.assets.pending',
    good: assets(),
    bad: assets({ Classification: 'Domain Controller', Pending: 1, Names: ['DC1'] }),
    says: 'fail',
  },
  {
    check: 'xdr.credentials.exposed',
    good: credentials(),
    bad: credentials({ TargetNodeId: 'n', TargetNodeName: 'Ada', Sources: ['LAPTOP-1'], Kinds: ['user cookie'] }),
    says: 'fail',
  },
  {
    check: 'mdi.health',
    good: identity(),
    bad: identity({ id: 'i', displayName: 'Sensor stopped communicating', severity: 'high', status: 'open' }),
    says: 'fail',
  },
];

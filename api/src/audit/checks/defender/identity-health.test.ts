import type { JsonObject } from '../../facts/json-reader.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const issue = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  displayName: `Issue ${id}`,
  severity: 'medium',
  status: 'open',
  ...more,
});
const tenant = (isHybrid: boolean | null, ...plans: string[]): JsonObject => ({
  organization: [{ id: 'o', onPremisesSyncEnabled: isHybrid }],
  subscribedSkus: [
    { capabilityStatus: 'Enabled', servicePlans: plans.map((servicePlanName) => ({ servicePlanName })) },
  ],
});
const sensors = [{ id: 's', displayName: 'DC1' }];
const none = { identityHealthIssues: [], identitySensors: [] };
const refused: JsonObject = { error: { status: 403, code: 'Forbidden', message: 'no' } };
const license = 'Assign a license with Microsoft Defender for Identity';

verdictTable('mdi.health', [
  {
    when: 'sensors are well',
    snapshot: { identityHealthIssues: [], identitySensors: sensors, ...tenant(true, 'ATA') },
    says: 'pass',
    message: 'no open health issue',
    evidence: ['identitySensors: 1 sensor'],
  },
  {
    when: 'what was open is closed or set aside',
    snapshot: {
      identityHealthIssues: [issue('a', { status: 'closed' }), issue('b', { status: 'Suppressed' })],
      identitySensors: sensors,
    },
    says: 'pass',
    message: 'no open health issue',
    evidence: ['identitySensors: 1 sensor'],
  },
  {
    when: 'two are open, one of which does not say so',
    snapshot: {
      identityHealthIssues: [
        issue('a', { sensorDNSNames: ['dc1.ad.example'] }),
        issue('b', { status: null, severity: null }),
      ],
      identitySensors: sensors,
    },
    says: 'fail',
    message: '2 open health issues: Issue a, Issue b',
    evidence: [
      'identityHealthIssues: Issue a (medium): dc1.ad.example (a)',
      'identityHealthIssues: Issue b (severity not reported) (b)',
    ],
    affected: ['setting a: Issue a', 'setting b: Issue b'],
  },
  {
    when: 'one is open, and the sensors were refused',
    snapshot: { identityHealthIssues: [issue('a')], identitySensors: refused },
    says: 'fail',
    message: '1 open health issue: Issue a',
    evidence: ['identityHealthIssues: Issue a (medium) (a)', 'identitySensors: not read: 403 Forbidden'],
    affected: ['setting a: Issue a'],
  },
  {
    when: 'there is no sensor and no directory on premises',
    snapshot: { ...none, ...tenant(null, 'ATA') },
    says: 'notApplicable',
    message: 'No on-premises directory is connected',
    evidence: ['identitySensors: no sensor'],
  },
  {
    when: 'there is no sensor and no license',
    snapshot: { ...none, ...tenant(true, 'AAD_PREMIUM') },
    says: 'notLicensed',
    message: 'no license for Microsoft Defender for Identity',
    recommendation: license,
    evidence: ['identitySensors: no sensor'],
  },
  {
    when: 'there is a license and a directory on premises, and no sensor',
    snapshot: { ...none, ...tenant(true, 'ATA') },
    says: 'fail',
    message: 'no sensor is installed',
    recommendation: 'install a sensor on every domain controller',
    evidence: ['identitySensors: no sensor'],
  },
  {
    when: 'there is no sensor, and it is not told whether there is a directory on premises',
    snapshot: { ...none, ...tenant(true, 'ATA'), organization: [{ id: 'o' }] },
    says: 'couldNotCheck',
    message: 'organization profile',
    recommendation: 'Scan again',
  },
  {
    when: 'there is no sensor, and licenses are not known',
    snapshot: { ...none, organization: [{ id: 'o', onPremisesSyncEnabled: true }], subscribedSkus: refused },
    says: 'notPermitted',
    message: 'licenses',
    recommendation: 'LicenseAssignment.Read.All',
    evidence: ['subscribedSkus: 403 Forbidden: no'],
  },
  {
    when: 'it may not be read',
    snapshot: { identityHealthIssues: refused, identitySensors: refused, ...tenant(true, 'ATA') },
    says: 'notPermitted',
    message: 'health issues of Microsoft Defender for Identity',
    recommendation: 'SecurityIdentitiesHealth.Read.All',
    evidence: ['identityHealthIssues: 403 Forbidden: no', 'identitySensors: 403 Forbidden: no'],
  },
  {
    when: 'it may not be read where there is no license for it',
    snapshot: { identityHealthIssues: refused, identitySensors: refused, ...tenant(true, 'AAD_PREMIUM') },
    says: 'notLicensed',
    message: 'no license for Microsoft Defender for Identity',
    recommendation: license,
    evidence: ['identityHealthIssues: 403 Forbidden: no', 'identitySensors: 403 Forbidden: no'],
  },
]);

import type { JsonObject } from '../../facts/json-reader.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const missing = (name: string): JsonObject => ({
  error: { status: 400, code: 'BadRequest', message: `Failed to resolve table or column expression named '${name}'.` },
});
const unlicensed: JsonObject = { error: { status: 403, code: 'Forbidden', message: 'Your tenant is not licensed.' } };
const refused: JsonObject = { error: { status: 403, code: 'Forbidden', message: 'no' } };

const app = (id: string, Usage: unknown, ...Names: string[]): JsonObject => ({
  OAuthAppId: id,
  AppName: `App ${id}`,
  Usage,
  Names,
});
const apps = (Applications: number, ...rows: JsonObject[]) => ({
  appPermissions: [{ Applications, Usage: '' }, ...rows],
});

verdictTable('app.permissions.unused', [
  {
    when: 'every permission is used',
    snapshot: apps(2, app('a', 'True', 'Mail.Read'), app('b', '1', 'Mail.Read')),
    says: 'pass',
    message: 'Every application uses',
    evidence: ['appPermissions: 2 applications …'],
  },
  {
    when: 'no application has privileged permissions',
    snapshot: apps(4),
    says: 'pass',
    message: 'Every application uses',
    evidence: ['appPermissions: 4 applications …'],
  },
  {
    when: 'one is not used, in each spelling, beside one that is',
    snapshot: apps(
      4,
      app('a', 'False', 'Mail.ReadWrite'),
      app('a', 'true', 'Mail.Read'),
      app('b', '0', 'Directory.ReadWrite.All'),
      app('c', 'Not in use', 'Sites.FullControl.All'),
    ),
    says: 'fail',
    message: '3 applications have … App a, App b, App c',
    evidence: [
      'appPermissions: 4 applications …',
      'appPermissions: App a: not used: Mail.ReadWrite (a)',
      'appPermissions: App b: not used: Directory.ReadWrite.All (b)',
      'appPermissions: App c: not used: Sites.FullControl.All (c)',
    ],
    affected: ['application a: App a', 'application b: App b', 'application c: App c'],
  },
  {
    when: 'sets come as JSON',
    snapshot: {
      appPermissions: { results: [{ Applications: '1' }, { OAuthAppId: 'a', Usage: 'false', Names: '["X","Y"]' }] },
    },
    says: 'fail',
    message: '1 application has … a',
    evidence: ['appPermissions: 1 application …', 'appPermissions: a: not used: X, Y (a)'],
    affected: ['application a: a'],
  },
  {
    when: 'it is not told of one whether it uses them',
    snapshot: apps(2, app('a', 'Not supported', 'Mail.Read'), app('b', 'True', 'Mail.Read')),
    says: 'couldNotCheck',
    message: 'does not say whether 1 application uses … App a',
    evidence: ['appPermissions: 2 applications …'],
    affected: ['application a: App a'],
  },
  {
    when: 'there are more than are read',
    snapshot: apps(9000, ...Array.from({ length: 2000 }, (_, n) => app(String(n), 'true', 'X'))),
    says: 'couldNotCheck',
    message: 'more applications than are read',
    evidence: ['appPermissions: 9,000 applications …'],
  },
  {
    when: 'there is no application',
    snapshot: apps(0),
    says: 'notApplicable',
    message: 'no application',
    evidence: ['appPermissions: 0 applications …'],
  },
  {
    when: 'it was refused',
    snapshot: { appPermissions: refused },
    says: 'notPermitted',
    message: 'use of application permissions',
    recommendation: 'ThreatHunting.Read.All',
    evidence: ['appPermissions: 403 Forbidden: no'],
  },
  {
    when: 'the tenant has no license',
    snapshot: { appPermissions: unlicensed },
    says: 'notLicensed',
    message: 'app governance in Microsoft Defender for Cloud Apps',
    recommendation: 'Turn on app governance',
    evidence: ['appPermissions: 403 Forbidden: Your tenant is not licensed.'],
  },
  {
    when: 'a row names no application',
    snapshot: apps(2, app('', 'False', 'Mail.Read')),
    says: 'couldNotCheck',
    message: 'not in the documented format',
    recommendation: 'Scan again',
    evidence: ['appPermissions: 200 UnexpectedAnswer: …'],
  },
  {
    when: 'the answer has another form',
    snapshot: { appPermissions: [{ Total: 1 }] },
    says: 'couldNotCheck',
    message: 'not in the documented format',
    recommendation: 'Scan again',
    evidence: ['appPermissions: 200 UnexpectedAnswer: …'],
  },
]);

const waiting = (Classification: string, Pending: number, ...Names: string[]) => ({ Classification, Pending, Names });
const assets = (count: number, ...rows: JsonObject[]) => ({
  assetApprovals: [{ Assets: count, Classification: '' }, ...rows],
});

verdictTable('xdr.assets.pending', [
  {
    when: 'none waits',
    snapshot: assets(12),
    says: 'pass',
    message: 'No asset waits',
    evidence: ['assetApprovals: 12 assets …'],
  },
  {
    when: 'three wait',
    snapshot: assets(12, waiting('Domain Controller', 2, 'DC1', 'DC2'), waiting('Backup', 1)),
    says: 'fail',
    message: '3 assets wait … Domain Controller (2), Backup (1)',
    evidence: [
      'assetApprovals: 12 assets …',
      'assetApprovals: Domain Controller: 2 to be reviewed: DC1, DC2',
      'assetApprovals: Backup: 1 to be reviewed',
    ],
    affected: ['setting Domain Controller: Domain Controller (2)', 'setting Backup: Backup (1)'],
  },
  {
    when: 'the graph is empty',
    snapshot: assets(0),
    says: 'notApplicable',
    message: 'knows no asset',
    evidence: ['assetApprovals: 0 assets …'],
  },
]);

const user = (id: string, Sources: unknown, Kinds: unknown = []): JsonObject => ({
  TargetNodeId: id,
  TargetNodeName: `User ${id}`,
  Sources,
  Kinds,
});
const credentials = (Devices: number, Edges: number, Users: number, ...rows: JsonObject[]) => ({
  exposedCredentials: [
    { Devices, TargetNodeId: '' },
    { Edges, TargetNodeId: '' },
    { Users, TargetNodeId: '' },
    ...rows,
  ],
});

verdictTable('xdr.credentials.exposed', [
  {
    when: 'none are found',
    snapshot: credentials(3, 90, 0),
    says: 'pass',
    message: 'No credentials',
    evidence: ['exposedCredentials: 3 onboarded devices, 90 relations …'],
  },
  {
    when: 'those of two are found',
    snapshot: credentials(3, 90, 2, user('a', ['LAP1', 'LAP2'], ['user cookie']), user('b', '["SRV"]', null)),
    says: 'fail',
    message: 'Credentials of 2 privileged users lie … User a, User b',
    evidence: [
      'exposedCredentials: 3 onboarded devices …',
      'exposedCredentials: User a: user cookie on LAP1, LAP2 (a)',
      'exposedCredentials: User b: credentials on SRV (b)',
    ],
    affected: ['user a: User a', 'user b: User b'],
  },
  {
    when: 'more are found than listed',
    snapshot: credentials(3, 90, 500, user('a', ['LAP1'])),
    says: 'fail',
    message: 'Credentials of 500 privileged users',
    evidence: ['exposedCredentials: 3 onboarded …', 'exposedCredentials: User a: credentials on LAP1 (a)'],
    affected: ['user a: User a'],
    affectedCount: 500,
  },
  {
    when: 'no device is onboarded',
    snapshot: credentials(0, 90, 0),
    says: 'notApplicable',
    message: 'No device is onboarded',
    evidence: ['exposedCredentials: 0 onboarded devices …'],
  },
  {
    when: 'the graph is empty',
    snapshot: credentials(3, 0, 0),
    says: 'couldNotCheck',
    message: 'does not know yet',
    evidence: ['exposedCredentials: 3 onboarded devices, 0 relations …'],
  },
  {
    when: 'a figure is not there',
    snapshot: { exposedCredentials: [{ Devices: 3 }, { Edges: 4 }] },
    says: 'couldNotCheck',
    message: 'not in the documented format',
    recommendation: 'Scan again',
    evidence: ['exposedCredentials: 200 UnexpectedAnswer: …'],
  },
  {
    when: 'the tenant does not have Defender for Endpoint',
    snapshot: { exposedCredentials: missing('DeviceInfo') },
    says: 'notLicensed',
    message: 'needs Microsoft Defender for Endpoint',
    recommendation: 'Onboard the computers',
    evidence: ['exposedCredentials: 400 NoTableDeviceInfo: …'],
  },
  {
    when: 'the tenant does not have Exposure Management',
    snapshot: { exposedCredentials: missing('ExposureGraphEdges') },
    says: 'notLicensed',
    message: 'needs Microsoft Security Exposure Management',
    recommendation: 'Deploy a product of Microsoft Defender XDR',
    evidence: ['exposedCredentials: 400 NoTableExposureGraphEdges: …'],
  },
  {
    when: 'a column is not there',
    snapshot: { exposedCredentials: missing('OnboardingStatus') },
    says: 'couldNotCheck',
    message: 'could not be read',
    recommendation: 'Scan again',
    evidence: ['exposedCredentials: 400 BadRequest: …'],
  },
]);

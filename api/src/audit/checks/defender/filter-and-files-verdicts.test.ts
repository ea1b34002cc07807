import type { JsonObject } from '../../facts/json-reader.ts';
import { configurationOf, refusedType, withDefender, withoutDefender } from '../../testing/configuration.ts';
import { refused } from '../../testing/snapshots.ts';
import { settings, settingsTable, statusTable, switches } from '../../testing/status-table.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const filters = (...connectionFilterPolicies: JsonObject[]): JsonObject =>
  configurationOf({ connectionFilterPolicies });
const connection = (of: JsonObject): JsonObject => filters({ Identity: 'Default', ...of });

verdictTable('mdo.connection.allowed', [
  {
    when: 'addresses are allowed',
    snapshot: connection({ IPAllowList: ['203.0.113.7', '198.51.100.0/24'] }),
    says: 'fail',
    message: 'IP addresses are allowed past spam filtering (IPAllowList).',
    evidence: ['connectionFilterPolicies: IPAllowList = 203.0.113.7, 198.51.100.0/24 (Default)'],
  },
]);
settingsTable(
  'mdo.connection.allowed',
  connection,
  {
    good: { IPAllowList: [] },
    alsoGood: { IPAllowList: ['', ['']] },
    bad: { IPAllowList: ['203.0.113.7', ['203.0.113.7']] },
  },
  {
    dataset: 'connectionFilterPolicies',
    of: 'Default',
    good: 'No IP address is allowed past spam filtering.',
    bad: 'IP addresses are allowed past spam filtering (IPAllowList).',
  },
);
settingsTable('mdo.connection.safelist', connection, switches('off', 'EnableSafeList'), {
  dataset: 'connectionFilterPolicies',
  of: 'Default',
  good: 'The safe list is off.',
  bad: 'The safe list is on (EnableSafeList).',
});
statusTable('mdo.connection.safelist', [
  [
    'the default policy is marked, and another is on',
    filters(
      { Identity: 'Main', MakeDefault: 'True', EnableSafeList: false },
      { Identity: 'Old', EnableSafeList: true },
    ),
    'pass',
  ],
  [
    'a policy is only called like the default one',
    filters({ Identity: 'Default of old', EnableSafeList: false }, { Identity: 'Old Default', EnableSafeList: true }),
    'fail',
  ],

  [
    'another policy beside the default one is on',
    filters({ Identity: ' default ', EnableSafeList: false }, { Identity: 'Old', EnableSafeList: true }),
    'pass',
  ],
  [
    'the default policy is marked, and called otherwise',
    filters(
      { Identity: 'Main', MakeDefault: 'True', EnableSafeList: true },
      { Identity: 'Old', EnableSafeList: false },
    ),
    'fail',
  ],
  [
    'no policy is known to be the default one',
    filters({ Identity: 'A', EnableSafeList: false }, { Identity: 'B', EnableSafeList: true }),
    'fail',
  ],
  ['there is no policy', filters(), 'couldNotCheck'],
  ['policies were refused', configurationOf({ connectionFilterPolicies: refusedType }), 'notPermitted'],
  ['policies were not collected', {}, 'couldNotCheck'],
]);

const files = (of: JsonObject, licenses: JsonObject = withDefender): JsonObject => ({
  ...configurationOf({ defenderForOffice365: [{ Identity: 'Default', ...of }] }),
  ...licenses,
});
const scanned = switches('on', 'EnableATPForSPOTeamsODB');

verdictTable('mdo.files', [
  {
    when: 'it is off, and the license is missing',
    snapshot: files({ EnableATPForSPOTeamsODB: false }, withoutDefender),
    says: 'notLicensed',
    message: 'no license for Microsoft Defender for Office 365',
    recommendation: 'Assign a license with Microsoft Defender for Office 365 Plan 1',
    evidence: ['subscribedSkus: no service plan ATP_ENTERPRISE or THREAT_INTELLIGENCE'],
  },
  {
    when: 'it is off',
    snapshot: files({ EnableATPForSPOTeamsODB: false }),
    says: 'fail',
    message: 'are not scanned (EnableATPForSPOTeamsODB).',
    evidence: ['defenderForOffice365: EnableATPForSPOTeamsODB = false (Default)'],
  },
]);
settingsTable('mdo.files', files, scanned, {
  dataset: 'defenderForOffice365',
  of: 'Default',
  good: 'Files in SharePoint, OneDrive and Teams are scanned.',
  bad: 'Files in SharePoint, OneDrive and Teams are not scanned (EnableATPForSPOTeamsODB).',
});
settingsTable(
  'mdo.files.documents',
  files,
  settings(scanned, switches('on', 'EnableSafeDocs'), switches('off', 'AllowSafeDocsOpen')),
  {
    dataset: 'defenderForOffice365',
    of: 'Default',
    good: 'Files and documents are scanned, and nobody can go around it.',
    bad: 'Files or documents are not scanned, or users can go around it (EnableATPForSPOTeamsODB).',
  },
);
statusTable('mdo.files', [
  ['it is on, and the license is missing', files(scanned.good, withoutDefender), 'pass'],
  [
    'it is off, and licenses were refused',
    files({ EnableATPForSPOTeamsODB: false }, { subscribedSkus: refused }),
    'notPermitted',
  ],
  ['it is off, and licenses were not collected', files({ EnableATPForSPOTeamsODB: false }, {}), 'fail'],
  ['there is no instance', { ...configurationOf({ defenderForOffice365: [] }), ...withDefender }, 'couldNotCheck'],
  [
    'the type was refused',
    { ...configurationOf({ defenderForOffice365: refusedType }), ...withoutDefender },
    'notPermitted',
  ],
  ['the type was not collected', withoutDefender, 'couldNotCheck'],
]);

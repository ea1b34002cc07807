import type { JsonObject } from '../../facts/json-reader.ts';
import { hybrid } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const hashSync = (...values: (boolean | null)[]): JsonObject => ({
  onPremisesSynchronization: values.map((passwordSyncEnabled) => ({ features: { passwordSyncEnabled } })),
});
const match = (...values: [soft: boolean | null, hard: boolean | null][]): JsonObject => ({
  onPremisesSynchronization: values.map(([soft, hard]) => ({
    features: { blockSoftMatchEnabled: soft, blockCloudObjectTakeoverThroughHardMatchEnabled: hard },
  })),
});

verdictTable('sync.phs', [
  {
    when: 'none was ever connected',
    snapshot: hybrid(false),
    says: 'notApplicable',
    message: 'No on-premises directory',
    evidence: ['organization: onPremisesSyncEnabled is not true'],
  },
  {
    when: 'one of two organizations is not told',
    snapshot: { organization: [{ id: 'o', onPremisesSyncEnabled: null }, { id: 'p' }] },
    says: 'couldNotCheck',
    message: '(organization profile) does not say',
    recommendation: 'Scan again … admin center',
  },
  {
    when: 'one of two organizations is connected',
    snapshot: {
      organization: [
        { id: 'o', onPremisesSyncEnabled: null },
        { id: 'p', onPremisesSyncEnabled: true },
      ],
      ...hashSync(true),
    },
    says: 'pass',
    message: 'Password hash synchronization is on.',
    evidence: ['onPremisesSynchronization: passwordSyncEnabled = true'],
  },
  {
    when: 'the settings are not collected',
    snapshot: hybrid(true),
    says: 'couldNotCheck',
    message: 'not collected: directory synchronization settings',
    recommendation: 'Run a scan',
  },
  {
    when: 'it is not told',
    snapshot: { ...hybrid(true), ...hashSync(null) },
    says: 'couldNotCheck',
    message: 'response … this setting',
    evidence: ['onPremisesSynchronization: passwordSyncEnabled = '],
  },
  {
    when: 'neither does',
    snapshot: { ...hybrid(true), ...hashSync(false, null) },
    says: 'fail',
    message: 'Password hash synchronization is off.',
    evidence: ['onPremisesSynchronization: passwordSyncEnabled = false, '],
  },
]);

verdictTable('sync.takeover', [
  {
    when: 'no directory is connected',
    snapshot: { ...hybrid(null), ...match([true, true]) },
    says: 'pass',
    message: 'No on-premises directory … cloud accounts',
    evidence: ['organization: onPremisesSyncEnabled is not true'],
  },
  {
    when: 'soft matching is open',
    snapshot: { ...hybrid(true), ...match([false, true]) },
    says: 'fail',
    message: 'can take over',
    evidence: [
      'onPremisesSynchronization: blockSoftMatchEnabled = false',
      'onPremisesSynchronization: blockCloudObjectTakeoverThroughHardMatchEnabled = true',
    ],
  },
  {
    when: 'one is not told',
    snapshot: { ...hybrid(true), ...match([true, null]) },
    says: 'couldNotCheck',
    message: 'response … these settings',
    evidence: [
      'onPremisesSynchronization: blockSoftMatchEnabled = true',
      'onPremisesSynchronization: blockCloudObjectTakeoverThroughHardMatchEnabled = not reported',
    ],
  },
  {
    when: 'nothing is told',
    snapshot: { ...hybrid(true), onPremisesSynchronization: [] },
    says: 'couldNotCheck',
    message: 'response … these settings',
  },
  {
    when: 'the settings are not collected',
    snapshot: hybrid(true),
    says: 'couldNotCheck',
    message: 'not collected: directory synchronization settings',
    recommendation: 'Run a scan',
  },
  {
    when: 'the connection is not known',
    snapshot: match([true, true]),
    says: 'pass',
    message: 'Soft match and hard match takeover are blocked.',
    evidence: [
      'onPremisesSynchronization: blockSoftMatchEnabled = true',
      'onPremisesSynchronization: blockCloudObjectTakeoverThroughHardMatchEnabled = true',
    ],
  },
]);

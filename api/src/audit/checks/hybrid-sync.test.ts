import type { JsonObject } from '../json-reader.ts';
import { saysExactly } from '../testing/exact-verdicts.ts';
import { hybrid } from '../testing/snapshots.ts';

const hashSync = (...values: (boolean | null)[]): JsonObject => ({
  onPremisesSynchronization: values.map((passwordSyncEnabled) => ({ features: { passwordSyncEnabled } })),
});
const match = (...values: [soft: boolean | null, hard: boolean | null][]): JsonObject => ({
  onPremisesSynchronization: values.map(([soft, hard]) => ({
    features: { blockSoftMatchEnabled: soft, blockCloudObjectTakeoverThroughHardMatchEnabled: hard },
  })),
});

saysExactly('sync.phs', [
  {
    when: 'none was ever connected',
    snapshot: hybrid(false),
    says: 'notApplicable',
    message: 'No on-premises directory is connected.',
    evidence: ['organization: onPremisesSyncEnabled is not true'],
  },
  {
    when: 'one of two organizations is not told',
    snapshot: { organization: [{ id: 'o', onPremisesSyncEnabled: null }, { id: 'p' }] },
    says: 'couldNotCheck',
    message: 'The answer of Microsoft (organization profile) does not say what is needed to judge this.',
    recommendation: 'Scan again. If it stays so, look at the setting in the admin center yourself.',
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
    message: 'Password hashes are synchronized.',
    evidence: ['onPremisesSynchronization: passwordSyncEnabled = true'],
  },
  {
    when: 'the settings are not collected',
    snapshot: hybrid(true),
    says: 'couldNotCheck',
    message: 'This was not checked, because the data was not collected: directory synchronization settings.',
    recommendation: 'Run a scan that collects this data, then look again.',
  },
  {
    when: 'it is not told',
    snapshot: { ...hybrid(true), ...hashSync(null) },
    says: 'couldNotCheck',
    message: "Microsoft's answer does not carry this setting.",
    evidence: ['onPremisesSynchronization: passwordSyncEnabled = '],
  },
  {
    when: 'neither does',
    snapshot: { ...hybrid(true), ...hashSync(false, null) },
    says: 'fail',
    message: 'Password hashes are not synchronized, so leaked passwords are not found.',
    evidence: ['onPremisesSynchronization: passwordSyncEnabled = false, '],
  },
]);

saysExactly('sync.takeover', [
  {
    when: 'no directory is connected',
    snapshot: { ...hybrid(null), ...match([true, true]) },
    says: 'pass',
    message: 'No on-premises directory is connected that could take over cloud accounts.',
    evidence: ['organization: onPremisesSyncEnabled is not true'],
  },
  {
    when: 'soft matching is open',
    snapshot: { ...hybrid(true), ...match([false, true]) },
    says: 'fail',
    message: 'Objects of the on-premises directory can take over cloud accounts by matching.',
    evidence: [
      'onPremisesSynchronization: blockSoftMatchEnabled = false',
      'onPremisesSynchronization: blockCloudObjectTakeoverThroughHardMatchEnabled = true',
    ],
  },
  {
    when: 'one is not told',
    snapshot: { ...hybrid(true), ...match([true, null]) },
    says: 'couldNotCheck',
    message: "Microsoft's answer does not carry these settings.",
    evidence: [
      'onPremisesSynchronization: blockSoftMatchEnabled = true',
      'onPremisesSynchronization: blockCloudObjectTakeoverThroughHardMatchEnabled = not told',
    ],
  },
  {
    when: 'nothing is told',
    snapshot: { ...hybrid(true), onPremisesSynchronization: [] },
    says: 'couldNotCheck',
    message: "Microsoft's answer does not carry these settings.",
  },
  {
    when: 'the settings are not collected',
    snapshot: hybrid(true),
    says: 'couldNotCheck',
    message: 'This was not checked, because the data was not collected: directory synchronization settings.',
    recommendation: 'Run a scan that collects this data, then look again.',
  },
  {
    when: 'the connection is not known',
    snapshot: match([true, true]),
    says: 'pass',
    message: 'Cloud accounts cannot be taken over from the on-premises directory by matching.',
    evidence: [
      'onPremisesSynchronization: blockSoftMatchEnabled = true',
      'onPremisesSynchronization: blockCloudObjectTakeoverThroughHardMatchEnabled = true',
    ],
  },
]);

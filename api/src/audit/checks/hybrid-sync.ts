import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../check.ts';
import { isSynchronized } from '../directory-sync.ts';
import { type Facts, factOf } from '../facts.ts';
import { booleanAt } from '../json-reader.ts';
import { missingData } from '../missing-data.ts';

const base = { category: 'secure-score' } as const;

function hashSync(facts: Facts): CheckVerdict {
  const sync = factOf(facts, 'onPremisesSynchronization');
  const connected = isSynchronized(facts);
  if (connected === null) return missingData(facts, ['organization']);
  if (!connected) {
    return verdict('notApplicable', 'No on-premises directory is connected.', [
      evidenceFrom('organization', 'onPremisesSyncEnabled is not true'),
    ]);
  }
  if (sync === undefined) return missingData(facts, ['onPremisesSynchronization']);
  const values = sync.map((item) => booleanAt(item, 'features', 'passwordSyncEnabled'));
  const evidence = [evidenceFrom('onPremisesSynchronization', `passwordSyncEnabled = ${values.join(', ')}`)];
  if (values.includes(true)) return verdict('pass', 'Password hashes are synchronized.', evidence);
  return values.includes(false)
    ? verdict('fail', 'Password hashes are not synchronized, so leaked passwords are not found.', evidence)
    : verdict('couldNotCheck', "Microsoft's answer does not carry this setting.", evidence);
}

function takeover(facts: Facts): CheckVerdict {
  const sync = factOf(facts, 'onPremisesSynchronization');
  // Nothing is matched where nothing is synchronized, whatever the switches say, which Graph then shows as off.
  if (isSynchronized(facts) === false) {
    return verdict('pass', 'No on-premises directory is connected that could take over cloud accounts.', [
      evidenceFrom('organization', 'onPremisesSyncEnabled is not true'),
    ]);
  }
  if (facts.organization?.state === 'failed') return missingData(facts, ['organization']);
  if (sync === undefined) return missingData(facts, ['onPremisesSynchronization']);
  const keys = ['blockSoftMatchEnabled', 'blockCloudObjectTakeoverThroughHardMatchEnabled'];
  const values = sync.flatMap((item) => keys.map((key) => ({ key, value: booleanAt(item, 'features', key) })));
  const evidence = values.map(({ key, value }) =>
    evidenceFrom('onPremisesSynchronization', `${key} = ${value ?? 'not told'}`),
  );
  if (values.some(({ value }) => value === false))
    return verdict('fail', 'Objects of the on-premises directory can take over cloud accounts by matching.', evidence);
  if (values.length === 0 || values.some(({ value }) => value === null))
    return verdict('couldNotCheck', "Microsoft's answer does not carry these settings.", evidence);
  return verdict('pass', 'Cloud accounts cannot be taken over from the on-premises directory by matching.', evidence);
}

export const hybridSyncChecks: readonly Check[] = [
  {
    ...base,
    id: 'sync.phs',
    title: 'Password hashes are synchronized',
    findingTitle: 'Password hashes are not synchronized',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: { cis: ['5.1.8.1'], prowler: ['entra_password_hash_sync_enabled'] },
    datasets: ['organization'],
    helpful: ['onPremisesSynchronization'],
    recommendation:
      'On the server with Microsoft Entra Connect run its wizard and turn on password hash synchronization.',
    evaluate: hashSync,
  },
  {
    ...base,
    id: 'sync.takeover',
    title: 'Cloud accounts cannot be taken over by matching',
    findingTitle: 'Cloud accounts can be taken over by on-premises matching',
    severity: 'medium',
    endangers: 'tenant',
    frameworks: { prowler: ['entra_directory_sync_object_takeover_blocked'], nist: ['PR.AA-01'], iso: ['A.5.16'] },
    datasets: ['onPremisesSynchronization'],
    helpful: ['organization'],
    recommendation:
      'With Microsoft Graph (directory/onPremisesSynchronization) set blockSoftMatchEnabled and blockCloudObjectTakeoverThroughHardMatchEnabled to true.',
    evaluate: (facts) => takeover(facts),
  },
];

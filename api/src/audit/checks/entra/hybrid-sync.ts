import { isSynchronized } from '../../facts/directory-sync.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import { booleanAt } from '../../facts/json-reader.ts';
import { type Check, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { missingData } from '../shared/missing-data.ts';

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
  if (values.includes(true)) return verdict('pass', 'Password hash synchronization is on.', evidence);
  return values.includes(false)
    ? verdict('fail', 'Password hash synchronization is off.', evidence)
    : verdict('couldNotCheck', "Microsoft's response does not include this setting.", evidence);
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
    evidenceFrom('onPremisesSynchronization', `${key} = ${value ?? 'not reported'}`),
  );
  if (values.some(({ value }) => value === false))
    return verdict('fail', 'On-premises objects can take over cloud accounts by soft or hard match.', evidence);
  if (values.length === 0 || values.some(({ value }) => value === null))
    return verdict('couldNotCheck', "Microsoft's response does not include these settings.", evidence);
  return verdict('pass', 'Soft match and hard match takeover are blocked.', evidence);
}

export const hybridSyncChecks: readonly Check[] = [
  {
    ...base,
    id: 'sync.phs',
    title: 'Password hash synchronization is on',
    findingTitle: 'Password hash synchronization is off',
    severity: 'medium',
    endangers: 'everyone',
    frameworks: { cis: ['5.1.8.1'], prowler: ['entra_password_hash_sync_enabled'] },
    datasets: ['organization'],
    helpful: ['onPremisesSynchronization'],
    recommendation: 'On the Microsoft Entra Connect server: run the wizard and turn on password hash synchronization.',
    impact:
      'Leaked passwords are not detected, and nobody can sign in to the cloud while the on-premises servers are down.',
    evaluate: hashSync,
  },
  {
    ...base,
    id: 'sync.takeover',
    title: 'Cloud accounts cannot be taken over by sync matching',
    findingTitle: 'Cloud accounts can be taken over by sync matching',
    severity: 'medium',
    endangers: 'tenant',
    frameworks: { prowler: ['entra_directory_sync_object_takeover_blocked'], nist: ['PR.AA-01'], iso: ['A.5.16'] },
    datasets: ['onPremisesSynchronization'],
    helpful: ['organization'],
    recommendation:
      'With Microsoft Graph (directory/onPremisesSynchronization), set blockSoftMatchEnabled and blockCloudObjectTakeoverThroughHardMatchEnabled to true.',
    impact:
      'Anyone who can create objects in Active Directory can take over cloud-only accounts, including Global Administrators.',
    evaluate: (facts) => takeover(facts),
  },
];

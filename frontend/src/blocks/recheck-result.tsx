import { Text } from '@fluentui/react-components';
import { datasetLabel } from '@tenantry/contract/dataset-labels';
import { verdictLabels } from '@tenantry/contract/labels';
import type { RecheckChanges as Changes, RecheckResult } from '@tenantry/contract/rechecks';
import { countOf, formatDateTime } from '../lib/format.ts';
import { FactList, Part } from '../ui/facts.tsx';
import { Hint } from '../ui/muted.tsx';

const settingsList = (settings: Changes['settings']) =>
  settings.map(({ name, before, now }) => `${name}: ${before ?? 'not seen'} → ${now ?? 'not seen'}`).join('; ');

/** What is another since the finding was last seen. */
export function RecheckChanges({ changes, result }: { changes: Changes; result: RecheckResult }) {
  const { noLongerAffected, newlyAffected, settings, statusBefore, affectedBefore, seenAt } = changes;
  const notKnown = 'Not known: the earlier list is not complete';
  const named = (names: string[] | null) => (names === null ? notKnown : names.join(', ') || 'None');
  const isSame =
    statusBefore === result.verdictStatus &&
    affectedBefore === result.affectedCount &&
    noLongerAffected?.length === 0 &&
    newlyAffected?.length === 0 &&
    settings.length === 0;
  return (
    <Part title={`Changed since ${formatDateTime(seenAt)}`}>
      {isSame ? (
        <Text>Nothing has changed since.</Text>
      ) : (
        <FactList
          facts={[
            ['Result', `${verdictLabels[statusBefore]} → ${verdictLabels[result.verdictStatus]}`],
            ['Affected', `${affectedBefore} → ${result.affectedCount}`],
            ['No longer affected', named(noLongerAffected)],
            ['Newly affected', named(newlyAffected)],
            ['Settings', settings.length === 0 ? null : settingsList(settings)],
          ]}
        />
      )}
    </Part>
  );
}

/** When the check was looked at, for whom, and what was read for it. */
export function RecheckedAt({ result }: { result: RecheckResult }) {
  const { checkedAt, requestedBy, datasets, graphCalls } = result;
  if (graphCalls === null) return <Hint>Found by the scan of {formatDateTime(checkedAt)}.</Hint>;
  return (
    <Hint>
      Checked {formatDateTime(checkedAt)} for {requestedBy}: {datasets.map(datasetLabel).join(', ')},{' '}
      {countOf(graphCalls, 'request')} to Microsoft Graph. The audit score is still that of the last scan.
    </Hint>
  );
}

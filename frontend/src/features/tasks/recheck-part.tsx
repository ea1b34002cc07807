import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { datasetLabel } from '@tenantry/contract/dataset-labels';
import { verdictLabels } from '@tenantry/contract/labels';
import type { RecheckChanges, RecheckResult } from '@tenantry/contract/rechecks';
import type { TaskDetails } from '@tenantry/contract/tasks';
import { AffectedList } from '../../blocks/affected-list.tsx';
import { EvidenceList } from '../../blocks/evidence-list.tsx';
import { countOf, formatDateTime } from '../../lib/format.ts';
import { FactList, Part } from '../../ui/facts.tsx';
import { Hint } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { isBeingRechecked } from './task-queries.ts';

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalL, minWidth: 0 },
});

/** What became of a task's check: what is left, what changed since, or the evidence that it passes. */
export function RecheckPart({ task }: { task: TaskDetails }) {
  const { recheck, recheckResult, proof, status, lastScan } = task;
  const isDone = status === 'completed';
  const isProven = isDone && !task.completedWithoutProof;
  if (isBeingRechecked(task)) return <Notice intent="info">The check is looked at again…</Notice>;
  return (
    <>
      {!isDone && recheck?.outcome === 'stillFails' && recheckResult && <WhatIsLeft result={recheckResult} />}
      {!isDone && recheck?.outcome === 'unknown' && (
        <Notice intent="warning" title="The check could not be made.">
          {recheck.message}
        </Notice>
      )}
      {task.completedWithoutProof && (
        <Notice intent="warning" title="Completed without proof.">
          The check could not be made, so its finding stays open until a scan tells.
        </Notice>
      )}
      {proof && <Proof result={proof} isProven={isProven} />}
      {!isDone && lastScan && (
        <Part title="Latest scan">
          <Text>
            {verdictLabels[lastScan.status]}: {lastScan.message}
          </Text>
          <Text size={200}>{formatDateTime(lastScan.at)}</Text>
        </Part>
      )}
    </>
  );
}

function WhatIsLeft({ result }: { result: RecheckResult }) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <Part title="What is left">
        <Text>{result.message}</Text>
        {result.recommendation !== '' && <Text>{result.recommendation}</Text>}
      </Part>
      <AffectedList affected={result.affected} affectedCount={result.affectedCount} />
      <Part title="Evidence">
        <EvidenceList evidence={result.evidence} firstShown={6} />
      </Part>
      {result.changes && <Changes changes={result.changes} result={result} />}
      <CheckedAt result={result} />
    </div>
  );
}

const settingsList = (settings: RecheckChanges['settings']) =>
  settings.map(({ name, before, now }) => `${name}: ${before ?? 'not seen'} → ${now ?? 'not seen'}`).join('; ');

function Changes({ changes, result }: { changes: RecheckChanges; result: RecheckResult }) {
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

function Proof({ result, isProven }: { result: RecheckResult; isProven: boolean }) {
  return (
    <Part title={isProven ? 'Evidence' : 'Evidence of the earlier completion'}>
      <Text>{result.message}</Text>
      <EvidenceList evidence={result.evidence} firstShown={6} />
      <CheckedAt result={result} />
    </Part>
  );
}

function CheckedAt({ result }: { result: RecheckResult }) {
  const { checkedAt, requestedBy, datasets, graphCalls } = result;
  return (
    <Hint>
      Checked {formatDateTime(checkedAt)} for {requestedBy}: {datasets.map(datasetLabel).join(', ')},{' '}
      {countOf(graphCalls, 'request')} to Microsoft Graph. The audit score is still that of the last scan.
    </Hint>
  );
}

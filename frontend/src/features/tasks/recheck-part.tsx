import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { verdictLabels } from '@tenantry/contract/labels';
import type { RecheckedCheck, RecheckResult } from '@tenantry/contract/rechecks';
import type { TaskDetails } from '@tenantry/contract/tasks';
import { AffectedList } from '../../blocks/affected-list.tsx';
import { EvidenceList } from '../../blocks/evidence-list.tsx';
import { RecheckChanges, RecheckedAt } from '../../blocks/recheck-result.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { Part } from '../../ui/facts.tsx';
import { Hint } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { isBeingRechecked } from './task-queries.ts';

const useStyles = makeStyles({
  root: { display: 'grid', gap: tokens.spacingVerticalL, minWidth: 0 },
  checks: { display: 'grid', gap: tokens.spacingVerticalS, margin: 0, paddingInlineStart: tokens.spacingHorizontalL },
});

/** What became of a task's check: what is left, what changed since, or the evidence that it passes. */
export function RecheckPart({ task }: { task: TaskDetails }) {
  const { recheck, recheckResult, proof, status, lastScan } = task;
  const isDone = status === 'completed';
  const isProven = isDone && !task.completedWithoutProof;
  if (isBeingRechecked(task)) return <Notice intent="info">The check is running again…</Notice>;
  return (
    <>
      {!isDone && recheck?.outcome === 'stillFails' && recheckResult && (
        <WhatIsLeft standing={recheck.message ?? recheckResult.message} result={recheckResult} />
      )}
      {!isDone && recheck?.outcome === 'unknown' && (
        <Notice intent="warning" title="The check could not run.">
          {recheck.message}
        </Notice>
      )}
      {task.completedWithoutProof && (
        <Notice intent="warning" title="Completed without proof.">
          The check could not run, so its finding stays open until a scan can check it.
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

/** `standing`: of several checks how many pass and what the others say, of one what it says. */
function WhatIsLeft({ standing, result }: { standing: string; result: RecheckResult }) {
  const styles = useStyles();
  return (
    <div className={styles.root}>
      <Part title="What is left">
        <Text>{standing}</Text>
        {result.recommendation !== '' && <Text>{result.recommendation}</Text>}
      </Part>
      {result.checks.length > 0 && <Checks checks={result.checks} />}
      <AffectedList affected={result.affected} affectedCount={result.affectedCount} />
      <Part title="Evidence">
        <EvidenceList evidence={result.evidence} firstShown={6} />
      </Part>
      {result.changes && <RecheckChanges changes={result.changes} result={result} />}
      <RecheckedAt result={result} />
    </div>
  );
}

function Proof({ result, isProven }: { result: RecheckResult; isProven: boolean }) {
  return (
    <Part title={isProven ? 'Evidence' : 'Evidence of the earlier completion'}>
      <Text>{result.message}</Text>
      {result.checks.length > 0 ? (
        <Checks checks={result.checks} withEvidence />
      ) : (
        <EvidenceList evidence={result.evidence} firstShown={6} />
      )}
      <RecheckedAt result={result} />
    </Part>
  );
}

/** The checks of a task that closes several findings, each with what it said; those that pass stand below. */
function Checks({ checks, withEvidence = false }: { checks: readonly RecheckedCheck[]; withEvidence?: boolean }) {
  const styles = useStyles();
  const passes = ({ verdictStatus }: RecheckedCheck) => Number(verdictStatus === 'pass');
  return (
    <ul className={styles.checks} aria-label="Checks of this task">
      {checks
        .toSorted((a, b) => passes(a) - passes(b))
        .map(({ checkId, title, verdictStatus, message, evidence }) => (
          <li key={checkId}>
            <Text>
              <strong>{verdictLabels[verdictStatus]}</strong> · {title}
            </Text>
            <Hint>{message}</Hint>
            {withEvidence && <EvidenceList evidence={evidence} firstShown={2} />}
          </li>
        ))}
    </ul>
  );
}

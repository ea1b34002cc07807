import { Text } from '@fluentui/react-components';
import type { FindingDetails } from '@tenantry/contract/findings';
import { RecheckChanges, RecheckedAt } from '../../blocks/recheck-result.tsx';
import { Part } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { isBeingRechecked } from './findings-queries.ts';

/** What the last look at the check found; nothing where there was none since the latest scan. */
export function FindingRecheck({ finding }: { finding: FindingDetails }) {
  const { recheck } = finding;
  if (isBeingRechecked(finding)) return <Notice intent="info">The check is looked at again…</Notice>;
  if (recheck === null) return null;
  if (recheck.outcome === 'unknown' || recheck.result === null) {
    return (
      <Notice intent="warning" title="The check could not be made.">
        {recheck.message}
      </Notice>
    );
  }
  return (
    <Part title={recheck.outcome === 'passed' ? 'The check passes' : 'The check still fails'}>
      <Text>{recheck.result.message}</Text>
      {recheck.outcome === 'stillFails' && recheck.result.changes !== null && (
        <RecheckChanges changes={recheck.result.changes} result={recheck.result} />
      )}
      <RecheckedAt result={recheck.result} />
    </Part>
  );
}

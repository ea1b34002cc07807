import { makeStyles, Text, tokens } from '@fluentui/react-components';
import type { TrailProblem, TrailVerification } from '@tenantry/contract/audit-trail';
import { countOf, formatDateTime } from '../../lib/format.ts';
import { FactList } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PlainList } from '../../ui/plain-list.tsx';

const useStyles = makeStyles({
  item: { display: 'grid', gap: tokens.spacingVerticalXS, overflowWrap: 'anywhere' },
});

const kindLabels: Record<TrailProblem['kind'], string> = {
  altered: 'Changed',
  removed: 'Gone',
  inserted: 'Not written by Tenantry',
  misplaced: 'Copied or moved',
  unsealed: 'Without its block',
  anchor: 'Anchor changed or gone',
  key: 'Key record changed or gone',
  newer: 'Of a newer version',
};

function timeOf(at: string | null): string | null {
  return at !== null && !Number.isNaN(Date.parse(at)) ? formatDateTime(at) : null;
}

/** What a verification found broken, the earliest first, what it means and what to do. */
export function TrailProblems({ result: { problems, problemCount } }: { result: TrailVerification }) {
  const styles = useStyles();
  return (
    <>
      <Notice intent="error" title={`${countOf(problemCount, 'part')} of the trail cannot be trusted`}>
        Records or files were changed outside Tenantry, which never rewrites them. Entries before the first broken one
        are still valid. Leave the database and the storage account unchanged, find out who had write access at that
        time (Azure activity log), and compare with a backup. Restoring one repairs the trail.
      </Notice>
      <PlainList as="ol" gap="L" aria-label="Broken parts of the audit trail">
        {problems.map(({ kind, record, at, month, message }, index) => (
          <li key={`${kind} ${record}`} className={styles.item}>
            <Text weight="semibold">
              {index === 0 ? 'First broken: ' : ''}
              {timeOf(at) ?? record}
            </Text>
            <Text>{message}</Text>
            <FactList
              facts={[
                ['What', kindLabels[kind]],
                ['Record', record],
                ['Stored under', month],
              ]}
            />
          </li>
        ))}
      </PlainList>
    </>
  );
}

import { makeStyles, tokens } from '@fluentui/react-components';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Parsed } from '@tenantry/contract/endpoint';
import type { Finding, listFindings } from '@tenantry/contract/findings';
import { PagedRows } from '../../ui/paged-rows.tsx';
import { FindingCard } from './finding-card.tsx';
import type { PlanSelection } from './use-plan-selection.ts';

const useStyles = makeStyles({
  list: { listStyle: 'none', margin: 0, padding: 0 },
  item: { borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}` },
});

type Data = InfiniteData<Parsed<(typeof listFindings)['response']>>;
type Props = {
  data: Data;
  query: UseInfiniteQueryResult<Data>;
  marksSimulated: boolean;
  /** Null where none can be chosen. */
  selection: PlanSelection | null;
  onOpen: (finding: Finding) => void;
};

/** The findings loaded so far, and the way to more. */
export function FindingList({ data, query, marksSimulated, selection, onOpen }: Props) {
  const styles = useStyles();
  const findings = data.pages.flatMap((page) => page.items);
  return (
    <PagedRows query={query} shown={findings.length} total={data.pages[0]?.total ?? findings.length}>
      <ul className={styles.list} aria-label="Findings">
        {findings.map((finding) => (
          <li key={finding.id} className={styles.item}>
            <FindingCard
              finding={finding}
              marksSimulated={marksSimulated}
              selection={selection}
              onOpen={() => onOpen(finding)}
            />
          </li>
        ))}
      </ul>
    </PagedRows>
  );
}

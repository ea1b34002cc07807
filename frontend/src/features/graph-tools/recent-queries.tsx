import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { DeleteRegular } from '@fluentui/react-icons/svg/delete';
import { formatNumber } from '../../lib/format.ts';
import { Hint, Muted } from '../../ui/muted.tsx';
import { PlainList } from '../../ui/plain-list.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Row } from '../../ui/row.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { maxHistory, type QueryHistoryItem, saveHistory } from './query-history.ts';
import { ResponseBadge, shortened } from './query-response.tsx';

const shownAtMost = 10;

const useStyles = makeStyles({
  item: { display: 'grid', gap: tokens.spacingVerticalXXS, justifyItems: 'start', minWidth: 0 },
  endpoint: { fontFamily: tokens.fontFamilyMonospace, overflowWrap: 'anywhere', textAlign: 'start' },
});

type Props = {
  items: readonly QueryHistoryItem[];
  /** Shows a query and its answer again. */
  onOpen: (item: QueryHistoryItem) => void;
  onClear: () => void;
};

/** What was asked since the sign-in. */
export function RecentQueries({ items, onOpen, onClear }: Props) {
  const styles = useStyles();
  const more = items.length - shownAtMost;
  const isEmpty = items.length === 0;
  return (
    <SectionCard
      title="Recent Queries"
      subtitle={`The last ${maxHistory}, kept in this browser's memory until you sign out or close the page`}
      actions={
        <>
          <Button icon={<ArrowDownloadRegular />} disabled={isEmpty} onClick={() => saveHistory(items, new Date())}>
            Export History
          </Button>
          <Button icon={<DeleteRegular />} disabled={isEmpty} onClick={onClear}>
            Clear History
          </Button>
        </>
      }
    >
      {isEmpty && <Muted>No queries yet</Muted>}
      <PlainList gap="M" aria-label="Recent queries">
        {items.slice(0, shownAtMost).map((item) => (
          <li key={item.id} className={styles.item}>
            <Link as="button" className={styles.endpoint} onClick={() => onOpen(item)}>
              {shortened(item.endpoint)}
            </Link>
            <Row as="span" gap="M" align="center">
              <ResponseBadge response={item.response} />
              <Hint>
                {item.tenantName}, <RelativeTime instant={item.timestamp} />
              </Hint>
            </Row>
          </li>
        ))}
      </PlainList>
      {more > 0 && <Muted>and {formatNumber(more)} more</Muted>}
    </SectionCard>
  );
}

import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { formatNumber } from '../lib/format.ts';
import { ErrorPanel } from './error-panel.tsx';
import { Hint } from './muted.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
    paddingTop: tokens.spacingVerticalM,
  },
});

type Props = {
  /** The infinite query of the list (`pagedQuery`). */
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
  shown: number;
  /** Null where it is not counted. */
  total: number | null;
};

/** How much of a growing list is shown, and the button that brings the next page of it. */
export function LoadMore({ query, shown, total }: Props) {
  const styles = useStyles();
  const more = () => void query.fetchNextPage();
  return (
    <>
      <div className={styles.root}>
        <Hint role="status">
          Showing {formatNumber(shown)}
          {total !== null && ` of ${formatNumber(total)}`}
        </Hint>
        {query.hasNextPage && (
          <Button onClick={more} disabledFocusable={query.isFetchingNextPage}>
            {query.isFetchingNextPage ? 'Loading…' : 'Load more'}
          </Button>
        )}
      </div>
      {query.isFetchNextPageError && <ErrorPanel error={query.error} onRetry={more} />}
    </>
  );
}

import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ChevronLeftRegular } from '@fluentui/react-icons/svg/chevron-left';
import { ChevronRightRegular } from '@fluentui/react-icons/svg/chevron-right';
import type { listAuditTrail } from '@tenantry/contract/audit-trail';
import type * as z from 'zod/mini';
import { formatNumber } from '../../lib/format.ts';
import { Hint } from '../../ui/muted.tsx';
import { Row } from '../../ui/row.tsx';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
  },
});

type Props = {
  pagination: z.output<typeof listAuditTrail.response>['pagination'];
  shown: number;
  isLoading: boolean;
  onOffset: (offset: number) => void;
};

/** Where in the list the page is, and the way to the pages beside it. */
export function TrailPager({ pagination: { total, limit, offset, hasMore }, shown, isLoading, onOffset }: Props) {
  const styles = useStyles();
  const page = Math.floor(offset / limit) + 1;
  const pages = Math.max(page, Math.ceil(total / limit));
  return (
    <nav aria-label="Pages of the audit trail" className={styles.root}>
      <Hint role="status">
        Showing {formatNumber(shown)} of {formatNumber(total)} total entries
      </Hint>
      <Row gap="M" align="center">
        <Button
          icon={<ChevronLeftRegular />}
          disabledFocusable={offset === 0 || isLoading}
          onClick={() => offset > 0 && !isLoading && onOffset(Math.max(0, offset - limit))}
        >
          Previous
        </Button>
        <Text>
          Page {formatNumber(page)} of {formatNumber(pages)}
        </Text>
        <Button
          icon={<ChevronRightRegular />}
          iconPosition="after"
          disabledFocusable={!hasMore || isLoading}
          onClick={() => hasMore && !isLoading && onOffset(offset + limit)}
        >
          Next
        </Button>
      </Row>
    </nav>
  );
}

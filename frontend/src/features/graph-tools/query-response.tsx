import { Button, makeStyles } from '@fluentui/react-components';
import { ArrowRightRegular } from '@fluentui/react-icons/svg/arrow-right';
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle';
import { CodeRegular } from '@fluentui/react-icons/svg/code';
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle';
import type { GraphQueryResult } from '@tenantry/contract/graph-tools';
import { truncate } from '@tenantry/contract/text';
import { countOf } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { nextPageOf } from './ask-graph.ts';
import { JsonBlock } from './json-block.tsx';
import type { QueryHistoryItem } from './query-history.ts';

const useStyles = makeStyles({
  next: { justifySelf: 'start', alignSelf: 'flex-start' },
});

/** Whether Microsoft Graph gave what was asked for, by its status. */
export function ResponseBadge({ response }: { response: GraphQueryResult }) {
  return response.success ? (
    <StatusBadge label={`${response.status} Success`} color="success" icon={<CheckmarkCircleFilled />} />
  ) : (
    <StatusBadge label={`${response.status} Failed`} color="danger" icon={<ErrorCircleFilled />} />
  );
}

type Props = {
  /** The query whose answer is shown; null before the first. */
  item: QueryHistoryItem | null;
  isPending: boolean;
  onNextPage: (endpoint: string) => void;
};

/** What Microsoft Graph answered. */
export function QueryResponse({ item, isPending, onNextPage }: Props) {
  const styles = useStyles();
  if (item === null) {
    return (
      <SectionCard title="Response">
        <EmptyState
          icon={<CodeRegular />}
          title="No response yet"
          body="Choose a tenant and execute a query to see the response here."
        />
      </SectionCard>
    );
  }
  const { response, tenantName, endpoint } = item;
  const next = nextPageOf(response.data);
  return (
    <SectionCard title="Response" subtitle={`${tenantName}: ${shortened(endpoint)}`}>
      <Row gap="M" align="center" role="status">
        <ResponseBadge response={response} />
        <Muted>
          Token: {response.tokenStatus}
          {sizeText(response.data)}
        </Muted>
      </Row>
      {response.error !== null && <Notice intent="error">{response.error}</Notice>}
      {response.success && <JsonBlock label="Response body" value={response.data} />}
      {next !== null && (
        <Button
          className={styles.next}
          icon={<ArrowRightRegular />}
          iconPosition="after"
          onClick={() => onNextPage(next)}
          disabledFocusable={isPending}
        >
          {isPending ? 'Executing…' : 'Next page'}
        </Button>
      )}
    </SectionCard>
  );
}

const endpointShown = 200;

/** Links to a next page hold hundreds of characters that say nothing to anybody. */
export const shortened = (endpoint: string) => truncate(endpoint, endpointShown + 1, '…');

function sizeText(data: unknown): string {
  if (typeof data !== 'object' || data === null) return '';
  const value: unknown = Reflect.get(data, 'value');
  return Array.isArray(value) ? `. ${countOf(value.length, 'object')} on this page.` : '';
}

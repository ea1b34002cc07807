import { Button } from '@fluentui/react-components';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { countOf } from '../../lib/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { leftOutOf, type TenantMailFlow } from './mail-flow-queries.ts';

type Props = {
  query: Pick<UseInfiniteQueryResult, 'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage'>;
  answers: readonly TenantMailFlow[];
};

/** What the list of domains does not show by itself: where it comes from, and who is missing in it. */
export function DomainNotices({ query, answers }: Props) {
  const note = answers.find(({ domainsNote }) => domainsNote !== null)?.domainsNote ?? null;
  const leftOut = leftOutOf(answers);
  const because = answers.findLast(({ leftOutBecause }) => leftOutBecause !== null)?.leftOutBecause ?? '';
  return (
    <>
      {note !== null && (
        <Notice intent="warning" title="The list of domains comes from the last scan">
          {note}
        </Notice>
      )}
      {leftOut.length > 0 && (
        <Notice
          intent="warning"
          title={`${countOf(leftOut.length, 'domain was', 'domains were')} not checked`}
          actions={
            query.hasNextPage && (
              <Button
                size="small"
                disabledFocusable={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {query.isFetchingNextPage ? 'Checking…' : 'Check these now'}
              </Button>
            )
          }
        >
          {leftOut.join(', ')}. {because}
        </Notice>
      )}
    </>
  );
}

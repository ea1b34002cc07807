import { Button } from '@fluentui/react-components';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { MailFlowReport } from '@tenantry/contract/mailflow';
import { countOf } from '../../lib/format.ts';
import { Notice } from '../../ui/notice.tsx';
import { leftOutOf, type TenantMailFlow } from './mail-flow-queries.ts';

type Props = {
  query: Pick<UseInfiniteQueryResult, 'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage'>;
  answers: readonly TenantMailFlow[];
  onOpen: (report: MailFlowReport) => void;
};

/** A tenant may have hundreds; the list below shows them all. */
const mostButtons = 5;

/** What the list of domains does not show by itself: where it comes from, and who is missing in it. */
export function DomainNotices({ query, answers, onOpen }: Props) {
  const open = answers.flatMap(({ domains }) => domains).filter(({ details }) => details.sending.isOpen);
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
      {open.length > 0 && (
        <Notice
          intent="info"
          title={
            open.length === 1
              ? '1 domain has no MX record: does it send mail?'
              : `${open.length} domains have no MX record: do they send mail?`
          }
          actions={open.slice(0, mostButtons).map((report) => (
            <Button key={report.domain} size="small" onClick={() => onOpen(report)}>
              Answer for {report.domain}
            </Button>
          ))}
        >
          The records to publish depend on the answer. You are asked once for each domain.
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

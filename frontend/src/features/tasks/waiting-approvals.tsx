import { useQuery } from '@tanstack/react-query';
import type { WaitingWork } from '@tenantry/contract/approval-decisions';
import { uriComponent } from '@tenantry/contract/text';
import { waitingWorkQuery } from '../../blocks/waiting-work-query.ts';
import { countOf } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Muted } from '../../ui/muted.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { awaitedSubtitle, SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { WorkLines } from './work-lines.tsx';

const shown = 5;

const lineOf = ({ remedyId, title, waiting }: WaitingWork) => ({
  id: remedyId,
  text: <TextLink to={`${paths.adminApprovals}?remedyId=${uriComponent(remedyId)}`}>{title}</TextLink>,
  note: countOf(waiting, 'tenant'),
});

/** What waits for an administrator's decision, in the order in which to do it. */
export function WaitingApprovals() {
  const query = useQuery(waitingWorkQuery({}));
  const { data } = query;
  const count = data && data.waiting + (data.others ?? 0);
  return (
    <SectionCard
      title="Waiting for your decision"
      subtitle={count === undefined ? awaitedSubtitle : countOf(count, 'request')}
      actions={<TextLink to={paths.adminApprovals}>Approvals</TextLink>}
    >
      <QueryState
        query={query}
        loading={<SkeletonRows rows={3} size={24} label="Loading what waits" />}
        errorTitle="What waits for a decision could not be loaded"
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Muted>{count === 0 ? 'Nothing waits for a decision.' : 'Requests of people wait: see Approvals.'}</Muted>
        }
      >
        {({ items }) => <WorkLines label="Waiting for a decision" lines={items.slice(0, shown).map(lineOf)} />}
      </QueryState>
    </SectionCard>
  );
}

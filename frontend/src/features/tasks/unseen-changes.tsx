import { useQuery } from '@tanstack/react-query';
import { type ChangeTotals, listChanges, type TenantChangeRecord } from '@tenantry/contract/changes';
import { priorityLabels } from '@tenantry/contract/labels';
import { Priority } from '@tenantry/contract/verdicts';
import { PriorityBadge } from '../../blocks/priority-badge.tsx';
import { callQuery } from '../../lib/call-query.ts';
import { formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { queryKey } from '../../lib/query-client.ts';
import { Muted } from '../../ui/muted.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { awaitedSubtitle, SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { WorkLines } from './work-lines.tsx';

const shown = 5;

/** Of the area of all changes: who marks them as seen there has seen them here. */
const unseenChangesQuery = () => {
  const query = { unseen: 'true', limit: shown } as const;
  return callQuery(queryKey('changes', null, query), listChanges, { query, tenantId: null });
};

const lineOf = ({ id, title, object, tenantName, gravity }: TenantChangeRecord) => ({
  id,
  text: `${title}${object === '' ? '' : `: ${object}`} (${tenantName})`,
  note: <PriorityBadge priority={gravity} />,
});

/** `2 critical, 1 low`; what there is none of is left out. */
const countsText = (summary: ChangeTotals): string =>
  Priority.options
    .filter((gravity) => summary[gravity] > 0)
    .map((gravity) => `${formatNumber(summary[gravity])} ${priorityLabels[gravity].toLowerCase()}`)
    .join(', ');

/** What changed in the tenants in scope since somebody said that they have seen all there was. */
export function UnseenChanges() {
  const query = useQuery(unseenChangesQuery());
  const { data } = query;
  return (
    <SectionCard
      title="Changes you have not seen"
      subtitle={data === undefined ? awaitedSubtitle : countsText(data.summary) || 'None'}
      actions={<TextLink to={`${paths.allChanges}?period=last-visit`}>All Changes</TextLink>}
    >
      <QueryState
        query={query}
        loading={<SkeletonRows rows={3} size={24} label="Loading changes" />}
        errorTitle="Changes could not be loaded"
        isEmpty={({ total }) => total === 0}
        empty={<Muted>You have seen everything that changed.</Muted>}
      >
        {({ items }) => <WorkLines label="Latest changes" lines={items.map(lineOf)} />}
      </QueryState>
    </SectionCard>
  );
}

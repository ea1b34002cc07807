import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { Parsed } from '@tenantry/contract/endpoint';
import type { Finding, listFindings } from '@tenantry/contract/findings';
import { type RefObject, useMemo, useState } from 'react';
import { ComingSoonBadge } from '../../blocks/coming-soon-badge.tsx';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { ListCard } from '../../ui/list-card.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { FindingFilters } from './finding-filters.tsx';
import { FindingList } from './finding-list.tsx';
import { type FindingSelection, isGrouped, noFilters } from './findings-queries.ts';
import { NoFindings } from './no-findings.tsx';
import type { NotChanged } from './use-change-findings.ts';
import { useFindingSelection } from './use-finding-selection.ts';
import { useRemedyTitle } from './use-remedy-title.ts';

const SelectionBar = onDemand(async () => (await import('./selection-bar.tsx')).SelectionBar);
const NotChangedNotice = onDemand(async () => (await import('./not-changed-notice.tsx')).NotChangedNotice);

type Data = InfiniteData<Parsed<(typeof listFindings)['response']>>;
type Props = {
  /** Takes the keyboard where what was pressed goes away with what it did. */
  ref: RefObject<HTMLDivElement | null>;
  tenantId: string | null;
  query: UseInfiniteQueryResult<Data>;
  wanted: FindingSelection;
  onChange: (patch: FindingSelection) => void;
  onOpen: (findingId: string) => void;
};

/** The list with its filters, and what can be done with those that are selected in it. */
export function FindingsCard({ ref, tenantId, query, wanted, onChange, onOpen }: Props) {
  const findings = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const remedyTitle = useRemedyTitle(tenantId, wanted.remedy, findings);
  const selection = useFindingSelection(findings);
  const [notChanged, setNotChanged] = useState<readonly NotChanged[]>([]);
  const focus = () => ref.current?.focus();
  const remove = (what: 'remedy' | 'all') => {
    onChange(what === 'all' ? noFilters : { remedy: undefined });
    focus();
  };
  const first = query.data?.pages[0];
  const shownIds = new Set(findings.map(({ id }) => id));
  const hidden = selection ? [...selection.selected.keys()].filter((id) => !shownIds.has(id)) : [];
  return (
    <ListCard label="List of findings" ref={ref}>
      <FindingFilters
        selection={wanted}
        isOverTenants={tenantId === null}
        remedyTitle={remedyTitle}
        onChange={onChange}
        onRemove={remove}
      />

      {selection && selection.selected.size > 0 && (
        <SelectionBar
          tenantId={tenantId}
          selection={selection}
          hiddenCount={hidden.length}
          onNotChanged={setNotChanged}
          onDone={focus}
        />
      )}
      {notChanged.length > 0 && <NotChangedNotice notChanged={notChanged} onDismiss={() => setNotChanged([])} />}

      <ComingSoonBadge error={query.error} what="security findings" />
      <QueryState
        query={query}
        loading={<SkeletonRows rows={8} size={64} label="Loading findings" />}
        errorTitle={httpErrorTitle(query.error)}
        isEmpty={(data) => data.pages[0]?.total === 0}
        empty={
          <NoFindings
            onClear={(first?.summary.total ?? 0) > 0 || wanted.groupId !== undefined ? () => remove('all') : null}
          />
        }
      >
        {() => (
          <FindingList
            query={query}
            findings={findings}
            total={first?.total ?? findings.length}
            isGrouped={isGrouped(wanted)}
            ofSeveralTenants={tenantId === null}
            selection={selection}
            onOpen={({ id }) => onOpen(id)}
            leaveFor={(status) => (staysListed(wanted, status) ? null : focus)}
          />
        )}
      </QueryState>
    </ListCard>
  );
}

const openStatuses: readonly Finding['status'][] = ['unresolved', 'in-progress'];

/** Whether a finding that gets this status still fits the filters. */
function staysListed({ status: filter }: FindingSelection, status: Finding['status']): boolean {
  if (filter === undefined) return true;
  return filter === 'open' ? openStatuses.includes(status) : filter === status;
}

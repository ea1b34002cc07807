import { Button } from '@fluentui/react-components';
import { BranchCompareRegular } from '@fluentui/react-icons/svg/branch-compare';
import { CheckmarkRegular } from '@fluentui/react-icons/svg/checkmark';
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle';
import { InfoRegular } from '@fluentui/react-icons/svg/info';
import { WarningRegular } from '@fluentui/react-icons/svg/warning';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { markChangesSeen } from '@tenantry/contract/changes';
import { call } from '../../lib/api-client.ts';
import { httpErrorTitle, messageOf } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { showToast } from '../../lib/toast.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Counters } from '../../ui/counters.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ChangeFilters } from './change-filters.tsx';
import { ChangeTable } from './change-table.tsx';
import { ChangesAddress, changesQuery, showsAllUnseen } from './changes-queries.ts';
import { WatchNote } from './watch-note.tsx';

/** What changed anywhere: over all tenants in the user's scope, the latest first. */
export function ChangesPage() {
  const [address, setAddress] = useTableParams(ChangesAddress);
  const query = useInfiniteQuery(changesQuery(address));
  const [first] = query.data?.pages ?? [];
  const summary = first?.summary;
  return (
    <PageShell
      title="All Changes"
      subtitle="What changed in your tenants, and who changed it"
      actions={
        first &&
        (showsAllUnseen(address) ? (
          <MarkSeen
            asOf={first.asOf}
            hasNew={query.data?.pages.some(({ items }) => items.some(({ isNew }) => isNew)) ?? false}
          />
        ) : (
          <TextLink to={`${paths.allChanges}?period=last-visit`}>Show not seen yet</TextLink>
        ))
      }
    >
      <Counters
        label="Changes by severity"
        counted="changes"
        isLoading={query.isPending}
        hasFailed={query.isError}
        figures={[
          ['Critical', summary?.critical, <ErrorCircleRegular key="critical" />],
          ['High', summary?.high, <WarningRegular key="high" />],
          ['Medium', summary?.medium, <WarningRegular key="medium" />],
          ['Low', summary?.low, <InfoRegular key="low" />],
        ]}
      />
      <ListCard label="List of changes">
        <ChangeFilters address={address} onChange={setAddress} />
        <PagedList
          query={query}
          loading={<SkeletonRows rows={6} size={64} label="Loading changes" />}
          errorTitle={httpErrorTitle(query.error)}
          empty={
            <EmptyState
              icon={<BranchCompareRegular />}
              title="No changes"
              body="Nothing notable changed in this period, or nothing fits the filters. A tenant shows changes after its second scan."
              headingLevel="h2"
            />
          }
        >
          {(changes) => <ChangeTable changes={changes} />}
        </PagedList>
      </ListCard>
      <WatchNote />
    </PageShell>
  );
}

/** Takes the marks of what is new off everything that was there when the list was read. */
function MarkSeen({ asOf, hasNew }: { asOf: string; hasNew: boolean }) {
  const client = useQueryClient();
  const mark = async () => {
    try {
      await call(markChangesSeen, { body: { until: asOf }, tenantId: null });
    } catch (error) {
      showToast({ title: 'Not marked as seen', body: messageOf(error), intent: 'error' });
    }
    await client.invalidateQueries({ queryKey: ['changes'] });
  };
  const { submit, pending } = useSubmit(mark);
  return (
    <Button icon={<CheckmarkRegular />} disabled={!hasNew || pending} onClick={() => void submit()}>
      Mark all as seen
    </Button>
  );
}

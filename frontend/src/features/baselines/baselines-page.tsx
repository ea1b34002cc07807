import { Button } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons/svg/add';
import { useQuery } from '@tanstack/react-query';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { baselinesQuery } from '../../blocks/baselines-query.ts';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { useSeesAllTenants } from '../../lib/session.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { BaselineTable } from './baseline-table.tsx';
import type { Edited } from './edited-baseline.ts';

const AlignmentCard = onDemand(async () => (await import('./alignment-card.tsx')).AlignmentCard);
const ExceptionsCard = onDemand(async () => (await import('./exceptions-card.tsx')).ExceptionsCard);
const BaselineDialog = onDemand(async () => (await import('./baseline-dialog.tsx')).BaselineDialog);

/** What tenants have to pass, and how they stand. */
export function BaselinesPage() {
  const query = useQuery(baselinesQuery());
  const seesAll = useSeesAllTenants();
  const { opened, open, close } = useOpened<Edited | null>();
  const baselines = query.data?.baselines ?? [];
  return (
    <AdminPage
      tab="Baselines"
      subtitle="What tenants have to pass, judged by effect"
      actions={
        seesAll && (
          <Button appearance="primary" icon={<AddRegular />} onClick={() => open(null)}>
            New baseline
          </Button>
        )
      }
    >
      <ListCard label="List of baselines">
        <QueryState
          query={query}
          loading={<SkeletonRows rows={6} size={48} label="Loading baselines" />}
          errorTitle={httpErrorTitle(query.error)}
          isEmpty={() => baselines.length === 0}
          empty={
            <EmptyState
              icon={<AddRegular />}
              title="No baseline holds for your tenants"
              body="An administrator of all tenants assigns baselines to groups."
              headingLevel="h2"
            />
          }
        >
          {() => <BaselineTable baselines={baselines} onEdit={seesAll ? open : undefined} />}
        </QueryState>
      </ListCard>
      <AlignmentCard />
      <ExceptionsCard />
      {opened !== undefined && <BaselineDialog edited={opened} onClose={close} />}
    </AdminPage>
  );
}

import { Button } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons/svg/add';
import { useQuery } from '@tanstack/react-query';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { ticketSystemsQuery } from '../../blocks/ticket-systems-query.ts';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { paths } from '../../lib/paths.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { type Opened, SystemCard } from './system-card.tsx';

const TicketList = onDemand(async () => (await import('./ticket-list.tsx')).TicketList);
const SystemDialog = onDemand(async () => (await import('./system-dialog.tsx')).SystemDialog);
const SetUpDialog = onDemand(async () => (await import('./set-up-dialog.tsx')).SetUpDialog);
const CompaniesDrawer = onDemand(async () => (await import('./companies-drawer.tsx')).CompaniesDrawer);

/** The ticket systems of the provider, the companies of tenants in them, and their tickets. */
export function TicketsPage() {
  const query = useQuery(ticketSystemsQuery());
  const { opened, open, close, fallback } = useOpened<Opened>();
  return (
    <AdminPage
      tab="Tickets"
      subtitle="HaloPSA, ConnectWise PSA and Autotask: one ticket for a tenant and a piece of work, closed by the re-check"
      actions={
        <Button ref={fallback} appearance="primary" icon={<AddRegular />} onClick={() => open(null)}>
          Connect ticket system
        </Button>
      }
    >
      <TextLink to={`${paths.help}?article=tickets`}>How tickets work, and what each system needs</TextLink>
      <QueryState
        query={query}
        loading={<SkeletonRows rows={2} size={64} label="Loading ticket systems" />}
        errorTitle={httpErrorTitle(query.error)}
        isEmpty={({ systems }) => systems.length === 0}
        empty={
          <EmptyState
            icon={<AddRegular />}
            title="No ticket system is connected"
            body="Connect one to open tickets from tasks, or for each new task of a severity."
            headingLevel="h2"
          />
        }
      >
        {({ systems, tenants }) => (
          <>
            {systems.map((system) => (
              <SystemCard key={system.id} system={system} tenants={tenants} onOpen={open} />
            ))}
            <TicketList systems={systems} />
          </>
        )}
      </QueryState>
      {(opened === null || opened?.dialog === 'edit') && (
        <SystemDialog system={opened?.system ?? null} onClose={close} />
      )}
      {opened?.dialog === 'setUp' && <SetUpDialog system={opened.system} onClose={close} />}
      {opened?.dialog === 'companies' && <CompaniesDrawer system={opened.system} onClose={close} />}
    </AdminPage>
  );
}

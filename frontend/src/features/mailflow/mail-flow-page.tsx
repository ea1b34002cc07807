import { Button } from '@fluentui/react-components';
import { ArrowClockwiseRegular } from '@fluentui/react-icons/svg/arrow-clockwise';
import { MailShieldRegular } from '@fluentui/react-icons/svg/mail-shield';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { MailFlowReport } from '@tenantry/contract/mailflow';
import { MailFlowCheck } from '../../blocks/mail-flow-check.tsx';
import { useSelectedTenant } from '../../lib/session.ts';
import { useAddressed } from '../../lib/use-addressed.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { DomainNotices } from './domain-notices.tsx';
import { DomainTable } from './domain-table.tsx';
import { ownDomainsOf, tenantMailFlowQuery } from './mail-flow-queries.ts';

const DomainDrawer = onDemand(async () => (await import('./domain-drawer.tsx')).DomainDrawer);

/** The mail of all domains of the selected tenant, and of any other. */
export function MailFlowPage() {
  const { id: tenantId } = useSelectedTenant();
  const query = useInfiniteQuery(tenantMailFlowQuery(tenantId));
  const { opened, open, close } = useAddressed('domain');
  const details = ({ domain }: MailFlowReport) => open(domain);
  return (
    <PageShell
      title="Mail Flow"
      subtitle="Who can send for each domain, where its mail goes, and which records to publish"
      actions={
        <Button
          icon={<ArrowClockwiseRegular />}
          disabledFocusable={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {query.isFetching ? 'Checking…' : 'Check again'}
        </Button>
      }
    >
      <SectionCard title="Domains of this tenant" subtitle={<CheckedAt instant={query.data?.pages[0]?.checkedAt} />}>
        <QueryState
          query={query}
          loading={<SkeletonRows rows={4} size={48} label="Checking the domains" />}
          errorTitle="The domains could not be checked"
        >
          {({ pages }) => {
            const reports = pages.flatMap(({ domains }) => domains);
            return (
              <>
                <DomainNotices query={query} answers={pages} onOpen={details} />
                {reports.length > 0 ? <DomainTable reports={reports} onOpen={details} /> : <NoDomains />}
              </>
            );
          }}
        </QueryState>
      </SectionCard>
      <SectionCard title="Check another domain" subtitle="A partner's domain, or one that is not in this tenant yet">
        <MailFlowCheck domain="" onDetails={details} />
      </SectionCard>
      {opened !== null && !query.isPending && (
        <DomainDrawer
          tenantId={tenantId}
          domain={opened}
          known={query.data?.pages.flatMap(({ domains }) => domains)}
          own={query.data === undefined ? null : ownDomainsOf(query.data.pages)}
          onClose={close}
        />
      )}
    </PageShell>
  );
}

function CheckedAt({ instant }: { instant: string | undefined }) {
  if (instant === undefined) return null;
  return (
    <>
      Checked <RelativeTime instant={instant} />
    </>
  );
}

function NoDomains() {
  return (
    <EmptyState
      icon={<MailShieldRegular />}
      title="No domain was checked"
      body="The tenant has no verified domain that could be checked."
    />
  );
}

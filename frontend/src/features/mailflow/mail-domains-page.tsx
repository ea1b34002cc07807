import { MailMultipleRegular } from '@fluentui/react-icons/svg/mail-multiple';
import { MailShieldRegular } from '@fluentui/react-icons/svg/mail-shield';
import { ShieldErrorRegular } from '@fluentui/react-icons/svg/shield-error';
import { useInfiniteQuery } from '@tanstack/react-query';
import { domainsWithoutDmarc } from '../../blocks/mail-domains-query.ts';
import { httpErrorTitle } from '../../lib/api-error.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { Counters } from '../../ui/counters.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListCard } from '../../ui/list-card.tsx';
import { Muted } from '../../ui/muted.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { isFiltered, MailDomainFilters } from './mail-domain-filters.tsx';
import { MailDomainTable } from './mail-domain-table.tsx';
import { MailDomainsAddress, mailDomainsQuery } from './mail-domains-queries.ts';

/** The mail domains of all tenants in the user's scope, the worst first. */
export function MailDomainsPage() {
  const [address, setAddress] = useTableParams(MailDomainsAddress);
  const query = useInfiniteQuery(mailDomainsQuery(address));
  const summary = query.data?.pages[0]?.summary;
  return (
    <PageShell title="All Mail Domains" subtitle="Whose mail can be forged, the worst first">
      <Counters
        label="Mail domains"
        counted="domains"
        isLoading={query.isPending}
        hasFailed={query.isError}
        figures={[
          ['Domains', summary?.domains, <MailMultipleRegular key="domains" />],
          ['Without DMARC', summary && domainsWithoutDmarc(summary), <ShieldErrorRegular key="without" />],
        ]}
      />
      <ListCard label="List of mail domains">
        <MailDomainFilters address={address} onChange={setAddress} />
        <PagedList
          query={query}
          loading={<SkeletonRows rows={6} size={64} label="Loading mail domains" />}
          errorTitle={httpErrorTitle(query.error)}
          empty={<NoDomains isFiltered={isFiltered(address)} />}
        >
          {(domains) => <MailDomainTable domains={domains} />}
        </PagedList>
      </ListCard>
      <Muted>
        As the last scan of each tenant that could read the DNS saw them. A domain&apos;s page asks the DNS now.
      </Muted>
    </PageShell>
  );
}

function NoDomains({ isFiltered: isNarrowed }: { isFiltered: boolean }) {
  return (
    <EmptyState
      icon={<MailShieldRegular />}
      title={isNarrowed ? 'No domain matches these filters' : 'No mail domain is known yet'}
      body={isNarrowed ? undefined : 'The next scan of a tenant lists its domains.'}
      headingLevel="h2"
    />
  );
}

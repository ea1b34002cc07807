import { makeStyles, Text, tokens } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import type { TenantTotals } from '@tenantry/contract/tenant-summaries';
import { domainsWithoutDmarc, mailDomainTotalsQuery } from '../../blocks/mail-domains-query.ts';
import { formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useHasRole } from '../../lib/session.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const useStyles = makeStyles({
  list: { margin: 0, display: 'grid', gap: tokens.spacingVerticalM },
  row: { display: 'flex', justifyContent: 'space-between', gap: tokens.spacingHorizontalM },
  // Of links beneath one another each is hit by itself (WCAG 2.2, 2.5.8).
  links: { '& a': { display: 'inline-block', lineHeight: '24px' } },
  value: { margin: 0, fontVariantNumeric: 'tabular-nums' },
});

/** Who fails it, by cause, with an approval for all of them. */
const tenantsWithoutDmarc = `${paths.adminMatrix}?row=dns.dmarc.published`;

/** Of all mail domains in scope, for those who may look at them. */
function DomainsWithoutDmarc() {
  const styles = useStyles();
  const isTechnician = useHasRole('technician');
  const isAdmin = useHasRole('admin');
  const { data } = useQuery({ ...mailDomainTotalsQuery(), enabled: isTechnician });
  if (!isTechnician) return null;
  const count = data && domainsWithoutDmarc(data.summary);
  return (
    <div className={styles.row}>
      <dt className={styles.links}>
        <TextLink to={`${paths.allMailDomains}?policy=missing`}>Domains without DMARC</TextLink>
        {isAdmin && (
          <div>
            <TextLink to={tenantsWithoutDmarc}>Tenants without DMARC</TextLink>
          </div>
        )}
      </dt>
      <dd className={styles.value}>
        <Text weight="semibold">{count === undefined ? '—' : formatNumber(count)}</Text>
      </dd>
    </div>
  );
}

type Props = { totals: TenantTotals | undefined; isLoading: boolean };

/** How many tenants are well, and how many issues are open over all. */
export function SystemHealth({ totals, isLoading }: Props) {
  const styles = useStyles();
  // Where nothing is known of any tenant, 0 issues would be a claim.
  const isAllUnknown = totals !== undefined && totals.unknown === totals.tenants;
  const figures = [
    ['Healthy Tenants', totals?.healthy],
    ['Need Attention', totals?.needAttention],
    ['Critical', totals?.critical],
    ['Scans failing', totals?.failing],
    ['Not yet known', totals?.unknown],
    ['Tenants in all', totals?.tenants],
    ['With a possible attack', totals?.withIncidents],
    ['Without new results', totals?.inTrouble],
    ['Worse than 7 days ago', totals?.worse],
    ['High-severity Microsoft alerts', totals?.openAlerts],
    ['Total Issues', isAllUnknown ? undefined : totals?.openIssues],
  ] as const;
  return (
    <SectionCard title="System Health Summary">
      {isLoading ? (
        <SkeletonRows rows={11} size={16} label="Loading health summary" />
      ) : (
        <dl className={styles.list}>
          {figures.map(([label, value]) => (
            <div key={label} className={styles.row}>
              <dt>
                <Text>{label}</Text>
              </dt>
              <dd className={styles.value}>
                <Text weight="semibold">{value === undefined || value === null ? '—' : formatNumber(value)}</Text>
              </dd>
            </div>
          ))}
          <DomainsWithoutDmarc />
        </dl>
      )}
    </SectionCard>
  );
}

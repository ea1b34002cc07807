import { makeStyles, tokens } from '@fluentui/react-components';
import { ShieldTaskRegular } from '@fluentui/react-icons/svg/shield-task';
import { useQuery } from '@tanstack/react-query';
import type { Audit } from '@tenantry/contract/audits';
import { IncidentsNotice } from '../../blocks/incidents-notice.tsx';
import { latestAuditQuery } from '../../blocks/latest-audit-query.ts';
import { NoAudit } from '../../blocks/no-audit.tsx';
import { paths } from '../../lib/paths.ts';
import { useHasRole, useSelectedTenant } from '../../lib/session.ts';
import { useAddressed } from '../../lib/use-addressed.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { AuditCategories } from './audit-categories.tsx';
import { AuditHero } from './audit-hero.tsx';
import { DataSources } from './data-sources.tsx';
import { Recommendations } from './recommendations.tsx';
import { SampledPasses } from './sampled-passes.tsx';
import { ScoreBreakdown } from './score-breakdown.tsx';

const CheckDrawer = onDemand(async () => (await import('./check-drawer.tsx')).CheckDrawer);

const useStyles = makeStyles({
  // The page kit puts two landmarks on wide screens side by side; here the order of reading is kept on narrow ones.
  top: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
    '@media (max-width: 1199px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

/** The latest audit of the selected tenant, in whole. */
export function AuditPage() {
  const { id: tenantId } = useSelectedTenant();
  const query = useQuery(latestAuditQuery(tenantId));
  const isAdmin = useHasRole('admin');
  return (
    <PageShell
      title="M365 Audit"
      subtitle="How the tenant's Microsoft 365 settings compare with recommendations"
      // What the audit's own badge says of its data needs no second badge.
      marksSimulated={!(query.data?.categories && query.data.isSimulated)}
      actions={isAdmin && query.data?.categories && <LinkButton to={paths.scan}>Scan Internal Policies</LinkButton>}
    >
      <QueryState
        query={query}
        loading={<SkeletonRows rows={6} size={64} label="Loading the audit" />}
        errorTitle="Failed to load audit data. Please try again later."
        isEmpty={(audit) => audit.categories === null}
        empty={<NoAudit icon={<ShieldTaskRegular />} reason={query.data?.reason ?? null} />}
      >
        {(audit) => <AuditContent audit={audit} />}
      </QueryState>
    </PageShell>
  );
}

function AuditContent({ audit }: { audit: Audit }) {
  const styles = useStyles();
  const { opened, open, close } = useAddressed('check');
  if (audit.categories === null) return null;
  const categories = Object.values(audit.categories);
  return (
    <>
      <IncidentsNotice audit={audit} />
      <div className={styles.top}>
        <AuditHero audit={audit} />
        <ScoreBreakdown
          tenantId={audit.tenantId}
          categories={categories}
          isSample={audit.isSample}
          isOld={audit.trouble !== null}
        />
      </div>
      <AuditCategories categories={categories} onOpen={open} />
      <Recommendations recommendations={audit.recommendations} categories={categories} onOpen={open} />
      {!audit.isSample && <SampledPasses tenantId={audit.tenantId} categories={categories} onOpen={open} />}
      <DataSources audit={audit} />
      {opened !== null && (
        <CheckDrawer checkId={opened} categories={categories} recommendations={audit.recommendations} onClose={close} />
      )}
    </>
  );
}

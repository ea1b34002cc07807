import { CertificateRegular } from '@fluentui/react-icons/svg/certificate';
import { useQuery } from '@tanstack/react-query';
import type { Compliance } from '@tenantry/contract/compliance';
import { NoAudit } from '../../blocks/no-audit.tsx';
import { useSelectedTenant } from '../../lib/session.ts';
import { useTableParams } from '../../lib/table-params.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ComplianceParams, complianceQuery } from './compliance-queries.ts';
import { FrameworkCards } from './framework-cards.tsx';
import { FrameworkDetail } from './framework-detail.tsx';
import { MakeEvidence } from './make-evidence.tsx';

/** After the controls, which people come for: its table is code that the page does without. */
const EvidencePacks = onDemand(async () => (await import('./evidence-packs.tsx')).EvidencePacks);

/** How the latest audit of the selected tenant stands with each framework. */
export function CompliancePage() {
  const tenant = useSelectedTenant();
  const query = useQuery(complianceQuery(tenant.id));
  const [{ framework, status, search }, setParams] = useTableParams(ComplianceParams);
  return (
    <PageShell
      title="Compliance"
      subtitle={<Subtitle auditedAt={query.data?.auditedAt ?? null} />}
      actions={query.data?.frameworks && <MakeEvidence tenantId={tenant.id} framework={framework} />}
    >
      <QueryState
        query={query}
        loading={<SkeletonRows rows={4} size={64} label="Loading compliance" />}
        errorTitle="Failed to load compliance data. Please try again later."
        isEmpty={(data) => data.frameworks === null}
        empty={<NoAudit icon={<CertificateRegular />} reason={query.data?.reason ?? null} />}
      >
        {({ frameworks }: Compliance) =>
          frameworks && (
            <>
              <FrameworkCards frameworks={frameworks} chosen={framework} />
              <EvidencePacks tenantId={tenant.id} />
              <FrameworkDetail
                key={framework}
                tenant={tenant}
                framework={framework}
                filters={{ status, search }}
                onFilter={setParams}
              />
            </>
          )
        }
      </QueryState>
    </PageShell>
  );
}

function Subtitle({ auditedAt }: { auditedAt: string | null }) {
  return (
    <>
      How the latest audit meets each framework
      {auditedAt !== null && (
        <>
          {' · Audited '}
          <RelativeTime instant={auditedAt} />
        </>
      )}
    </>
  );
}

import { DocumentPdfRegular } from '@fluentui/react-icons/svg/document-pdf';
import { useQuery } from '@tanstack/react-query';
import type { ReportComparisons } from '@tenantry/contract/audits';
import type { Tenant } from '@tenantry/contract/tenants';
import { useState } from 'react';
import { useReportDownload } from '../../blocks/use-report-download.ts';
import { QueryState } from '../../ui/query-state.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ComparisonFields, compareWithOf, firstChoice, type ReportComparisonChoice } from './comparison-fields.tsx';
import { DownloadCard } from './download-card.tsx';
import { reportComparisonsQuery } from './report-queries.ts';

/** The PDF report, with the choice of what it is compared with. */
export function ReportCard({ tenant }: { tenant: Tenant }) {
  const report = useReportDownload(tenant);
  const query = useQuery(reportComparisonsQuery(tenant.id));
  const [chosen, setChosen] = useState<ReportComparisonChoice | null>(null);
  const [isMissing, setMissing] = useState(false);
  const choiceOf = (comparisons: ReportComparisons) => chosen ?? firstChoice(comparisons);
  function save() {
    const compareWith = chosen === null ? undefined : compareWithOf(chosen);
    setMissing(compareWith === '');
    if (compareWith !== '') report.save(compareWith);
  }
  return (
    <DownloadCard
      icon={<DocumentPdfRegular />}
      title="Audit report (PDF)"
      text="The audit for your client: score, changes, findings with what to do, and compliance."
      buttonLabel="Download PDF"
      isPending={report.isPending}
      onDownload={save}
    >
      <QueryState
        query={query}
        loading={<SkeletonRows rows={1} size={32} label="Loading earlier audits" />}
        errorTitle="Failed to load earlier reports"
      >
        {(comparisons) => (
          <ComparisonFields
            comparisons={comparisons}
            choice={choiceOf(comparisons)}
            onChange={(choice) => {
              setMissing(false);
              setChosen(choice);
            }}
            error={isMissing ? 'Choose a day' : undefined}
          />
        )}
      </QueryState>
    </DownloadCard>
  );
}

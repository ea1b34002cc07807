import { Button } from '@fluentui/react-components';
import { DocumentPdfRegular } from '@fluentui/react-icons/svg/document-pdf';
import { DocumentSearchRegular } from '@fluentui/react-icons/svg/document-search';
import type { Tenant } from '@tenantry/contract/tenants';
import { FindingsMenu } from '../../blocks/findings-menu.tsx';
import { useReportDownload } from '../../blocks/use-report-download.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { Stack } from '../../ui/stack.tsx';
import { useStartScan } from './use-start-scan.ts';

/** What an administrator does most for a tenant. */
export function QuickActions({ tenant }: { tenant: Tenant }) {
  const scan = useStartScan(tenant);
  const report = useReportDownload(tenant);
  return (
    <SectionCard title="Tenant Quick Actions">
      <Stack gap="S">
        <Button
          appearance="primary"
          icon={<DocumentSearchRegular />}
          onClick={() => void scan.submit()}
          disabledFocusable={scan.pending}
        >
          {scan.pending ? 'Starting the scan…' : 'Scan Internal Policies'}
        </Button>
        <Button icon={<DocumentPdfRegular />} onClick={() => report.save()} disabledFocusable={report.isPending}>
          {report.isPending ? 'Generating…' : 'Generate PDF Report'}
        </Button>
        <FindingsMenu tenant={tenant} label="Download Findings" pendingLabel="Downloading…" />
      </Stack>
    </SectionCard>
  );
}

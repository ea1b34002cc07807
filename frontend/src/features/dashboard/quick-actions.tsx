import {
  Button,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { DocumentPdfRegular } from '@fluentui/react-icons/svg/document-pdf';
import { DocumentSearchRegular } from '@fluentui/react-icons/svg/document-search';
import { downloadReport } from '@tenantry/contract/audits';
import { downloadFindings } from '@tenantry/contract/findings';
import type { Tenant } from '@tenantry/contract/tenants';
import { useDownload } from '../../lib/use-download.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { useStartScan } from './use-start-scan.ts';

const useStyles = makeStyles({
  actions: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
  },
});

/** What an administrator does most for an organization. */
export function QuickActions({ tenant }: { tenant: Tenant }) {
  const styles = useStyles();
  const scan = useStartScan(tenant);
  const pdf = useDownload('PDF Generation Failed');
  const findings = useDownload('Download Failed');
  const params = { id: tenant.id };
  const saveFindings = (format: 'json' | 'csv') =>
    findings.start(
      downloadFindings,
      { params, query: { format }, tenantId: tenant.id },
      `Findings_${tenant.name}.${format}`,
    );
  return (
    <SectionCard title="Tenant Quick Actions">
      <div className={styles.actions}>
        <Button
          appearance="primary"
          icon={<DocumentSearchRegular />}
          onClick={() => void scan.submit()}
          disabledFocusable={scan.pending}
        >
          {scan.pending ? 'Starting the scan…' : 'Scan Internal Policies'}
        </Button>
        <Button
          icon={<DocumentPdfRegular />}
          onClick={() => pdf.start(downloadReport, { params, tenantId: tenant.id }, `Report_${tenant.name}.pdf`)}
          disabledFocusable={pdf.pendingName !== null}
        >
          {pdf.pendingName === null ? 'Generate PDF Report' : 'Generating…'}
        </Button>
        <Menu>
          <MenuTrigger disableButtonEnhancement>
            <Button icon={<ArrowDownloadRegular />} disabledFocusable={findings.pendingName !== null}>
              {findings.pendingName === null ? 'Download Findings' : 'Downloading…'}
            </Button>
          </MenuTrigger>
          <MenuPopover>
            <MenuList>
              <MenuItem onClick={() => saveFindings('json')}>JSON file</MenuItem>
              <MenuItem onClick={() => saveFindings('csv')}>CSV file</MenuItem>
            </MenuList>
          </MenuPopover>
        </Menu>
      </div>
    </SectionCard>
  );
}

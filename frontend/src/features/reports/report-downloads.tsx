import { makeStyles, tokens } from '@fluentui/react-components';
import { BracesRegular } from '@fluentui/react-icons/svg/braces';
import { TableRegular } from '@fluentui/react-icons/svg/table';
import type { Tenant } from '@tenantry/contract/tenants';
import { useFindingsDownload } from '../../blocks/use-findings-download.ts';
import { DownloadCard } from './download-card.tsx';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    '@media (max-width: 839px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
});

/** What can be saved of a tenant, a card each. */
export function ReportDownloads({ tenant }: { tenant: Tenant }) {
  const styles = useStyles();
  const findings = useFindingsDownload(tenant);
  return (
    <section className={styles.grid} aria-label="Downloads">
      <DownloadCard
        icon={<TableRegular />}
        title="Findings (CSV)"
        text="One line for each finding, to sort and filter in Excel."
        buttonLabel="Download CSV"
        isPending={findings.isPending('csv')}
        onDownload={() => findings.save('csv')}
      />
      <DownloadCard
        icon={<BracesRegular />}
        title="Findings (JSON)"
        text="Every finding in full, for other programs to read."
        buttonLabel="Download JSON"
        isPending={findings.isPending('json')}
        onDownload={() => findings.save('json')}
      />
    </section>
  );
}

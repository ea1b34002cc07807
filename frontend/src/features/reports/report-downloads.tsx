import { Button, Card, makeStyles, Subtitle2, Text, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { BracesRegular } from '@fluentui/react-icons/svg/braces';
import { DocumentPdfRegular } from '@fluentui/react-icons/svg/document-pdf';
import { TableRegular } from '@fluentui/react-icons/svg/table';
import type { Tenant } from '@tenantry/contract/tenants';
import { type ReactElement, useId } from 'react';
import { useFindingsDownload } from '../../blocks/use-findings-download.ts';
import { useReportDownload } from '../../blocks/use-report-download.ts';

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    gap: tokens.spacingHorizontalL,
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    '@media (max-width: 839px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  card: { padding: tokens.spacingHorizontalXL, gap: tokens.spacingVerticalM, minWidth: 0 },
  icon: { fontSize: '32px', lineHeight: 0, color: tokens.colorBrandForeground1 },
  title: { margin: 0 },
  text: { flexGrow: 1, color: tokens.colorNeutralForeground2 },
  button: { alignSelf: 'flex-start' },
});

/** What can be saved of an organization, a card each. */
export function ReportDownloads({ tenant }: { tenant: Tenant }) {
  const styles = useStyles();
  const report = useReportDownload(tenant);
  const findings = useFindingsDownload(tenant);
  return (
    <section className={styles.grid} aria-label="Downloads">
      <DownloadCard
        icon={<DocumentPdfRegular />}
        title="Audit report (PDF)"
        text="The whole audit for reading and signing off: score, coverage, the checks by category, and what to do next."
        buttonLabel="Download PDF"
        isPending={report.isPending}
        onDownload={report.save}
      />
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

type CardProps = {
  icon: ReactElement;
  title: string;
  text: string;
  buttonLabel: string;
  isPending: boolean;
  onDownload: () => void;
};

function DownloadCard({ icon, title, text, buttonLabel, isPending, onDownload }: CardProps) {
  const styles = useStyles();
  const titleId = useId();
  return (
    <Card className={styles.card} role="group" aria-labelledby={titleId}>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <Subtitle2 as="h2" id={titleId} className={styles.title}>
        {title}
      </Subtitle2>
      <Text className={styles.text}>{text}</Text>
      <Button
        className={styles.button}
        icon={<ArrowDownloadRegular />}
        onClick={onDownload}
        disabledFocusable={isPending}
      >
        {isPending ? 'Preparing…' : buttonLabel}
      </Button>
    </Card>
  );
}

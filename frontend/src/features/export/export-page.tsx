import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { exportDatabase, exportSql } from '@tenantry/contract/exports';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { ExportJobs } from '../../blocks/export-jobs.tsx';
import { useExport } from '../../blocks/use-export.ts';
import { dayOf } from '../../lib/calendar-day.ts';
import { paths } from '../../lib/paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const useStyles = makeStyles({
  actions: {
    display: 'grid',
    gap: tokens.spacingHorizontalXL,
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 320px), 1fr))',
  },
  text: { maxWidth: '80ch' },
});

/** The whole database as a file, in two forms. */
export function ExportPage() {
  const styles = useStyles();
  return (
    <AdminPage tab="Database Export" subtitle="All stored data as a file, for backup, migration or analysis">
      <Notice intent="info" title="For administrators of all tenants">
        Your session is validated, and you confirm who you are. Each export and download is recorded in the{' '}
        <TextLink to={paths.adminLogs}>audit logs</TextLink>.
      </Notice>
      <div className={styles.actions}>
        <JsonExport />
        <SqlExport />
      </div>
      <ExportJobs kinds={['database-json', 'database-sql']} />
    </AdminPage>
  );
}

function JsonExport() {
  const styles = useStyles();
  const { start, pendingName } = useExport('Export failed');
  const save = () => start(exportDatabase, { tenantId: null }, `database-export-${dayOf(new Date())}.json`);
  return (
    <SectionCard title="JSON export" subtitle="Every table, in one file">
      <Text className={styles.text}>
        Tenants, users, scans, findings, audits, approvals, tasks, plans, checklists, settings and logs. Tokens and
        client secrets read [ENCRYPTED], password hashes [REDACTED]. Codes and tokens are removed from OAuth logs.
      </Text>
      <div>
        <Button
          appearance="primary"
          icon={<ArrowDownloadRegular />}
          onClick={save}
          disabledFocusable={pendingName !== null}
        >
          {pendingName === null ? 'Export as JSON' : 'Exporting…'}
        </Button>
      </div>
    </SectionCard>
  );
}

function SqlExport() {
  const styles = useStyles();
  const { start, pendingName } = useExport('SQL export failed');
  const save = () => start(exportSql, { tenantId: null }, `database-export-${dayOf(new Date())}.sql`);
  return (
    <SectionCard title="SQL export" subtitle="Core tables, for SQLite and PostgreSQL">
      <Text className={styles.text}>
        Tenants, users, OAuth errors and Microsoft 365 users, as CREATE TABLE and INSERT statements in one transaction.
        Secrets are hidden as in the JSON export.
      </Text>
      <div>
        <Button icon={<ArrowDownloadRegular />} onClick={save} disabledFocusable={pendingName !== null}>
          {pendingName === null ? 'Export as SQL' : 'Exporting…'}
        </Button>
      </div>
    </SectionCard>
  );
}

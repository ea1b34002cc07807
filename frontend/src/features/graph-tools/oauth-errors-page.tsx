import { Button, makeStyles, Text } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download';
import { CheckmarkCircleRegular } from '@fluentui/react-icons/svg/checkmark-circle';
import { DeleteRegular } from '@fluentui/react-icons/svg/delete';
import { ErrorCircleRegular } from '@fluentui/react-icons/svg/error-circle';
import { HistoryRegular } from '@fluentui/react-icons/svg/history';
import { useQuery } from '@tanstack/react-query';
import { AdminPage } from '../../blocks/admin-page.tsx';
import { formatNumber } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { StatCard, StatGrid } from '../../ui/stat-card.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { type OAuthLog, OAuthLogList } from './oauth-log-list.tsx';
import { oauthLogQuery } from './oauth-log-queries.ts';
import { useOAuthLog } from './use-oauth-log.ts';

const useStyles = makeStyles({
  text: { maxWidth: '80ch' },
});

/** The steps of connections to Microsoft, with what their errors mean. */
export function OAuthErrorsPage() {
  const query = useQuery(oauthLogQuery());
  return (
    <AdminPage
      tab="OAuth error logs"
      subtitle="Connections and Microsoft sign-ins, step by step"
      actions={<LogActions isEmpty={query.data?.pagination.total === 0} />}
    >
      <QueryState query={query} loadingLabel="Loading OAuth logs" errorTitle="Failed to load OAuth logs">
        {(log) => <Log log={log} />}
      </QueryState>
    </AdminPage>
  );
}

function LogActions({ isEmpty }: { isEmpty: boolean }) {
  const { save, isSaving, clear } = useOAuthLog();
  const { opened, open, close } = useOpened<null>();
  return (
    <>
      <Button icon={<ArrowDownloadRegular />} onClick={() => void save()} disabledFocusable={isSaving}>
        {isSaving ? 'Exporting…' : 'Export'}
      </Button>
      <Button icon={<DeleteRegular />} disabledFocusable={isEmpty} onClick={() => !isEmpty && open(null)}>
        Clear All
      </Button>
      {opened !== undefined && (
        <FormDialog
          open
          title="Clear all OAuth logs?"
          submitLabel="Delete all logs"
          submittingLabel="Deleting…"
          onSubmit={clear}
          onClose={close}
        >
          <Text>This cannot be undone. The audit trail records who deleted them and how many.</Text>
        </FormDialog>
      )}
    </>
  );
}

function Log({ log }: { log: OAuthLog }) {
  const { total, successes, failures } = log.statistics;
  return (
    <>
      <StatGrid label="Statistics">
        <StatCard label="Total" value={formatNumber(total)} icon={<HistoryRegular />} />
        <StatCard label="Success" value={formatNumber(successes)} icon={<CheckmarkCircleRegular />} />
        <StatCard label="Failure" value={formatNumber(failures)} icon={<ErrorCircleRegular />} />
      </StatGrid>
      <AboutLog />
      <OAuthLogList log={log} />
    </>
  );
}

function AboutLog() {
  const styles = useStyles();
  return (
    <SectionCard title="About these logs">
      <Text className={styles.text}>
        Each step of connecting a tenant is logged: the start, the return from Microsoft, the token exchange, and the
        first read of the tenant. So is each sign-in to Tenantry that Microsoft refused. Entra ID error codes (AADSTS…)
        are explained, with what to do. Passwords, tokens and secrets are not logged. For the last connection of a
        single tenant, see <TextLink to={paths.adminTenants}>Tenants</TextLink>.
      </Text>
    </SectionCard>
  );
}

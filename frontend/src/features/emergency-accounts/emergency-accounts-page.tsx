import { Button, Card, Link, makeStyles, Text, tokens } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons/svg/add';
import { PersonKeyRegular } from '@fluentui/react-icons/svg/person-key';
import { useQuery } from '@tanstack/react-query';
import type { EmergencyAccount } from '@tenantry/contract/emergency-accounts';
import { countOf, formatDateTime } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useSelectedTenant } from '../../lib/session.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Muted } from '../../ui/muted.tsx';
import { Notice } from '../../ui/notice.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { PageShell } from '../../ui/page-shell.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { emergencyAccountDraft, emergencyAccountsQuery } from './emergency-account-queries.ts';
import { EmergencyAccountTable } from './emergency-account-table.tsx';
import { useEmergencyAccounts } from './use-emergency-accounts.ts';

const EmergencyAccountDialog = onDemand(
  async () => (await import('./emergency-account-dialog.tsx')).EmergencyAccountDialog,
);

const useStyles = makeStyles({
  card: { padding: tokens.spacingHorizontalXL, gap: tokens.spacingVerticalL, minWidth: 0 },
  about: { maxWidth: '80ch' },
});

const guidance = 'https://learn.microsoft.com/entra/identity/role-based-access-control/security-emergency-access';

/** The accounts that the selected tenant keeps for emergencies, declared so that scans accept them. */
export function EmergencyAccountsPage() {
  const { id: tenantId } = useSelectedTenant();
  const styles = useStyles();
  const query = useQuery(emergencyAccountsQuery(tenantId));
  const { remove } = useEmergencyAccounts(tenantId);
  const { opened, open, close, fallback } = useOpened<EmergencyAccount>({
    items: query.data?.accounts,
    draftOf: (account) => emergencyAccountDraft(tenantId, account),
  });
  return (
    <PageShell
      title="Break-glass accounts"
      subtitle="Emergency access accounts for when nobody else can sign in"
      actions={
        <Button ref={fallback} appearance="primary" icon={<AddRegular />} onClick={() => open(null)}>
          Declare account
        </Button>
      }
    >
      <Card className={styles.card} role="region" aria-label="Declared accounts">
        <Text className={styles.about}>
          Declare the accounts that are kept for emergencies. Scans then accept that they are excluded from Conditional
          Access and hold a permanent role, and check that they would work. Changes take effect with the next scan.{' '}
          <TextLink to={paths.scan}>Scan internal policies</TextLink>
        </Text>
        <QueryState
          query={query}
          loadingLabel="Loading break-glass accounts"
          errorTitle="The break-glass accounts could not be loaded"
          isEmpty={({ accounts }) => accounts.length === 0}
          empty={<NoAccounts />}
        >
          {({ accounts, checkedAt }) => (
            <>
              {checkedAt !== null && <Muted>Checked {formatDateTime(checkedAt)}</Muted>}
              <ExpiredNotice count={accounts.filter(({ isExpired }) => isExpired).length} />
              <EmergencyAccountTable
                accounts={accounts}
                onEdit={open}
                onRemove={async (account) => {
                  await remove(account);
                  // Its row is gone, and the button that was pressed with it.
                  fallback.current?.focus();
                }}
              />
            </>
          )}
        </QueryState>
      </Card>
      {opened !== undefined && <EmergencyAccountDialog tenantId={tenantId} declared={opened} onClose={close} />}
    </PageShell>
  );
}

function ExpiredNotice({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Notice intent="warning" title={countOf(count, 'declaration has expired', 'declarations have expired')}>
      Scans report the exclusions and roles of {count === 1 ? 'this account' : 'these accounts'} again. Edit the
      declaration to set a new last day, or remove it.
    </Notice>
  );
}

function NoAccounts() {
  return (
    <EmptyState
      icon={<PersonKeyRegular />}
      title="No break-glass accounts declared"
      body={
        <>
          Microsoft recommends two cloud-only accounts with permanent Global Administrator and security keys, used in
          emergencies only.{' '}
          <Link href={guidance} target="_blank" rel="noreferrer" inline>
            Microsoft's guidance
          </Link>
        </>
      }
      headingLevel="h2"
    />
  );
}

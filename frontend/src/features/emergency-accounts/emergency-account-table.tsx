import { Button, makeStyles, Text } from '@fluentui/react-components';
import type { EmergencyAccount } from '@tenantry/contract/emergency-accounts';
import { formatDate } from '../../lib/format.ts';
import { ConfirmPopover } from '../../ui/confirm-popover.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Hint } from '../../ui/muted.tsx';
import { EmergencyReadiness, EmergencyStateBadge } from './emergency-readiness.tsx';
import { accountName } from './use-emergency-accounts.ts';

const useStyles = makeStyles({
  stack: { display: 'grid', minWidth: 0 },
});

/** A value with a less important one below. */
function Two({ first, second }: { first: string; second: string | null }) {
  const styles = useStyles();
  return (
    <span className={styles.stack}>
      <Text>{first}</Text>
      {second !== null && <Hint>{second}</Hint>}
    </span>
  );
}

function secondLine(account: EmergencyAccount): string | null {
  const second = account.userPrincipalName ?? account.userId;
  return second === accountName(account) ? null : second;
}

const columns: readonly Column<EmergencyAccount>[] = [
  {
    id: 'account',
    label: 'Account',
    cell: (account) => <Two first={accountName(account)} second={secondLine(account)} />,
    width: '33%',
  },
  { id: 'state', label: 'State', cell: (account) => <EmergencyStateBadge account={account} />, width: '156px' },
  { id: 'reason', label: 'Reason', cell: ({ reason }) => <Text>{reason}</Text> },
  {
    id: 'expires',
    label: 'Last day',
    cell: ({ expiresAt }) => <Text>{expiresAt === null ? 'No end date' : formatDate(expiresAt)}</Text>,
    width: '10%',
  },
];

type Props = {
  accounts: readonly EmergencyAccount[];
  onEdit: (account: EmergencyAccount) => void;
  onRemove: (account: EmergencyAccount) => Promise<void>;
};

/** The declared accounts with what can be done with each. */
export function EmergencyAccountTable({ accounts, onEdit, onRemove }: Props) {
  return (
    <DataTable
      label="Break-glass accounts"
      rows={accounts}
      columns={columns}
      rowId={({ userId }) => userId}
      minWidth="900px"
      rowDetails={(account) => <EmergencyReadiness account={account} />}
      actionsWidth="164px"
      rowActions={(account) => (
        <>
          <Button size="small" onClick={() => onEdit(account)} aria-label={`Edit ${accountName(account)}`}>
            Edit
          </Button>
          <ConfirmPopover
            trigger={
              <Button size="small" aria-label={`Remove ${accountName(account)}`}>
                Remove
              </Button>
            }
            question={`Remove the declaration of ${accountName(account)}? The next scan reports its exclusions and roles again.`}
            confirmLabel="Remove declaration"
            onConfirm={() => onRemove(account)}
          />
        </>
      )}
    />
  );
}

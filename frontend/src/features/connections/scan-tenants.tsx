import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { CalendarClockRegular } from '@fluentui/react-icons/svg/calendar-clock';
import { ScanDashRegular } from '@fluentui/react-icons/svg/scan-dash';
import type { AdminTenant } from '@tenantry/contract/connections';
import { maxTenantsNamed } from '@tenantry/contract/scan-runs';
import { ScanAll } from '../../blocks/scan-all.tsx';
import { useStartScanRun } from '../../blocks/use-start-scan-run.ts';
import { formatNumber } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import { Row } from '../../ui/row.tsx';

const useStyles = makeStyles({
  count: { color: tokens.colorNeutralForeground3, minWidth: '96px' },
});

// Loaded when it is first opened.
const ScheduleTenantsDialog = onDemand(
  async () => (await import('./schedule-tenants-dialog.tsx')).ScheduleTenantsDialog,
);

type Props = {
  /** How many tenants there are, and those that are chosen. */
  total: number;
  selected: readonly AdminTenant[];
  /** The group to which they are narrowed. */
  groupId: string | undefined;
  onClear: () => void;
};

/** What can be done with a choice of tenants, or with all. */
export function ScanTenants({ total, selected, groupId, onClear }: Props) {
  const styles = useStyles();
  const start = useStartScanRun();
  const count = selected.length;
  const { opened, open, close } = useOpened<readonly AdminTenant[]>();
  const { submit, pending } = useAction('The scans could not be started', async () => {
    // Named wherever they can be: `all` would also be whoever a colleague has connected meanwhile.
    await start(count > maxTenantsNamed ? 'all' : selected.map(({ id }) => id), groupId);
  });
  const isTooMany = count > maxTenantsNamed && count < total;
  return (
    <Row gap="M" align="center">
      <Text role="status" className={styles.count}>
        {formatNumber(count)} of {formatNumber(total)} selected
      </Text>
      <Button
        appearance="primary"
        icon={<ScanDashRegular />}
        onClick={() => void submit()}
        disabled={count === 0 || isTooMany}
        disabledFocusable={pending}
      >
        {pending ? 'Starting…' : 'Scan selected'}
      </Button>
      <ScanAll label={groupId === undefined ? 'Scan all' : 'Scan the group'} total={total} groupId={groupId} />
      <Button icon={<CalendarClockRegular />} onClick={() => open(selected)} disabled={count === 0}>
        Schedule selected
      </Button>
      {/* It stays where it is when it is pressed: the keyboard would else be nowhere. */}
      <Button appearance="subtle" onClick={onClear} disabledFocusable={count === 0}>
        Clear selection
      </Button>
      {isTooMany && (
        <Text role="alert">Select at most {formatNumber(maxTenantsNamed)} tenants at once, or scan all.</Text>
      )}
      {opened && <ScheduleTenantsDialog tenants={opened} onClose={close} />}
    </Row>
  );
}

import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { CalendarClockRegular } from '@fluentui/react-icons/svg/calendar-clock';
import { ScanDashRegular } from '@fluentui/react-icons/svg/scan-dash';
import type { AdminTenant } from '@tenantry/contract/connections';
import { maxTenantsNamed } from '@tenantry/contract/scan-runs';
import { lazy, Suspense } from 'react';
import { ScanAll } from '../../blocks/scan-all.tsx';
import { useStartScanRun } from '../../blocks/use-start-scan-run.ts';
import { messageOf } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Row } from '../../ui/row.tsx';

const useStyles = makeStyles({
  count: { color: tokens.colorNeutralForeground3, minWidth: '96px' },
});

// Loaded when it is first opened.
const ScheduleTenantsDialog = lazy(async () => ({
  default: (await import('./schedule-tenants-dialog.tsx')).ScheduleTenantsDialog,
}));

type Props = {
  /** How many tenants there are, and those that are chosen. */
  total: number;
  selected: readonly AdminTenant[];
  onClear: () => void;
};

/** What can be done with a choice of tenants, or with all. */
export function ScanTenants({ total, selected, onClear }: Props) {
  const styles = useStyles();
  const start = useStartScanRun();
  const count = selected.length;
  const { opened, open, close } = useOpened<readonly AdminTenant[]>();
  const { submit, pending } = useSubmit(async () => {
    try {
      // Named wherever they can be: `all` would also be whoever a colleague has connected meanwhile.
      await start(count > maxTenantsNamed ? 'all' : selected.map(({ id }) => id));
    } catch (error) {
      showToast({ title: 'The scans could not be started', body: messageOf(error), intent: 'error' });
    }
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
      <ScanAll label="Scan all" total={total} />
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
      {opened && (
        <Suspense>
          <ScheduleTenantsDialog tenants={opened} onClose={close} />
        </Suspense>
      )}
    </Row>
  );
}

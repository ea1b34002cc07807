import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ScanDashRegular } from '@fluentui/react-icons/svg/scan-dash';
import { maxTenantsNamed } from '@tenantry/contract/scan-runs';
import { useStartScanRun } from '../../blocks/use-start-scan-run.ts';
import { messageOf } from '../../lib/api-error.ts';
import { countOf, formatNumber } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { useOpened } from '../../lib/use-opened.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  count: { color: tokens.colorNeutralForeground3, minWidth: '96px' },
});

type Props = {
  /** How many tenants there are, and those that are chosen. */
  total: number;
  selectedIds: readonly string[];
  onClear: () => void;
};

/** What can be done with a choice of tenants, or with all. */
export function ScanTenants({ total, selectedIds, onClear }: Props) {
  const styles = useStyles();
  const start = useStartScanRun();
  const count = selectedIds.length;
  const { submit, pending } = useSubmit(async () => {
    try {
      // Named wherever they can be: `all` would also be whoever a colleague has connected meanwhile.
      await start(count > maxTenantsNamed ? 'all' : [...selectedIds]);
    } catch (error) {
      showToast({ title: 'The scans could not be started', body: messageOf(error), intent: 'error' });
    }
  });
  const isTooMany = count > maxTenantsNamed && count < total;
  return (
    <div className={styles.root}>
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
      <ScanAll total={total} start={() => start('all')} />
      {/* It stays where it is when it is pressed: the keyboard would else be nowhere. */}
      <Button appearance="subtle" onClick={onClear} disabledFocusable={count === 0}>
        Clear selection
      </Button>
      {isTooMany && (
        <Text role="alert">
          At most {formatNumber(maxTenantsNamed)} can be chosen at once. Choose fewer, or scan all.
        </Text>
      )}
    </div>
  );
}

function ScanAll({ total, start }: { total: number; start: () => Promise<void> }) {
  const { opened, open, close } = useOpened<null>();
  return (
    <>
      <Button onClick={() => open(null)}>Scan all</Button>
      {opened !== undefined && (
        <FormDialog
          open
          title={`Scan all ${countOf(total, 'tenant')}?`}
          submitLabel="Scan all"
          submittingLabel="Starting…"
          onSubmit={start}
          onClose={close}
        >
          <Text>
            Each is scanned now, whatever its schedule says. A scan that goes on already is not started twice.
          </Text>
        </FormDialog>
      )}
    </>
  );
}

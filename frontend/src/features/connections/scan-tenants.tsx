import { Button, makeStyles, Text, tokens } from '@fluentui/react-components';
import { ScanDashRegular } from '@fluentui/react-icons/svg/scan-dash';
import { maxTenantsNamed } from '@tenantry/contract/scan-runs';
import { ScanAll } from '../../blocks/scan-all.tsx';
import { useStartScanRun } from '../../blocks/use-start-scan-run.ts';
import { messageOf } from '../../lib/api-error.ts';
import { formatNumber } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { useSubmit } from '../../lib/use-submit.ts';

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
      <ScanAll label="Scan all" total={total} />
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

import { Button, type ButtonProps, Text } from '@fluentui/react-components';
import { countOf } from '../lib/format.ts';
import { useOpened } from '../lib/use-opened.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useStartScanRun } from './use-start-scan-run.ts';

type Props = {
  label: string;
  icon?: ButtonProps['icon'];
  /** How many tenants the user looks after. */
  total: number;
};

/** Asks whether all tenants are meant, starts the run of their scans and goes to its page. */
export function ScanAll({ label, icon, total }: Props) {
  const start = useStartScanRun();
  const { opened, open, close } = useOpened<null>();
  return (
    <>
      <Button icon={icon} onClick={() => open(null)}>
        {label}
      </Button>
      {opened !== undefined && (
        <FormDialog
          open
          title={`Scan all ${countOf(total, 'tenant')}?`}
          submitLabel="Scan all"
          submittingLabel="Starting…"
          onSubmit={() => start('all')}
          onClose={close}
        >
          <Text>All tenants are scanned now, regardless of schedule. Scans already running are not started again.</Text>
        </FormDialog>
      )}
    </>
  );
}

import { Button, type ButtonProps } from '@fluentui/react-components';
import { useOpened } from '../lib/use-opened.ts';
import { onDemand } from '../ui/on-demand.tsx';
import { useStartScanRun } from './use-start-scan-run.ts';

// Not needed until somebody asks for it.
const ScanAllDialog = onDemand(async () => (await import('./scan-all-dialog.tsx')).ScanAllDialog);

type Props = {
  label: string;
  icon?: ButtonProps['icon'];
  /** How many tenants the user looks after. */
  total: number;
  /** Of a group alone. */
  groupId?: string | undefined;
};

/** Asks whether all tenants are meant, starts the run of their scans and goes to its page. */
export function ScanAll({ label, icon, total, groupId }: Props) {
  const start = useStartScanRun();
  const { opened, open, close } = useOpened<null>();
  return (
    <>
      <Button icon={icon} onClick={() => open(null)}>
        {label}
      </Button>
      {opened !== undefined && <ScanAllDialog total={total} onStart={() => start('all', groupId)} onClose={close} />}
    </>
  );
}

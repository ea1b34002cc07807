import { Text } from '@fluentui/react-components';
import { countOf } from '../lib/format.ts';
import { FormDialog } from '../ui/form-dialog.tsx';

type Props = { total: number; onStart: () => Promise<void>; onClose: () => void };

/** Asks whether all tenants are meant. */
export function ScanAllDialog({ total, onStart, onClose }: Props) {
  return (
    <FormDialog
      open
      title={`Scan all ${countOf(total, 'tenant')}?`}
      submitLabel="Scan all"
      submittingLabel="Starting…"
      onSubmit={onStart}
      onClose={onClose}
    >
      <Text>All tenants are scanned now, regardless of schedule. Scans already running are not started again.</Text>
    </FormDialog>
  );
}

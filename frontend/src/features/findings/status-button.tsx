import { Button, type ButtonProps } from '@fluentui/react-components';
import { onDemand } from '../../ui/on-demand.tsx';
import type { AskedStatus } from './status-dialog.tsx';
import { useDialogButton } from './use-dialog-button.ts';
import { type ChangeableFinding, useSetStatus } from './use-set-status.ts';

const StatusDialog = onDemand(async () => (await import('./status-dialog.tsx')).StatusDialog);

const labels: Record<AskedStatus, string> = { resolved: 'Resolve', unresolved: 'Reopen' };

type AskProps = {
  findings: readonly ChangeableFinding[];
  status: AskedStatus;
  draft: string | null;
  onSend: (note: string) => Promise<void>;
  /** Once the dialog has closed: the button may go away with what it did. */
  onDone?: () => void;
  button?: Pick<ButtonProps, 'size' | 'appearance' | 'disabled' | 'aria-label'>;
};

/** A button that resolves findings or opens them again, once its dialog was answered. */
export function AskStatusButton({ findings, status, draft, onSend, onDone, button: look }: AskProps) {
  const { button, isOpen, open, close } = useDialogButton(draft, onDone);
  return (
    <>
      <Button {...look} ref={button} onClick={open} aria-haspopup="dialog">
        {labels[status]}
      </Button>
      {isOpen && <StatusDialog findings={findings} status={status} draft={draft} onSend={onSend} onClose={close} />}
    </>
  );
}

type Props = Pick<AskProps, 'status' | 'onDone'> & {
  finding: ChangeableFinding;
  /** Beside other findings: what the button calls the one that it is for. */
  listedAs?: string;
  size?: ButtonProps['size'];
  appearance?: ButtonProps['appearance'];
};

/** The same for one finding. */
export function StatusButton({ finding, status, onDone, listedAs, size, appearance }: Props) {
  const setStatus = useSetStatus(finding);
  return (
    <AskStatusButton
      findings={[finding]}
      status={status}
      draft={`${status}:${listedAs === undefined ? 'details' : 'list'}:${finding.id}`}
      onSend={(note) => setStatus(status, note)}
      onDone={onDone}
      button={{ size, appearance, 'aria-label': listedAs && `${labels[status]}: ${listedAs}` }}
    />
  );
}

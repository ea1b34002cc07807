import { Button, type ButtonProps } from '@fluentui/react-components';
import { onDemand } from '../../ui/on-demand.tsx';
import { useDialogButton } from './use-dialog-button.ts';
import { type ChangeableFinding, useSetStatus } from './use-set-status.ts';

const StatusDialog = onDemand(async () => (await import('./status-dialog.tsx')).StatusDialog);

type AskProps = {
  findings: readonly ChangeableFinding[];
  draft: string | null;
  onSend: (note: string) => Promise<void>;
  /** Once the dialog has closed: the button may go away with what it did. */
  onDone?: () => void;
  button?: Pick<ButtonProps, 'size' | 'disabled' | 'aria-label'>;
};

/** A button that opens findings again, once its dialog was answered. */
export function AskReopenButton({ findings, draft, onSend, onDone, button: look }: AskProps) {
  const { button, isOpen, open, close } = useDialogButton(draft, onDone);
  return (
    <>
      <Button {...look} ref={button} onClick={open} aria-haspopup="dialog">
        Reopen
      </Button>
      {isOpen && <StatusDialog findings={findings} status="unresolved" draft={draft} onSend={onSend} onClose={close} />}
    </>
  );
}

type Props = Pick<AskProps, 'onDone'> & {
  finding: ChangeableFinding;
  /** Beside other findings: what the button calls the one that it is for. */
  listedAs?: string;
  size?: ButtonProps['size'];
};

/** The same for one finding. */
export function ReopenButton({ finding, onDone, listedAs, size }: Props) {
  const setStatus = useSetStatus(finding);
  return (
    <AskReopenButton
      findings={[finding]}
      draft={`unresolved:${listedAs === undefined ? 'details' : 'list'}:${finding.id}`}
      onSend={(note) => setStatus('unresolved', note)}
      onDone={onDone}
      button={{ size, 'aria-label': listedAs && `Reopen: ${listedAs}` }}
    />
  );
}

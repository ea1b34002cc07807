import { Button, type ButtonProps, Text } from '@fluentui/react-components';
import type { Acceptance } from '@tenantry/contract/findings';
import { formatDate } from '../../lib/format.ts';
import { onDemand } from '../../ui/on-demand.tsx';
import type { AcceptableFinding } from './use-acceptance.ts';
import { useDialogButton } from './use-dialog-button.ts';

/** Few lists hold an accepted risk, and its question needs a popover. */
export const WithdrawAcceptance = onDemand(async () => (await import('./withdraw-acceptance.tsx')).WithdrawAcceptance);

const AcceptRiskDialog = onDemand(async () => (await import('./accept-risk-dialog.tsx')).AcceptRiskDialog);

/** Who took the risk on, until when and why. */
export function AcceptanceNote({ acceptance }: { acceptance: Acceptance }) {
  return (
    <Text>
      Accepted by {acceptance.acceptedBy}
      {acceptance.isByClient && ' (client)'} until {formatDate(acceptance.expiresAt)}: {acceptance.reason}
    </Text>
  );
}

type AcceptProps = {
  finding: AcceptableFinding;
  size?: ButtonProps['size'];
  /** Once the dialog has closed: the button goes away with what it did, so the keyboard needs another place. */
  onAccepted?: () => void;
  /** Beside other findings: what the button calls the one that it is for. */
  listedAs?: string;
};

/** The way to accept a finding, for administrators. */
export function AcceptRisk({ finding, size, onAccepted, listedAs }: AcceptProps) {
  const draft = `accept-risk:${listedAs === undefined ? 'details' : 'list'}:${finding.id}`;
  const { button, isOpen, open, close } = useDialogButton(draft, onAccepted);
  return (
    <>
      <Button ref={button} size={size} onClick={open} aria-label={listedAs && `Accept risk…: ${listedAs}`}>
        Accept risk…
      </Button>
      {isOpen && <AcceptRiskDialog finding={finding} draft={draft} onClose={close} />}
    </>
  );
}

import { Button, type ButtonProps } from '@fluentui/react-components';
import { ConfirmPopover } from '../../ui/confirm-popover.tsx';
import { type AcceptableFinding, useAcceptance } from './use-acceptance.ts';

type Props = {
  finding: AcceptableFinding;
  size?: ButtonProps['size'];
  onWithdrawn?: () => void;
  /** Beside other findings: what the button calls the one that it is for. */
  listedAs?: string;
};

/** Takes an acceptance back, after a question. */
export function WithdrawAcceptance({ finding, size, onWithdrawn, listedAs }: Props) {
  const { withdraw } = useAcceptance(finding);
  return (
    <ConfirmPopover
      trigger={
        <Button size={size} aria-label={listedAs && `Withdraw acceptance: ${listedAs}`}>
          Withdraw acceptance
        </Button>
      }
      question="Withdraw the acceptance? The finding is open again right away."
      confirmLabel="Withdraw"
      onConfirm={async () => {
        await withdraw();
        onWithdrawn?.();
      }}
    />
  );
}

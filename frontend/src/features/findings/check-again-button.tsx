import { Button, type ButtonProps } from '@fluentui/react-components';
import type { FindingDetails, FindingStatus } from '@tenantry/contract/findings';
import { useRecheck } from './use-recheck.ts';
import type { ChangeableFinding } from './use-set-status.ts';

type Props = {
  finding: ChangeableFinding;
  /** All that is known of the finding, where the page shows it. */
  details?: FindingDetails;
  size?: ButtonProps['size'];
  appearance?: ButtonProps['appearance'];
  /** Beside other findings: what the button calls the one that it is for. */
  listedAs?: string;
  onEnded?: (status: FindingStatus) => void;
};

/** Looks at the check of a finding again: it is resolved where the check passes. */
export function CheckAgainButton({ finding, details, listedAs, onEnded, ...look }: Props) {
  const { start, isGoingOn } = useRecheck(finding, details ?? null, onEnded);
  return (
    <Button {...look} onClick={start} disabledFocusable={isGoingOn} aria-label={listedAs && `Check again: ${listedAs}`}>
      {isGoingOn ? 'Checking…' : 'Check again'}
    </Button>
  );
}

import { Button, type ButtonProps, Text } from '@fluentui/react-components';
import type { Acceptance } from '@tenantry/contract/findings';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { hasDraft } from '../../lib/form-drafts.ts';
import { formatDate } from '../../lib/format.ts';
import { ConfirmPopover } from '../../ui/confirm-popover.tsx';
import { type AcceptableFinding, useAcceptance } from './use-acceptance.ts';

const AcceptRiskDialog = lazy(async () => ({
  default: (await import('./accept-risk-dialog.tsx')).AcceptRiskDialog,
}));

/** Who took the risk on, until when and why. */
export function AcceptanceNote({ acceptance }: { acceptance: Acceptance }) {
  return (
    <Text>
      Accepted by {acceptance.acceptedBy} until {formatDate(acceptance.expiresAt)}: {acceptance.reason}
    </Text>
  );
}

type AcceptProps = {
  finding: AcceptableFinding;
  size?: ButtonProps['size'];
  /** Once the dialog has closed: the button goes away with what it did, so the keyboard needs another place. */
  onAccepted?: () => void;
  /** Beside other findings the button says which one it is for. */
  namesFinding?: boolean;
};

/** The way to accept a finding, for administrators. */
export function AcceptRisk({ finding, size, onAccepted, namesFinding = false }: AcceptProps) {
  const draft = `accept-risk:${namesFinding ? 'list' : 'details'}:${finding.id}`;
  const [state, setState] = useState<'idle' | 'open' | 'cancelled' | 'accepted'>(() =>
    hasDraft(draft) ? 'open' : 'idle',
  );
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (state === 'cancelled') button.current?.focus();
    if (state === 'accepted') onAccepted?.();
    if (state !== 'open') setState('idle');
  }, [state, onAccepted]);
  return (
    <>
      <Button
        ref={button}
        size={size}
        onClick={() => setState('open')}
        aria-label={namesFinding ? `Accept risk…: ${finding.title}` : undefined}
      >
        Accept risk…
      </Button>
      {state === 'open' && (
        <Suspense>
          <AcceptRiskDialog
            finding={finding}
            draft={draft}
            onClose={(isAccepted) => setState(isAccepted ? 'accepted' : 'cancelled')}
          />
        </Suspense>
      )}
    </>
  );
}

type WithdrawProps = Omit<AcceptProps, 'onAccepted'> & { onWithdrawn?: () => void };

/** Takes an acceptance back, after a question. */
export function WithdrawAcceptance({ finding, size, onWithdrawn, namesFinding = false }: WithdrawProps) {
  const { withdraw } = useAcceptance(finding);
  return (
    <ConfirmPopover
      trigger={
        <Button size={size} aria-label={namesFinding ? `Withdraw acceptance: ${finding.title}` : undefined}>
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

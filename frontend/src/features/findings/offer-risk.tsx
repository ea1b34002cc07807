import { Button } from '@fluentui/react-components';
import type { FindingDetails } from '@tenantry/contract/findings';
import { onDemand } from '../../ui/on-demand.tsx';
import { useDialogButton } from './use-dialog-button.ts';

const OfferRiskDialog = onDemand(async () => (await import('./offer-risk-dialog.tsx')).OfferRiskDialog);

/** The way to offer the client to live with a finding, for administrators; nothing while an offer waits. */
export function OfferRisk({ finding }: { finding: FindingDetails }) {
  const draft = `offer-risk:${finding.id}`;
  const { button, isOpen, open, close } = useDialogButton(draft);
  if (finding.riskOffer !== null && finding.riskOffer.outcome === null) return null;
  return (
    <>
      <Button ref={button} onClick={open}>
        Offer to the client…
      </Button>
      {isOpen && <OfferRiskDialog finding={finding} draft={draft} onClose={close} />}
    </>
  );
}

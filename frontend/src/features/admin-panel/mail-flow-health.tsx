import { MailFlowCheck } from '../../blocks/mail-flow-check.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

/** The mail of any domain, as the public DNS has it. */
export function MailFlowHealth() {
  return (
    <SectionCard title="Mail Flow Health Check" subtitle="What the public DNS says about the mail of a domain">
      <MailFlowCheck domain="" asksForDomain />
    </SectionCard>
  );
}

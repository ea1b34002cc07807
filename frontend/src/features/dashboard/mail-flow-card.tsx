import { MailFlowCheck } from '../../blocks/mail-flow-check.tsx';
import { paths } from '../../lib/paths.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { SectionCard } from '../../ui/section-card.tsx';

/** A domain that Microsoft keeps for samples. */
const sampleDomain = 'contoso.com';

/** What the DNS says about the mail of a domain. */
export function MailFlowCard() {
  return (
    <SectionCard
      title="Mail Flow Check"
      subtitle="SPF, DMARC and MX of any domain"
      actions={
        <div>
          <LinkButton to={paths.mailFlow} size="small">
            All domains
          </LinkButton>
        </div>
      }
    >
      <MailFlowCheck domain={sampleDomain} />
    </SectionCard>
  );
}

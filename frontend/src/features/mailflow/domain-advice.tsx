import type { MailFlowReport } from '@tenantry/contract/mailflow';
import { DomainIssues } from './domain-issues.tsx';
import { DomainTargets } from './domain-targets.tsx';
import { SendingAnswer } from './sending-answer.tsx';

/** What is asked about a domain, what to publish, and why. */
export function DomainAdvice({ report }: { report: MailFlowReport }) {
  const { domain, details } = report;
  return (
    <>
      {details.sending.canAnswer && <SendingAnswer domain={domain} sending={details.sending} />}
      <DomainTargets targets={details.targets} />
      <DomainIssues issues={details.issues} />
    </>
  );
}

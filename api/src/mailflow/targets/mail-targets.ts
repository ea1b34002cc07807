import type { MailFacts, MailTarget } from '../mail-flow-result.ts';
import { isOnMicrosoft } from '../on-microsoft.ts';
import { dkimTargets } from './dkim-target.ts';
import { dmarcTarget } from './dmarc-target.ts';
import { spfTarget } from './spf-target.ts';
import { mtaStsTargets, mxTarget, tlsRptTarget } from './transport-targets.ts';

/** What decides about who may send, which a scan reads too. */
export type SenderFacts = Pick<
  MailFacts,
  'domain' | 'provider' | 'senders' | 'sending' | 'spf' | 'dmarc' | 'dkim' | 'mx'
>;

/** What is to be published about senders: SPF, DKIM, DMARC and MX. Page, findings, API and command line read it here. */
export function senderTargets(facts: SenderFacts): MailTarget[] {
  const dmarc = dmarcTarget(facts);
  if (isOnMicrosoft(facts.domain)) return dmarc === null ? [] : [dmarc];
  const single = [spfTarget(facts), dmarc, mxTarget(facts)].flatMap((found) => found ?? []);
  return [...single, ...dkimTargets(facts), ...reportPermissions(facts)];
}

/** All that is to be published, one target for each DNS name and type. */
export function mailTargets(facts: MailFacts): MailTarget[] {
  const senders = senderTargets(facts);
  if (isOnMicrosoft(facts.domain)) return senders;
  return [...senders, ...mtaStsTargets(facts), ...[tlsRptTarget(facts)].flatMap((found) => found ?? [])];
}

/** RFC 9990: another domain that is to get reports has to agree, in its own DNS. */
function reportPermissions({ dmarc }: SenderFacts): MailTarget[] {
  const names = new Set(dmarc.notes.flatMap(({ missingNames }) => missingNames));
  return [...names].map((name) => ({
    area: 'dmarc',
    name,
    type: 'TXT',
    current: [],
    value: 'v=DMARC1',
    stages: [],
    note: 'It belongs in the DNS of the domain that gets the reports.',
  }));
}

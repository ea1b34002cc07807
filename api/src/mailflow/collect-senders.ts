import type { MailUse } from '@tenantry/contract/mailflow';
import type { DnsResolver } from '../ports/dns.ts';
import { checkDkim } from './dkim/check-dkim.ts';
import { checkDmarc } from './dmarc/check-dmarc.ts';
import type { MailFacts } from './mail-flow-result.ts';
import { type MailProvider, mailProviders, microsoft365, providerOfInclude, providerOfMx } from './mail-providers.ts';
import { checkMx, type MxResult } from './mx.ts';
import { sendingOf } from './sending.ts';
import { checkSpf } from './spf/check-spf.ts';
import type { SpfNode, SpfResult } from './spf/spf-result.ts';

/** What is known of a domain beside its DNS. */
export type DomainKnowledge = {
  /** What its owner said about sending; counts where it has no MX host. */
  sends?: MailUse | null | undefined;
  /** The first onmicrosoft.com name of the tenant that the domain belongs to. */
  initialDomain?: string | null | undefined;
};

export type SendersFound = Omit<MailFacts, 'mtaSts' | 'tlsRpt' | 'bimi' | 'dnssec'>;

/** Who takes and sends the mail of a domain: what the page and a scan both rest on. */
export async function collectSenders(
  domain: string,
  dns: DnsResolver,
  { sends = null, initialDomain = null }: DomainKnowledge,
): Promise<SendersFound> {
  const [mx, spf, dmarc] = await Promise.all([checkMx(dns, domain), checkSpf(dns, domain), checkDmarc(dns, domain)]);
  const { mailbox, services, ...parties } = partiesOf(domain, mx, spf, sends);
  const dkim = await checkDkim(dns, domain, services, mailbox, { initialDomain, mx });
  return { domain, ...parties, spf, dmarc, dkim, mx };
}

type Parties = Pick<SendersFound, 'provider' | 'gateway' | 'senders' | 'sending' | 'takesNoMail' | 'parked'> & {
  mailbox: MailProvider | null;
  services: MailProvider[];
};

/** Which services have to do with the mail of a domain, as its records and its owner say. */
export function partiesOf(domain: string, mx: MxResult, spf: SpfResult, sends: MailUse | null): Parties {
  const senders = [...new Set(includedNames(spf.tree).flatMap((name) => providerOfInclude(name) ?? []))];
  const receivers = receiversOf(mx);
  const sending = sendingOf({ domain, mx, spf, allowsMicrosoft: senders.includes(microsoft365) }, sends);
  const mailbox = sending.from === 'answer' ? saidMailbox(sends) : mailboxOf(receivers, senders);
  const services = [...new Set([...(mailbox === null ? [] : [mailbox]), ...receivers, ...senders])];
  const isEmpty = mx.state === 'null' || (mx.state === 'none' && !mx.implicit);
  return {
    mailbox,
    services,
    provider: mailbox?.id ?? null,
    gateway: receivers.find(({ kind }) => kind === 'gateway')?.id ?? null,
    senders: senders.map(({ id }) => id),
    sending,
    takesNoMail: isEmpty || (sending.by === 'none' && sending.from === 'answer'),
    parked: sending.by === 'none',
  };
}

/** The services of the table that its MX hosts belong to. */
function receiversOf(mx: MxResult): MailProvider[] {
  const hosts = [...mx.hosts.map(({ exchange }) => exchange), ...mx.leftOut];
  return [...new Set(hosts.flatMap((exchange) => providerOfMx(exchange) ?? []))];
}

const saidMailbox = (sends: MailUse | null): MailProvider | null => (sends === 'microsoft365' ? microsoft365 : null);

/** Behind a filter, or hosts that the table does not know, SPF tells which service holds the mailboxes. */
function mailboxOf(receivers: readonly MailProvider[], senders: readonly MailProvider[]): MailProvider | null {
  const isMailbox = ({ kind }: MailProvider) => kind === 'mailbox';
  return (
    mailProviders.find((provider) => isMailbox(provider) && receivers.includes(provider)) ??
    senders.find(isMailbox) ??
    null
  );
}

function includedNames(node: SpfNode | null): string[] {
  return (node?.terms ?? []).flatMap(({ child, target, term }) =>
    /^[+\-?~]?(?:include:|redirect=)/i.test(term) && target !== null ? [target, ...includedNames(child)] : [],
  );
}

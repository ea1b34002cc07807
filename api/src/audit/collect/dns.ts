import type { MailUse } from '@tenantry/contract/mailflow';
import pLimit from 'p-limit';
import { collectSenders, type DomainKnowledge, type SendersFound } from '../../mailflow/collect-senders.ts';
import { checkDkim, wildcardKey } from '../../mailflow/dkim/check-dkim.ts';
import { withDeadline } from '../../mailflow/dns-limits.ts';
import { rememberDns } from '../../mailflow/dns-memory.ts';
import { inOrder } from '../../mailflow/issues/issue.ts';
import { mtaStsIssues } from '../../mailflow/issues/mta-sts-issues.ts';
import { microsoft365 } from '../../mailflow/mail-providers.ts';
import { checkMtaSts } from '../../mailflow/mta-sts.ts';
import { mxHostsOf } from '../../mailflow/mx.ts';
import { checkSpf } from '../../mailflow/spf/check-spf.ts';
import { senderTargets } from '../../mailflow/targets/mail-targets.ts';
import { type DnsAnswer, type DnsRecordType, type DnsResolver, type DnsValue, isUnknown } from '../../ports/dns.ts';
import type { GraphFailure } from '../../ports/graph.ts';
import type { FetchPolicy } from '../../ports/sts-policy.ts';
import type { DomainDns, TxtAnswer } from '../facts/domain-dns.ts';
import type { JsonObject } from '../facts/json-reader.ts';
import { initialDomainOf, mailDomains } from '../facts/mail-domains.ts';
import type { DkimReading, MtaStsReading } from '../facts/mail-reading.ts';
import { countOf, named } from '../facts/sentence-parts.ts';

/** What is beyond these limits is not asked for; checks then say that it was not looked at. */
export const dnsLimits = {
  domains: 200,
  /** SPF with all its includes 121, DMARC and its report addresses some 40, MX 61, DKIM some 15; most domains ask some 30. */
  questionsPerDomain: 250,
  /** The records are kept for the checks: those of a domain have some 5,000. */
  octetsPerDomain: 500_000,
  totalOctets: 4_000_000,
  domainTimeMs: 20_000,
  totalTimeMs: 300_000,
  domainsAtOnce: 4,
} as const;

function asTexts<V>(answer: DnsAnswer<V>, text: (value: V) => string): TxtAnswer {
  return answer.status === 'ok' ? { status: 'ok', values: answer.values.map(text) } : { status: answer.status };
}

/** Nobody's name below a domain: what it has, a wildcard gave it. */
const absentName = 'tenantry-absent-name-probe';

type Read = Pick<DomainDns, 'reading' | 'sending' | 'targets'>;

/** Its record, and the policy that it leads to. Where nobody can fetch that, nothing is asked. */
async function readMtaSts(
  dns: DnsResolver,
  { domain, mx }: Pick<SendersFound, 'domain' | 'mx'>,
  fetchPolicy: FetchPolicy | undefined,
): Promise<MtaStsReading | undefined> {
  if (fetchPolicy === undefined) return undefined;
  const mtaSts = await checkMtaSts(dns, domain, mxHostsOf(mx), fetchPolicy);
  const [worst] = inOrder(mtaStsIssues({ domain, mx, mtaSts, targets: [] }));
  return { state: mtaSts.state, mode: mtaSts.policy?.mode ?? null, worst: worst?.severity ?? null };
}

type Reading = DomainKnowledge & { fetchPolicy: FetchPolicy | undefined };

async function readMail(dns: DnsResolver, domain: string, { fetchPolicy, ...known }: Reading): Promise<Read> {
  const found = await collectSenders(domain, dns, known);
  // Of Microsoft's selectors in any case; what was asked for already costs no question.
  const dkim = await checkDkim(dns, domain, [microsoft365], microsoft365, { mx: found.mx });
  const { tree: _tree, ...spf } = found.spf;
  // A record of a wildcard is that of every name below the domain, also of those that nobody listed.
  const { tree: _below, ...spfBelow } = await checkSpf(dns, `${absentName}.${domain}`);
  const keys = dkim.selectors.map(keyOf);
  const ofServices = found.dkim.selectors.filter(({ selector }) => !keys.some((key) => key.selector === selector));
  const everywhere = await wildcardKey(dns, domain);
  const otherKeys = [
    ...ofServices.map(keyOf),
    ...(everywhere?.state === 'ok' ? [keyOf({ ...everywhere, selector: '*' })] : []),
  ];
  const mtaSts = await readMtaSts(dns, found, fetchPolicy);
  // The records stand beside them already.
  const targets = senderTargets(found).map((target) => ({ ...target, current: [] }));
  const below = spfBelow.class === 'none' ? {} : { spfBelow };
  return {
    reading: {
      spf,
      ...below,
      dmarc: found.dmarc,
      dkim: keys,
      ...(otherKeys.length > 0 && { otherKeys }),
      mx: found.mx,
      ...(mtaSts && { mtaSts }),
    },
    sending: found.sending,
    targets,
  };
}

const keyOf = ({ selector, state, keyType, keyBits, testing, problems }: DkimReading): DkimReading => ({
  selector,
  state,
  keyType,
  keyBits,
  testing,
  problems,
});

/** `dns` remembers: what the reading has asked already costs no question here. */
async function domainDns(dns: DnsResolver, domain: string, known: Reading): Promise<DomainDns> {
  const txtOf = async (name: string): Promise<TxtAnswer> =>
    asTexts(await dns.resolve(name, 'TXT'), (strings) => strings.join(''));
  const read = await readMail(dns, domain, known);
  const dkim: NonNullable<DomainDns['dkim']> = [];
  for (const selector of microsoft365.selectors)
    dkim.push({ selector, answer: await txtOf(`${selector}._domainkey.${domain}`) });
  return {
    domain,
    txt: await txtOf(domain),
    dmarc: await txtOf(`_dmarc.${domain}`),
    mx: asTexts(await dns.resolve(domain, 'MX'), ({ priority, exchange }) => `${priority} ${exchange}`),
    dkim,
    ...read,
  };
}

const namedUnanswered = 5;

/** Sees which questions stayed unanswered, whether nobody answered or our own limits cut them off. */
export type DnsWatch = {
  over(dns: DnsResolver): DnsResolver;
  /** So many domains were not asked about for want of time. */
  leftOut(domains: number): void;
  /** None or one, in the terms of a dataset. */
  failures(): GraphFailure[];
};

export function createDnsWatch(): DnsWatch {
  const asked = new Set<string>();
  const unanswered = new Map<string, string>();
  let domainsLeftOut = 0;
  return {
    over: (dns) => ({
      async resolve<T extends DnsRecordType>(name: string, type: T): Promise<DnsAnswer<DnsValue<T>>> {
        const question = `${type} ${name}`;
        asked.add(question);
        const answer = await dns.resolve(name, type);
        if (isUnknown(answer.status)) unanswered.set(question, `${question} (${answer.status})`);
        return answer;
      },
    }),
    leftOut(domains) {
      domainsLeftOut += domains;
    },
    failures() {
      const said: string[] = [];
      if (unanswered.size > 0)
        said.push(
          `${unanswered.size} of ${asked.size} questions to the DNS got no answer: ${named([...unanswered.values()], namedUnanswered)}.`,
        );
      if (domainsLeftOut > 0) said.push(`There was no time left for ${countOf(domainsLeftOut, 'domain')}.`);
      return said.length === 0 ? [] : [{ status: 0, code: 'NoDnsAnswer', message: said.join(' ') }];
    },
  };
}

/** What somebody said about the mail of a domain. */
export type SaidMailUse = { domain: string; sends: MailUse };

type CollectDnsOptions = {
  nowMs?: () => number;
  watch?: DnsWatch;
  mailUses?: readonly SaidMailUse[];
  /** Without it MTA-STS is not asked about. */
  fetchPolicy?: FetchPolicy | undefined;
};

/**
 * Mail records of each domain, read by the mail engine. Domains beyond the limits are left out of the answer; names that
 * several domains lead to (spf.protection.outlook.com) are asked for once.
 * @throws the signal's reason when aborted
 */
export async function collectDns(
  dns: DnsResolver,
  domains: readonly JsonObject[],
  signal: AbortSignal | undefined,
  { nowMs = () => performance.now(), watch = createDnsWatch(), mailUses = [], fetchPolicy }: CollectDnsOptions = {},
): Promise<DomainDns[]> {
  const initialDomain = initialDomainOf(domains);
  const sends = new Map(mailUses.map((use) => [use.domain, use.sends]));
  const names = mailDomains(domains).slice(0, dnsLimits.domains);
  const shared = rememberDns(dns, { questions: Number.POSITIVE_INFINITY, octets: dnsLimits.totalOctets });
  const endMs = nowMs() + dnsLimits.totalTimeMs;
  const found = await pLimit(dnsLimits.domainsAtOnce).map(names, async (name) => {
    if (nowMs() >= endMs) return undefined;
    signal?.throwIfAborted();
    const limited = withDeadline(shared, dnsLimits.domainTimeMs, nowMs);
    const budget = { questions: dnsLimits.questionsPerDomain, octets: dnsLimits.octetsPerDomain };
    const known = { sends: sends.get(name) ?? null, initialDomain, fetchPolicy };
    return domainDns(watch.over(rememberDns(limited, budget)), name, known);
  });
  const answers = found.filter((entry) => entry !== undefined);
  watch.leftOut(names.length - answers.length);
  return answers;
}

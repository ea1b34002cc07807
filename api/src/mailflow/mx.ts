import { type DnsResolver, isUnknown } from '../ports/dns.ts';
import { quoted } from './bounded-text.ts';
import { answered, ask, type DnsReading } from './dns-reading.ts';
import { providerOfMx } from './mail-providers.ts';
import { createNotes, type Note } from './notes.ts';

export type MxHost = {
  priority: number;
  exchange: string;
  /** Id of the service in the provider table; null where it is not known. */
  provider: string | null;
  /** Whether it has an address; null where that is not known. */
  hasAddress: boolean | null;
  /** The DNS was asked for its address and did not answer. */
  addressUnanswered?: true;
};

export type MxResult = {
  /**
   * ok: one service; mixed: several; gateway: mail passes through a filter; null: mail is refused (RFC 7505); none: no
   * MX record; couldNotCheck.
   */
  state: 'ok' | 'mixed' | 'gateway' | 'null' | 'none' | 'couldNotCheck';
  /** The first, in the order of their priority. */
  hosts: MxHost[];
  /** Names of further hosts, whose addresses were not looked at. */
  leftOut: string[];
  /** Without MX records senders try the address of the domain itself (RFC 5321, 5.1). */
  implicit: boolean;
  /** Whether the domain has an address of its own was asked and not answered. */
  addressUnanswered?: true;
  problems: Note<MxProblem>[];
  /** AD bit of the answer; null where the resolver does not say. */
  authentic: boolean | null;
};

export type MxProblem =
  | 'mx_null_not_alone'
  | 'mx_many'
  | 'mx_host_without_address'
  | 'mx_host_is_address'
  | 'mx_host_is_alias';

const hostLimit = 20;

/** Whether the DNS names a host that takes its mail; false as well where it does not answer. */
export async function isKnownToHaveMx(dns: DnsResolver, domain: string): Promise<boolean> {
  const answer = await dns.resolve(domain, 'MX');
  return answer.status === 'ok' && answer.values.some(({ exchange }) => normalHost(exchange) !== '');
}

/** Where mail for the domain goes. */
export function checkMx(dns: DnsResolver, domain: string): Promise<MxResult> {
  return answered(dns, readMx(domain));
}

/** The same for a caller that has the answers already, such as the records of a snapshot. */
export function* readMx(domain: string): DnsReading<MxResult> {
  const answer = yield* ask(domain, 'MX');
  const base = { hosts: [], leftOut: [], implicit: false, problems: [], authentic: answer.authentic ?? null };
  if (isUnknown(answer.status)) return { ...base, state: 'couldNotCheck' };
  if (answer.status !== 'ok') {
    const found = yield* hasAddress(domain);
    const none = { ...base, state: 'none', implicit: found === true } as const;
    return found === 'unanswered' ? { ...none, addressUnanswered: true } : none;
  }
  const records = answer.values.map(({ priority, exchange }) => ({ priority, exchange: normalHost(exchange) }));
  const named = records.filter(({ exchange }) => exchange !== '');
  if (named.length === 0) return { ...base, state: 'null' };
  named.sort((a, b) => a.priority - b.priority);
  const hosts: MxHost[] = [];
  const aliases: string[] = [];
  for (const { priority, exchange } of named.slice(0, hostLimit)) {
    const found = yield* hasAddress(exchange);
    if (found === true && (yield* ask(exchange, 'CNAME')).status === 'ok') aliases.push(exchange);
    const known = { priority, exchange, provider: providerOfMx(exchange)?.id ?? null };
    hosts.push(
      found === 'unanswered'
        ? { ...known, hasAddress: null, addressUnanswered: true }
        : { ...known, hasAddress: found },
    );
  }
  const names = named.map(({ exchange }) => exchange);
  const problems = problemsOf(hosts, { withNull: named.length < records.length, count: named.length, aliases });
  return { ...base, state: stateOf(names), hosts, leftOut: names.slice(hostLimit), problems };
}

function normalHost(exchange: string): string {
  return exchange.toLowerCase().replace(/\.$/, '');
}

function stateOf(names: readonly string[]): MxResult['state'] {
  const providers = new Map(names.map((name) => [name, providerOfMx(name)]));
  const services = new Set([...providers].map(([name, found]) => found?.id ?? name.split('.').slice(-2).join('.')));
  if (services.size > 1) return 'mixed';
  return [...providers.values()].some((found) => found?.kind === 'gateway') ? 'gateway' : 'ok';
}

type AllHosts = { withNull: boolean; count: number; aliases: readonly string[] };

function problemsOf(hosts: readonly MxHost[], { withNull, count, aliases }: AllHosts): MxResult['problems'] {
  const problems = createNotes<MxProblem>();
  if (withNull) problems.add('mx_null_not_alone', 'a null MX must be the only MX record (RFC 7505)');
  if (count > hosts.length)
    problems.add('mx_many', `only the first ${hosts.length} of ${count} MX records were checked`);
  for (const { exchange, hasAddress: found } of hosts) {
    if (exchange === '0')
      problems.add(
        'mx_host_is_address',
        'the host "0" is none: where a null MX is meant, its host is a dot (RFC 7505, 3)',
      );
    else if (/^[\d.]+$|:/.test(exchange))
      problems.add('mx_host_is_address', `${quoted(exchange)} is an IP address; an MX record needs a host name`);
    else if (found === false) problems.add('mx_host_without_address', `${quoted(exchange)} has no A or AAAA record`);
  }
  for (const exchange of aliases)
    problems.add(
      'mx_host_is_alias',
      `${quoted(exchange)} is an alias (CNAME), which an MX host must not be (RFC 5321, 5.1)`,
    );
  return problems.list();
}

/** 'unanswered': the DNS gave no answer; null: a snapshot does not hold the name. */
function* hasAddress(host: string): DnsReading<boolean | null | 'unanswered'> {
  const four = yield* ask(host, 'A');
  if (four.status === 'ok') return true;
  if (four.status === 'nxdomain') return false;
  const six = yield* ask(host, 'AAAA');
  if (six.status === 'ok') return true;
  const unknown = [four.status, six.status].filter(isUnknown);
  if (unknown.length === 0) return false;
  return unknown.every((status) => status === 'notAsked') ? null : 'unanswered';
}

/** The names of all hosts, those that were not looked at too. */
export const mxHostsOf = ({ hosts, leftOut }: Pick<MxResult, 'hosts' | 'leftOut'>): string[] => [
  ...hosts.map(({ exchange }) => exchange),
  ...leftOut,
];

import { type DnsResolver, isUnknown, type TlsaRecord } from '../ports/dns.ts';
import { firstFew } from './bounded-text.ts';
import type { MxResult } from './mx.ts';

type DaneHost = {
  host: string;
  /** ok: TLSA and MX both validated; unvalidated: TLSA is there, but DNSSEC does not protect it, so it is not used. */
  state: 'ok' | 'unvalidated' | 'invalid' | 'missing' | 'couldNotCheck';
  records: string[];
};

export type DnssecResult = {
  /** signed: validated by the resolver; notValidated: a DS is there, the answer was not validated; unsigned. */
  state: 'signed' | 'notValidated' | 'unsigned' | 'couldNotCheck';
  dane: DaneHost[];
};

/** DNSSEC as the resolver reports it (AD bit, RFC 4035, 3.2.3), and DANE for each MX host (RFC 7672). */
export async function checkDnssec(dns: DnsResolver, domain: string, mx: MxResult): Promise<DnssecResult> {
  const dane: DaneHost[] = [];
  for (const { exchange } of mx.hosts) dane.push(await checkDane(dns, exchange, mx.authentic));
  return { state: await signing(dns, domain, mx), dane };
}

async function signing(dns: DnsResolver, domain: string, mx: MxResult): Promise<DnssecResult['state']> {
  if (mx.authentic === true) return 'signed';
  if (mx.state === 'couldNotCheck' || mx.authentic === null) return 'couldNotCheck';
  const delegation = await dns.resolve(domain, 'DS');
  if (isUnknown(delegation.status)) return 'couldNotCheck';
  return delegation.status === 'ok' ? 'notValidated' : 'unsigned';
}

const shownRecords = 20;

async function checkDane(dns: DnsResolver, host: string, mxAuthentic: boolean | null): Promise<DaneHost> {
  const answer = await dns.resolve(`_25._tcp.${host}`, 'TLSA');
  if (isUnknown(answer.status)) return { host, state: 'couldNotCheck', records: [] };
  if (answer.status !== 'ok') return { host, state: 'missing', records: [] };
  const records = firstFew(
    answer.values.map(({ certUsage, selector, match, data }) => `${certUsage} ${selector} ${match} ${data}`),
    shownRecords,
  );
  if (!answer.values.some(isUsable)) return { host, state: 'invalid', records };
  return { host, state: answer.authentic === true && mxAuthentic === true ? 'ok' : 'unvalidated', records };
}

const digestLengths: Readonly<Record<number, number>> = { 1: 64, 2: 128 };

/** Usages 2 and 3 alone serve SMTP (RFC 7672, 3.1); a digest has its full length. */
function isUsable({ certUsage, selector, match, data }: TlsaRecord): boolean {
  if ((certUsage !== 2 && certUsage !== 3) || selector > 1 || !/^(?:[0-9a-f]{2})+$/i.test(data)) return false;
  const length = digestLengths[match];
  return match === 0 || data.length === length;
}

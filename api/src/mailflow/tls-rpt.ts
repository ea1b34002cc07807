import { type DnsResolver, isUnknown } from '../ports/dns.ts';
import { firstFew, quoted } from './bounded-text.ts';
import { textsOf } from './dns-answers.ts';
import { parseTagList } from './tag-list.ts';

export type TlsRptResult = {
  state: 'ok' | 'missing' | 'invalid' | 'couldNotCheck';
  record: string | null;
  rua: string[];
  problems: string[];
};

/** Reports on TLS (RFC 8460, 3): one record with an address for them. */
export async function checkTlsRpt(dns: DnsResolver, domain: string): Promise<TlsRptResult> {
  const answer = await dns.resolve(`_smtp._tls.${domain}`, 'TXT');
  if (isUnknown(answer.status)) return { state: 'couldNotCheck', record: null, rua: [], problems: [] };
  const records = textsOf(answer).filter((text) => /^v=TLSRPTv1[ \t]*(?:;|$)/.test(text));
  const [record] = records;
  if (record === undefined) return { state: 'missing', record: null, rua: [], problems: [] };
  const problems: string[] = [];
  if (records.length > 1) problems.push('there is more than one record, so that senders ignore all of them');
  const rua = (parseTagList(record).tags.get('rua') ?? '')
    .split(',')
    .map((uri) => uri.trim())
    .filter((uri) => uri !== '');
  if (rua.length === 0) problems.push('rua= is missing');
  const wrong = rua.filter((uri) => !/^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/[^\s]+)$/i.test(uri));
  problems.push(...firstFew(wrong.map((uri) => `${quoted(uri)} is not a mailto: or https: address`)));
  return { state: problems.length > 0 ? 'invalid' : 'ok', record, rua, problems };
}

import { type DnsResolver, isUnknown } from '../ports/dns.ts';
import type { DmarcResult } from './dmarc/check-dmarc.ts';
import { textsOf } from './dns-answers.ts';
import { parseTagList } from './tag-list.ts';

export type BimiResult = {
  /** declined: a record that says that there is no logo. */
  state: 'ok' | 'missing' | 'invalid' | 'declined' | 'couldNotCheck';
  record: string | null;
  logo: string | null;
  certificate: string | null;
  problems: string[];
};

/** The logo's record (draft-brand-indicators-for-message-identification, 4). Logo and certificate are not fetched. */
export async function checkBimi(dns: DnsResolver, domain: string, dmarc: DmarcResult): Promise<BimiResult> {
  const base = { record: null, logo: null, certificate: null, problems: [] };
  const answer = await dns.resolve(`default._bimi.${domain}`, 'TXT');
  if (isUnknown(answer.status)) return { ...base, state: 'couldNotCheck' };
  const records = textsOf(answer).filter((text) => /^v=BIMI1[ \t]*(?:;|$)/i.test(text));
  const [record] = records;
  if (record === undefined) return { ...base, state: 'missing' };
  const { tags, broken } = parseTagList(record);
  const logo = tags.get('l')?.trim() ?? '';
  const certificate = tags.get('a')?.trim() ?? '';
  const found = { record, logo: logo === '' ? null : logo, certificate: certificate === '' ? null : certificate };
  const problems = [...broken];
  if (records.length > 1) problems.push('there is more than one record, so that senders ignore all of them');
  if (!tags.has('l')) problems.push('l= is missing');
  if (logo !== '' && !isSvgAddress(logo)) problems.push('l= is not the https: address of an .svg file');
  if (certificate !== '' && !/^https:\/\/\S+$/i.test(certificate)) problems.push('a= is not an https: address');
  if (problems.length > 0) return { ...found, state: 'invalid', problems };
  if (logo === '') return { ...found, state: 'declined', problems };
  if (dmarc.found === null) return { ...found, state: 'couldNotCheck', problems };
  problems.push(...dmarcProblems(dmarc));
  return { ...found, state: problems.length > 0 ? 'invalid' : 'ok', problems };
}

function isSvgAddress(text: string): boolean {
  if (!/^https:\/\/\S+$/i.test(text)) return false;
  const address = text.slice('https://'.length).toLowerCase();
  return address.lastIndexOf('.svg') === Math.max(1, address.length - 4) || address.indexOf('.svg?', 1) > 0;
}

/** Mail programs show the logo only where forged mail of the domain and its subdomains is stopped. */
function dmarcProblems({ p, sp, applied, policy }: DmarcResult): string[] {
  const isEnforced = p !== null && p !== 'none' && sp !== 'none' && applied === policy;
  return isEnforced ? [] : ['no logo is shown, because DMARC is not at quarantine or reject'];
}

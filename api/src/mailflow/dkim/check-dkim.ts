import { type DnsResolver, isUnknown } from '../../ports/dns.ts';
import { quoted } from '../bounded-text.ts';
import { textsOf, valuesOf } from '../dns-answers.ts';
import { isWithin } from '../domain-name.ts';
import { type MailProvider, microsoft365 } from '../mail-providers.ts';
import type { MxResult } from '../mx.ts';
import { type DkimKey, isDkimRecord, parseDkimKey } from './dkim-key.ts';

type DkimFormat = 'legacy_onmicrosoft' | 'dkim_mail_microsoft' | 'other_cname' | 'txt';

export type DkimSelector = {
  selector: string;
  /** Id of the service that uses this selector. */
  provider: string;
  state: 'ok' | 'missing' | 'cname_without_key' | 'revoked' | 'invalid' | 'multiple' | 'wildcard' | 'couldNotCheck';
  /** What the selector's name is an alias of. */
  cname: string | null;
  format: DkimFormat | null;
  record: string | null;
} & Omit<DkimKey, 'state'>;

export type DkimResult = {
  /**
   * ok: a usable key is there; missing: none under the selectors that the mailbox service prescribes; unknownSelectors:
   * none was found, but it may stand under a selector that nobody can guess.
   */
  state: 'ok' | 'missing' | 'broken' | 'unknownSelectors' | 'couldNotCheck';
  selectors: DkimSelector[];
  /** Any name under _domainkey has an answer, so that a key found there proves nothing. */
  wildcard: boolean;
  /** Size of the smallest usable RSA key. */
  keyBits: number | null;
  /** Microsoft's CNAME targets for this domain, where a key was seen below them: what is to be published. */
  targets: { selector: string; target: string }[];
};

/** Nobody's selector: if it has a key, every selector seems to have one. */
const impossibleSelector = 'tenantry-absent-selector-probe';
const noKey: Omit<DkimKey, 'state'> = { keyType: '', keyBits: null, testing: false, hashes: [], problems: [] };

/**
 * Looks for the DKIM keys of the services that send for the domain (RFC 6376, 3.6). Microsoft's selectors are asked for
 * in any case. `mailbox` is the service whose keys have to be there.
 */
export async function checkDkim(
  dns: DnsResolver,
  domain: string,
  services: readonly MailProvider[],
  mailbox: MailProvider | null,
  known: KnownNames = {},
): Promise<DkimResult> {
  const probed = await dns.resolve(`${impossibleSelector}._domainkey.${domain}`, 'TXT');
  const probe = isUnknown(probed.status) ? null : textsOf(probed);
  const selectors: DkimSelector[] = [];
  const asked = new Set<string>();
  for (const service of [...services, microsoft365]) {
    for (const selector of service.selectors) {
      if (asked.has(selector)) continue;
      asked.add(selector);
      const found = await askSelector(dns, { domain, selector, provider: service.id, probe, mx: known.mx });
      const isNoteworthy = found.cname !== null || found.record !== null || found.state === 'couldNotCheck';
      if (services.includes(service) || isNoteworthy) selectors.push(found);
    }
  }
  const sizes = selectors
    .filter(({ state, keyType }) => state === 'ok' && keyType === 'rsa')
    .map((s) => s.keyBits ?? 0);
  const state = stateOf(selectors, mailbox);
  return {
    state,
    selectors,
    wildcard: probe?.some(isDkimRecord) === true,
    keyBits: sizes.length > 0 ? Math.min(...sizes) : null,
    targets: state !== 'ok' && mailbox?.id === microsoft365.id ? await legacyTargets(dns, domain, known) : [],
  };
}

/** The key that a wildcard gives every selector; null where there is none, or that is not known. */
export async function wildcardKey(dns: DnsResolver, domain: string): Promise<DkimKey | null> {
  const [record] = textsOf(await dns.resolve(`${impossibleSelector}._domainkey.${domain}`, 'TXT')).filter(isDkimRecord);
  return record === undefined ? null : parseDkimKey(record);
}

function stateOf(selectors: readonly DkimSelector[], mailbox: MailProvider | null): DkimResult['state'] {
  const own = selectors.filter(({ provider }) => provider === mailbox?.id);
  const relevant = new Set((own.length > 0 ? own : selectors).map(({ state }) => state));
  if (relevant.has('ok')) return 'ok';
  if (relevant.has('couldNotCheck')) return 'couldNotCheck';
  const isBroken = (['invalid', 'revoked', 'multiple', 'cname_without_key'] as const).some((state) =>
    relevant.has(state),
  );
  if (isBroken) return 'broken';
  return mailbox?.id === microsoft365.id ? 'missing' : 'unknownSelectors';
}

/** What Microsoft's targets are made of. */
export type KnownNames = { initialDomain?: string | null; mx?: Pick<MxResult, 'hosts'> };

/**
 * Until May 2025 a target followed from the tenant's initial domain, where that is not known from the domain's own name, and
 * from the name that its MX host begins with. It is told only where a key was seen there.
 */
async function legacyTargets(
  dns: DnsResolver,
  domain: string,
  { initialDomain, mx }: KnownNames,
): Promise<DkimResult['targets']> {
  const initial = initialDomain ?? `${domain.split('.')[0] ?? ''}.onmicrosoft.com`;
  const targets: DkimResult['targets'] = [];
  for (const selector of microsoft365.selectors) {
    const name = `${selector}-${microsoftLabel(domain, mx)}._domainkey.${initial}`;
    if (textsOf(await dns.resolve(name, 'TXT')).some(isDkimRecord)) targets.push({ selector, target: name });
  }
  return targets;
}

/** How Microsoft writes a domain as one label: as in `contoso-com.mail.protection.outlook.com`, else with dashes for dots. */
function microsoftLabel(domain: string, mx: KnownNames['mx']): string {
  const labels = (mx?.hosts ?? []).flatMap(
    ({ exchange }) => /^([a-z0-9-]+)\.mail\.protection\.[a-z0-9.]+$/.exec(exchange)?.[1] ?? [],
  );
  return labels[0] ?? domain.replaceAll('.', '-');
}

type AskedSelector = {
  domain: string;
  selector: string;
  provider: string;
  /** What a name that nobody uses has; null: it could not be found out. */
  probe: readonly string[] | null;
  mx: KnownNames['mx'];
};

async function askSelector(dns: DnsResolver, asked: AskedSelector): Promise<DkimSelector> {
  const { domain, selector, provider, probe } = asked;
  const name = `${selector}._domainkey.${domain}`;
  const alias = await dns.resolve(name, 'CNAME');
  const cname = valuesOf(alias)[0]?.toLowerCase().replace(/\.$/, '') ?? null;
  const answer = await dns.resolve(name, 'TXT');
  const base = { ...noKey, selector, provider, cname, format: formatOf(cname, domain), record: null };
  const records = textsOf(answer).filter(isDkimRecord);
  const [record] = records;
  // Without an alias, or where none may be, a record is a key of this name alone if no other name has it.
  const isAlone = cname !== null || (probe !== null && !isUnknown(alias.status));
  if (isUnknown(answer.status) || (record === undefined ? isUnknown(alias.status) : !isAlone))
    return { ...base, state: 'couldNotCheck' };
  if (record === undefined) return { ...base, state: cname === null ? 'missing' : 'cname_without_key' };
  const found = { ...base, record, format: base.format ?? ('txt' as const) };
  const problem = cname === null ? null : strayTarget(cname, asked);
  if (problem !== null) return { ...found, state: 'invalid', problems: [problem] };
  if (records.length > 1)
    return {
      ...found,
      state: 'multiple',
      problems: ['there is more than one record, so that receivers may use none'],
    };
  const key = parseDkimKey(record);
  if (cname === null && probe?.includes(record)) return { ...found, ...key, state: 'wildcard' };
  return { ...found, ...key };
}

/**
 * What is wrong with one of Microsoft's targets: in both generations it begins with its own selector and its own domain
 * (`selector1-contoso-com._domainkey.`; Microsoft Learn, "Set up DKIM"). A key of another one signs nothing here.
 */
function strayTarget(cname: string, { domain, selector, mx }: AskedSelector): string | null {
  if (!/\.(?:onmicrosoft\.(?:com|us)|dkim\.mail\.microsoft)$/.test(cname)) return null;
  const [, leadsTo = '', label = ''] = /^(selector[12])-(.+?)\._domainkey\./.exec(cname) ?? [];
  if (leadsTo === '') return null;
  if (leadsTo !== selector) return `its CNAME leads to ${quoted(cname)}, the key of ${leadsTo}`;
  // Of domains that are written alike Microsoft tells them apart by digits at the end.
  const own = [microsoftLabel(domain, mx), domain.replaceAll('.', '-')];
  return own.some((one) => label.startsWith(one) && /^[0-9a-f]*$/.test(label.slice(one.length)))
    ? null
    : `its CNAME leads to ${quoted(cname)}, the key of another domain`;
}

/** The two forms of Microsoft's CNAME targets: until, and since, May 2025. */
function formatOf(cname: string | null, domain: string): DkimFormat | null {
  if (cname === null) return null;
  if (isWithin(cname, 'dkim.mail.microsoft')) return 'dkim_mail_microsoft';
  const dashed = domain.replaceAll('.', '-');
  const isLegacy = cname.includes(`-${dashed}._domainkey.`) && /\.onmicrosoft\.(?:com|us)$/.test(cname);
  return isLegacy || /\.partner\.onmschina\.cn$/.test(cname) ? 'legacy_onmicrosoft' : 'other_cname';
}

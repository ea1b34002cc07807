import { mailProviders, microsoft365 } from '../../../mailflow/mail-providers.ts';
import { isOnMicrosoft } from '../../../mailflow/on-microsoft.ts';
import type { StandIns } from './stand-ins.ts';

/** A host name of two or more labels, anywhere in a text. */
export const hostPattern =
  /(?<![\p{L}\p{N}_-])(?:[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?\.)+(?:xn--[a-z0-9-]+|\p{L}{2,63})(?![\p{L}\p{N}_-])/giu;

const providerHosts = [microsoft365, ...mailProviders].flatMap(({ mx, spf }) => [...mx, ...spf]);
/** Names of Microsoft and of mail services: they stay, and what a tenant has below them is replaced. */
const constantHosts: readonly string[] = [
  ...providerHosts,
  'onmicrosoft.com',
  'onmicrosoft.us',
  'onmicrosoft.de',
  'partner.onmschina.cn',
  'sharepoint.com',
  'dkim.mail.microsoft',
  'dmarc.cyber.dhs.gov',
].toSorted((a, b) => b.length - a.length);
/** Whose every name is Microsoft's own. */
const constantTrees: readonly string[] = [
  'microsoft.com',
  'microsoftonline.com',
  'office.com',
  'outlook.com',
  'windows.net',
];

/** Labels that are the same everywhere: names of records, hosts that everybody has. */
const constantLabels = new Set(
  `_dmarc _domainkey _mta-sts _smtp _tls _bimi _report _spf _spf1 _spf2 _spf3 spf spf1 spf2 default www mail mx mx1 mx2 smtp autodiscover
  lyncdiscover sip enterpriseregistration enterpriseenrollment mta-sts selector1 selector2 aspmx alt1 alt2 alt3 alt4 eu us emea
  n-v1 w-v1 k1 k2 s1 s2 _tcp _sip _sipfederationtls`.split(/\s+/),
);

/** Second levels below which people register, such as co.uk. */
const secondLevels = new Set(['co', 'com', 'org', 'net', 'ac', 'gov', 'edu', 'or', 'ne', 'go']);

/** A name of the Internet in one spelling; IDN as punycode. */
function normal(host: string): string {
  const lower = host.toLowerCase();
  if (/^[a-z0-9._-]*$/.test(lower)) return lower;
  return URL.canParse(`http://${lower}`) ? new URL(`http://${lower}`).hostname : lower;
}

/** What somebody registered: the last two labels, or three below co.uk and the like. */
function rootOf(labels: readonly string[]): number {
  const isDeep = labels.length > 2 && (labels.at(-1) ?? '').length === 2 && secondLevels.has(labels.at(-2) ?? '');
  return labels.length - (isDeep ? 3 : 2);
}

export interface HostNames {
  /** A domain of the tenant: it is called a domain, all others a partner. */
  own(domain: string): void;
  /** A host name with every label replaced that says whose it is. */
  host(name: string): string;
}

export function createHostNames(standIns: StandIns): HostNames {
  const ownRoots = new Set<string>();
  /** `contoso-com` by what stands for contoso.com: Microsoft's MX and DKIM names have it. */
  const hyphenated = new Map<string, string>();
  const tenantLabel = (label: string): string => `tenant-${standIns.number('tenant', label)}`;
  const rootName = (root: string): string => {
    standIns.originals.domains.add(root);
    // Whether an authority of the United States is meant makes a difference to a verdict.
    const end = /\.(?:gov|mil)$/.exec(root)?.[0] ?? '.example';
    return `${ownRoots.has(root) ? 'domain' : 'partner'}-${standIns.number('domain', root)}${end}`;
  };
  const labelName = (label: string): string => {
    if (constantLabels.has(label)) return label;
    const known = hyphenated.get(label);
    if (known !== undefined) return known;
    const [, selector, rest] = /^(selector[12])-(.+)$/.exec(label) ?? [];
    if (selector !== undefined && rest !== undefined) return `${selector}-${labelName(rest)}`;
    return `host-${standIns.number('host', label)}`;
  };
  const host = (original: string): string => {
    const name = normal(original);
    if (constantTrees.some((tree) => name === tree || name.endsWith(`.${tree}`)) && !isBelowConstant(name))
      return original;
    const constant = constantHosts.find((one) => name === one || name.endsWith(`.${one}`));
    if (constant !== undefined) {
      if (name === constant) return original;
      const labels = name.slice(0, -constant.length - 1).split('.');
      const isTenants = isOnMicrosoft(constant) || constant === 'sharepoint.com';
      // Of contoso.mail.onmicrosoft.com the tenant's own is the last that not everybody has.
      const tenantsOwn = isTenants ? labels.findLastIndex((label) => !constantLabels.has(label)) : -1;
      const changed = labels.map((label, index) => (index === tenantsOwn ? tenantLabel(label) : labelName(label)));
      if (changed.join('.') !== labels.join('.')) standIns.originals.domains.add(name);
      return [...changed, constant].join('.');
    }
    const labels = name.split('.');
    const first = labels.findIndex((label) => !label.startsWith('_'));
    // Above what people register: as stand-ins are registered below .example.
    if (first === labels.length - 1) return [...labels.slice(0, -1).map(labelName), 'example'].join('.');
    const at = rootOf(labels);
    if (at > 0 && first > at) return [...labels.slice(0, first).map(labelName), 'example'].join('.');
    const root = labels.slice(at).join('.');
    return [...labels.slice(0, at).map(labelName), rootName(root)].join('.');
  };
  return {
    host,
    own(domain) {
      const name = normal(domain);
      if (!name.includes('.')) return;
      standIns.originals.domains.add(name);
      if (domain.toLowerCase() !== name) standIns.originals.domains.add(domain.toLowerCase());
      const labels = name.split('.');
      if (!constantHosts.some((one) => name.endsWith(`.${one}`))) ownRoots.add(labels.slice(rootOf(labels)).join('.'));
      const standIn = host(name);
      const isInitial = isOnMicrosoft(name);
      const named = isInitial ? (labels[0] ?? '') : labels.join('-');
      if (!constantLabels.has(named))
        hyphenated.set(named, isInitial ? (standIn.split('.')[0] ?? '') : standIn.split('.').join('-'));
      if (!isInitial) standIns.originals.domains.add(labels.join('-'));
    },
  };
}

const isBelowConstant = (name: string): boolean => constantHosts.some((one) => name.endsWith(`.${one}`));

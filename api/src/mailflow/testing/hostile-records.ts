/** Names, addresses and texts in a domain that is made to cost whoever reads it as much as it can. */
export type HostileDomain = { name: string; zone: Record<string, unknown>; policy?: string };

export const hostileName = 'hostile.example';

/** About as many octets as a DNS message carries beside its header and the question. */
const most = 65_000;

/** A text filled with a part, or with numbered ones, as far as an answer goes. */
export const filled = (start: string, part: string | ((at: number) => string), end = ''): string => {
  const parts: string[] = [start];
  let length = start.length + end.length;
  for (let at = 0; ; at++) {
    const next = typeof part === 'string' ? part : part(at);
    if (length + next.length > most) return [...parts, end].join('');
    parts.push(next);
    length += next.length;
  }
};

const many = <T>(count: number, one: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => one(at));
const spaces = ' '.repeat(60_000);
const txt = (...texts: string[]) => ({ TXT: texts.map((text) => [text]) });
const at = (prefix: string, ...texts: string[]) => ({ [`${prefix}${hostileName}`]: txt(...texts) });

const dmarc: Record<string, readonly string[]> = {
  'one address 4,000 times, each with a size': [`v=DMARC1;p=none;rua=${many(4000, () => 'mailto:a@b.cc!1').join(',')}`],
  'addresses of many domains': [filled('v=DMARC1;p=none;rua=', (n) => `mailto:a@d${n}.cc,`)],
  'failure reports to what is no address': [filled('v=DMARC1;p=none;ruf=', (n) => `x${n},`)],
  'unknown tags': [filled('v=DMARC1;p=none;', (n) => `x${words(n)}=1;`)],
  'unknown tags, each twice': [filled('v=DMARC1;p=none;', (n) => `x${words(n >> 1)}=1;`)],
  'parts that are no tags': [filled('v=DMARC1;p=none;', (n) => `${n};`)],
  'spaces before the version': [`v=${spaces}x y`],
  'spaces within a tag': [`v=DMARC1;p=none;x=a${spaces}b`],
  'spaces within failure options': [`v=DMARC1;p=none;fo=0${spaces}x${spaces.slice(0, 4000)}`],
  'a long policy': [filled('v=DMARC1;p=', 'x')],
  'a version that is long': [filled('v=', 'D')],
  'texts without a meaning': many(480, (n) => `${n}`.padEnd(100, 'x')),
  records: many(480, () => 'v=DMARC1;p=reject'),
  'control characters': [filled('v=DMARC1;p=none;', '\u0000\u0007;')],
  'characters beyond ASCII': [filled('v=DMARC1;p=', 'ÿ')],
};

const spf: Record<string, readonly string[]> = {
  'terms that ask': [filled('v=spf1 ', 'a ')],
  'terms that ask before an end': [filled('v=spf1 ', 'mx ', '-all')],
  'includes of many names': [filled('v=spf1 ', (n) => `include:i${n}.example `)],
  'includes of itself': [filled('v=spf1 ', `include:${hostileName} `)],
  'terms that are none': [filled('v=spf1 ', (n) => `${n} `)],
  'unknown modifiers': [filled('v=spf1 ', (n) => `x${n}=1 `)],
  ends: [filled('v=spf1 ', 'all ')],
  'slow terms': [filled('v=spf1 ', 'ptr ')],
  networks: [filled('v=spf1 ', 'ip4:1.2.3.4 ', '-all')],
  'groups of an address': [filled('v=spf1 ip6:', '1:')],
  slashes: [filled('v=spf1 a:', '/1')],
  'a name of macros': [filled('v=spf1 exists:', '%{d}')],
  'names of macros': [filled('v=spf1 ', 'exists:%{D250r+}%{o}.a ')],
  'a name of dots': [filled('v=spf1 exists:%{d}', '.')],
  'a long name': [filled('v=spf1 include:a.', 'x')],
  redirects: [filled('v=spf1 ', (n) => `redirect=r${n}.example `)],
  records: many(480, (n) => filled('v=spf1 ', 'a ').slice(0, 100 + (n % 3))),
  'control characters': [filled('v=spf1 ', '\u0000 ')],
};

const dkim: Record<string, readonly string[]> = {
  'parts that are no tags': [filled('v=DKIM1;', 'x;')],
  hashes: [filled('v=DKIM1;h=', 'a:')],
  'a key type': [filled('v=DKIM1;p=AA;k=', 'x')],
  padding: [filled('v=DKIM1;p=AA', '=', 'x')],
  'a long key': [filled('v=DKIM1;p=', 'MIIB')],
  spaces: [`v=DKIM1;p=A${spaces}A`],
  records: many(480, () => filled('v=DKIM1;p=', 'A').slice(0, 100)),
};

const bimi: Record<string, readonly string[]> = {
  'names of pictures': [filled('v=BIMI1;l=https://a', '.svg?', ' x')],
  'parts that are no tags': [filled('v=BIMI1;', (n) => `${n};`)],
  'an address of spaces': [`v=BIMI1;l=https://a${spaces}.svg`],
};

const policies: Record<string, string> = {
  'spaces before a line feed of another system': `mx:${spaces}\r\u2028`,
  'spaces within a value': `version: a${spaces}b`,
  hosts: filled('version: STSv1\nmode: enforce\nmax_age: 1\n', 'mx: a.b\n'),
  'hosts of one letter each': filled('version: STSv1\nmode: enforce\nmax_age: 1\n', (n) => `mx: ${n}\n`),
  'hosts that are none': filled('version: STSv1\nmode: enforce\nmax_age: 1\n', 'mx: -\n'),
  'lines that are none': filled('', '{\n'),
  'halves of characters': filled('version: STSv1\nmode: enforce\nmax_age: 1\n', '\ud800\n'),
};

/** Letters alone: names of tags have no digits. */
function words(number: number): string {
  return number.toString(26).replace(/[0-9]/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)));
}

const tlsRpt: Record<string, readonly string[]> = {
  'what is no address': [filled('v=TLSRPTv1;rua=', 'x,')],
  addresses: [filled('v=TLSRPTv1;rua=', (n) => `mailto:a@d${n}.cc,`)],
};

const mx = (count: number, exchange: (at: number) => string) => ({
  [hostileName]: { MX: many(count, (n) => ({ priority: n % 3, exchange: exchange(n) })), AD: true },
});
const tlsa = (count: number) => many(count, () => ({ certUsage: 9, selector: 1, match: 1, data: 'ab'.repeat(40) }));

const hosts: Record<string, Record<string, unknown>> = {
  hosts: mx(500, (n) => `m${n}.${'x'.repeat(60)}.example`),
  'addresses in place of hosts': mx(500, (n) => `192.0.2.${n}`),
  'hosts with many TLSA records': {
    ...mx(20, (n) => `m${n}.example`),
    ...Object.fromEntries(many(20, (n) => [`_25._tcp.m${n}.example`, { TLSA: tlsa(480) }])),
  },
};

/** Records that lead to records as long as themselves. */
const chain = Object.fromEntries(
  many(60, (n) => [n === 0 ? hostileName : `c${n}.example`, txt(filled(`v=spf1 include:c${n + 1}.example `, 'a '))]),
);
const wide = {
  ...at('', `v=spf1 ${many(49, (n) => `include:c${n}.example`).join(' ')} -all`),
  ...Object.fromEntries(many(49, (n) => [`c${n}.example`, txt(filled('v=spf1 ', 'x=\u0022 '))])),
};

const named = (area: string, prefix: string, cases: Record<string, readonly string[]>): HostileDomain[] =>
  Object.entries(cases).map(([name, texts]) => ({ name: `${area}: ${name}`, zone: at(prefix, ...texts) }));

const apart: readonly HostileDomain[] = [
  ...named('DMARC', '_dmarc.', dmarc),
  ...named('SPF', '', spf),
  ...named('DKIM', 'selector1._domainkey.', dkim),
  ...named('DKIM under any name', '*._domainkey.', dkim),
  ...named('BIMI', 'default._bimi.', bimi),
  ...named('TLS-RPT', '_smtp._tls.', tlsRpt),
  ...named('MTA-STS', '_mta-sts.', { 'parts that are no tags': [filled('v=STSv1;', 'x;')] }),
  ...Object.entries(hosts).map(([name, zone]) => ({ name: `MX: ${name}`, zone })),
  ...Object.entries(policies).map(([name, policy]) => ({
    name: `MTA-STS policy: ${name}`,
    zone: { ...at('_mta-sts.', 'v=STSv1; id=1'), ...mx(20, (n) => `m${n}.example`) },
    policy,
  })),
  { name: 'SPF: a chain of long records', zone: chain },
  { name: 'SPF: many long records', zone: wide },
];

/** Names of many services, so that all of their selectors are asked for. */
const services = [
  'protection.outlook.com _spf.google.com zoho.com _spf.protonmail.ch spf.messagingengine.com icloud.com',
  '_spf.perfora.net spf.brevo.com spf.constantcontact.com servers.mcsv.net mailgun.org spf.mandrillapp.com',
  'sendgrid.net mail.zendesk.com _spf.mx.cloudflare.net spf.mailjet.com _spf.yandex.net',
].flatMap((names) => names.split(' '));

const everywhere: HostileDomain = {
  name: 'everything at once',
  zone: {
    ...wide,
    ...at(
      '_dmarc.',
      filled(`v=DMARC1;p=none;rua=${'mailto:a@b.cc!1,'.repeat(2000)};`, (n) => `x${words(n)}=1;`),
    ),
    ...at('*._domainkey.', filled('v=DKIM1;t=y;p=AA;', 'x;')),
    ...at('tenantry-absent-selector-probe._domainkey.', 'x'),
    ...at(
      'default._bimi.',
      filled('v=BIMI1;', (n) => `${n};`),
    ),
    ...at('_smtp._tls.', filled('v=TLSRPTv1;rua=', 'x,')),
    ...at('_mta-sts.', 'v=STSv1; id=1'),
    [hostileName]: {
      ...txt(`v=spf1 ${services.map((name) => `include:spf.${name}`).join(' ')} ?all`),
      ...mx(20, (n) => `${'x'.repeat(50)}.${'y'.repeat(60)}.m${n}.example`)[hostileName],
    },
    ...Object.fromEntries(
      many(20, (n) => [`_25._tcp.${'x'.repeat(50)}.${'y'.repeat(60)}.m${n}.example`, { TLSA: tlsa(480) }]),
    ),
  },
  policy: filled('', '\u202e{"\n'),
};

/** The worst that is known for each reader of records, each as long as an answer of the DNS can be. */
export const hostileDomains: readonly HostileDomain[] = [...apart, everywhere];

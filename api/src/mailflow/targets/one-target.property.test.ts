import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDomain } from '../check-domain.ts';
import type { MailFlowResult } from '../mail-flow-result.ts';
import { askedDns } from '../testing/asked-dns.ts';
import { dkimRecord } from '../testing/contoso.ts';

const outlook = 'a-example.mail.protection.outlook.com';
const initialDomain = 'tenant.onmicrosoft.com';
const now = new Date('2026-11-20T10:20:30.456Z');

const spfTerms = fc.array(
  fc.constantFrom(
    ...['include:spf.protection.outlook.com', 'include:gone.example', 'include:loop.example', 'include:open.example'],
    ...['a', 'mx', 'ptr', 'ip4:192.0.2.1', 'ip4:192.0.2', 'a:gone.example', 'redirect=b.example', 'foo=bar', 'moo'],
  ),
  { maxLength: 4 },
);
const spf = fc
  .tuple(spfTerms, fc.constantFrom('-all', '~all', '?all', '+all', ''), spfTerms)
  .map(([terms, all, after]) =>
    ['v=spf1', ...terms, all, ...after.slice(0, 1)].filter((term) => term !== '').join(' '),
  );
const policy = fc.constantFrom('none', 'quarantine', 'reject', 'bogus');
const tag = (name: string) => policy.map((value) => `${name}=${value}`);
const dmarc = fc
  .tuple(
    fc.subarray([
      't=y',
      'pct=50',
      'adkim=s',
      'fo=9',
      'rua=mailto:kept@a.example',
      'rua=me',
      'rua=mailto:kept@a.example!10m,https://gone.example',
      'ruf=mailto:kept@out.example',
    ]),
    fc.option(tag('p'), { nil: '' }),
    fc.option(tag('sp'), { nil: '' }),
    fc.option(tag('np'), { nil: '' }),
  )
  .map(([tags, ...policies]) => ['v=DMARC1', ...policies, ...tags].filter((part) => part !== '').join('; '));
const dkim = fc.constantFrom(
  null,
  { TXT: [['v=DKIM1; p=']] },
  { CNAME: ['selector1-a-example._domainkey.tenant.onmicrosoft.com'] },
  { CNAME: ['selector1-a-example._domainkey.tenant.n-v1.dkim.mail.microsoft'] },
);
const mx = fc.subarray([outlook, 'mx.google.example', 'aspmx.l.google.com', '.', 'eu1.mimecast.com', '192.0.2.9']);
const records = fc.record({
  domain: fc.constantFrom('a.example', 'mail.a.example', 'tenant.onmicrosoft.com'),
  spf: fc.array(spf, { maxLength: 2 }),
  dmarc: fc.array(dmarc, { maxLength: 2 }),
  parent: fc.array(dmarc, { maxLength: 1 }),
  dkim: fc.tuple(dkim, dkim),
  areKeysThere: fc.boolean(),
  mx,
  hasAddress: fc.boolean(),
  sts: fc.constantFrom(null, 'none', 'testing', 'enforce'),
  stsAge: fc.constantFrom(60, 604_800),
  tlsRpt: fc.array(fc.constantFrom('v=TLSRPTv1; rua=mailto:kept@a.example', 'v=TLSRPTv1; rua=me'), { maxLength: 2 }),
  sends: fc.constantFrom(null, 'none' as const, 'microsoft365' as const, 'other' as const),
  known: fc.boolean(),
});
type Records = typeof records extends fc.Arbitrary<infer T> ? T : never;

const texts = (values: readonly string[]) => (values.length === 0 ? {} : { TXT: values.map((value) => [value]) });

function zoneOf(drawn: Records): Record<string, unknown> {
  const { domain } = drawn;
  const zone: Record<string, unknown> = {
    [domain]: {
      ...texts(drawn.spf),
      ...(drawn.mx.length === 0 ? {} : { MX: drawn.mx.map((exchange, priority) => ({ priority, exchange })) }),
      ...(drawn.hasAddress ? { A: ['192.0.2.1'] } : {}),
    },
    [`_dmarc.${domain}`]: texts(drawn.dmarc),
    [`_smtp._tls.${domain}`]: texts(drawn.tlsRpt),
    'spf.protection.outlook.com': texts(['v=spf1 ip4:192.0.2.0/24 -all']),
    'loop.example': texts([`v=spf1 include:${domain} -all`]),
    'open.example': texts(['v=spf1 +all']),
    'b.example': texts(['v=spf1 ~all']),
    [outlook]: { A: ['192.0.2.2'] },
  };
  if (domain === 'mail.a.example') zone['_dmarc.a.example'] = texts(drawn.parent);
  if (drawn.sts !== null) zone[`_mta-sts.${domain}`] = texts(['v=STSv1; id=1']);
  for (const [at, alias] of drawn.dkim.entries()) {
    if (alias !== null) zone[`selector${at + 1}._domainkey.${domain}`] = alias;
    const label = domain.replaceAll('.', '-');
    if (drawn.areKeysThere) zone[`selector${at + 1}-${label}._domainkey.${initialDomain}`] = dkimRecord(2048);
  }
  return zone;
}

function check(drawn: Records, zone: Record<string, unknown>, domain: string): Promise<MailFlowResult> {
  const text = `version: STSv1\nmode: ${drawn.sts}\nmx: ${outlook}\nmax_age: ${drawn.stsAge}\n`;
  return checkDomain(domain, {
    dns: askedDns(zone),
    fetchPolicy: () => Promise.resolve({ status: 'ok', text, contentType: 'text/plain' }),
    now,
    sends: drawn.sends,
    initialDomain: drawn.known ? initialDomain : null,
  });
}

/** Every value that is proposed for a name, wherever it stands. */
function proposed(results: readonly MailFlowResult[]): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>();
  const add = ({ name, type, value }: { name: string; type: string; value: string | null }) => {
    if (value !== null) values.set(`${type} ${name}`, (values.get(`${type} ${name}`) ?? new Set()).add(value));
  };
  for (const { targets, issues } of results) {
    for (const target of targets) add(target);
    for (const record of issues.flatMap(({ publish }) => publish)) add(record);
  }
  return values;
}

test('whatever the DNS holds, there is one target for a name, the steps end with it, and nothing in it is made up', async () => {
  await fc.assert(
    fc.asyncProperty(records, async (drawn) => {
      const zone = zoneOf(drawn);
      const result = await check(drawn, zone, drawn.domain);
      const results = [result];
      // The parent is another domain of the same tenant, whose record at the same name is told too.
      if (drawn.domain === 'mail.a.example') results.push(await check(drawn, zone, 'a.example'));
      for (const [name, values] of proposed(results)) expect([name, [...values]]).toEqual([name, [expect.any(String)]]);
      const names = result.targets.map(({ type, name }) => `${type} ${name}`);
      expect(new Set(names).size).toBe(names.length);
      for (const { value, note, stages } of result.targets) {
        expect(value !== null || note !== null).toBe(true);
        expect(stages.at(-1)?.value ?? value).toBe(value);
        expect(new Set(stages.map((stage) => stage.value)).size).toBe(stages.length);
        const mailboxes = [value, ...stages.map((stage) => stage.value)].flatMap(
          (text) => text?.match(/[^:,\s]+@[^,;\s]+/g) ?? [],
        );
        expect(`${value}`).not.toMatch(/ru[af]=[^;]*https:/);
        expect(mailboxes.filter((mailbox) => !mailbox.startsWith('kept@'))).toEqual([]);
        expect(`${value} ${note}`).not.toMatch(/<[^>]*>/);
      }
      if (result.sending.isOpen)
        expect(result.targets.filter(({ area, value }) => ['spf', 'mx'].includes(area) && value !== null)).toEqual([]);
      if (drawn.domain === initialDomain)
        expect(names.filter((name) => name !== `TXT _dmarc.${initialDomain}`)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

/** The zone after everything was published whose value is known. */
function published(zone: Record<string, unknown>, { targets }: MailFlowResult): Record<string, unknown> {
  const after = { ...zone };
  for (const { name, type, value } of targets) {
    if (value === null || !['TXT', 'MX'].includes(type)) continue;
    const set = value.split('\n').map((line) => {
      const [priority = '', exchange = ''] = line.split(' ');
      return type === 'MX' ? { priority: Number(priority), exchange } : [line];
    });
    after[name] = { ...(after[name] as object), [type]: set };
  }
  return after;
}

test('publishing the targets leads to a domain without SPF, DMARC and MX targets', async () => {
  await fc.assert(
    fc.asyncProperty(records, async (drawn) => {
      let zone = zoneOf(drawn);
      // What a record that cannot be read leads to is seen once it can be read.
      for (let round = 0; round < 3; round++) zone = published(zone, await check(drawn, zone, drawn.domain));
      const { targets } = await check(drawn, zone, drawn.domain);
      const left = targets.filter(({ area, value }) => ['spf', 'dmarc', 'mx'].includes(area) && value !== null);
      expect(left.map(({ name, value }) => `${name} ${value}`)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

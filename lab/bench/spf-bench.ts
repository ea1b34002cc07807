import { checkSpf } from '../../api/src/mailflow/spf/check-spf.ts';
import { mailauthResolver, mailauthSpf } from '../../api/src/mailflow/testing/mailauth-spf.ts';
import { readZone, zoneResolver } from '../../api/src/mailflow/zone-resolver.ts';
import type { Size } from './bench-arguments.ts';
import { figure, median, type Section } from './table.ts';

const sizes = { usual: { rounds: 7, roundMs: 300 }, smallest: { rounds: 1, roundMs: 20 } } as const;
const domain = 'a.example';

const host = { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] };
const record = (text: string) => ({ TXT: [['unrelated'], [text]], ...host });

/** Zones in the shapes that are met: a list of addresses, Microsoft 365 alone, many senders, and one that is broken. */
const zones: readonly { name: string; zone: Record<string, unknown> }[] = [
  {
    name: 'addresses only',
    zone: { [domain]: record('v=spf1 ip4:192.0.2.0/24 ip4:198.51.100.0/25 ip6:2001:db8::/32 -all') },
  },
  {
    name: 'one provider',
    zone: {
      [domain]: record('v=spf1 include:spf.provider.example -all'),
      'spf.provider.example': record('v=spf1 ip4:192.0.2.0/24 ip4:198.51.100.0/24 ip6:2001:db8::/32 -all'),
    },
  },
  {
    name: 'ten lookups',
    zone: {
      [domain]: record('v=spf1 a mx include:s1.example include:s2.example include:s3.example ip4:192.0.2.9 ~all'),
      's1.example': record('v=spf1 include:s4.example include:s5.example -all'),
      's2.example': record('v=spf1 include:s6.example a:h.example ip4:192.0.2.0/28 -all'),
      's3.example': record('v=spf1 redirect=s7.example'),
      's4.example': record('v=spf1 ip4:192.0.2.16/28 -all'),
      's5.example': record('v=spf1 ip6:2001:db8:1::/48 -all'),
      's6.example': record('v=spf1 ip4:192.0.2.32/28 -all'),
      's7.example': record('v=spf1 ip4:192.0.2.48/28 -all'),
      'h.example': host,
    },
  },
  {
    name: 'a syntax error in an include',
    zone: { [domain]: record('v=spf1 a include:s.example -all'), 's.example': record('v=spf1 ipv4:192.0.2.1 -all') },
  },
];

/** How often `check` ends in a second, one after the other: no resolver here ever waits. */
async function perSecond(check: () => Promise<unknown>, roundMs: number): Promise<number> {
  const startMs = performance.now();
  let times = 0;
  do {
    for (let at = 0; at < 50; at += 1) await check();
    times += 50;
  } while (performance.now() - startMs < roundMs);
  return times / ((performance.now() - startMs) / 1000);
}

type Rates = { ours: number; theirs: number };

type Checks = { ours(): Promise<unknown>; theirs(): Promise<unknown> };

async function ratesOf({ ours, theirs }: Checks, size: Size): Promise<Rates[]> {
  const { rounds, roundMs } = sizes[size];
  const rates: Rates[] = [];
  await perSecond(ours, roundMs);
  await perSecond(theirs, roundMs);
  for (let round = 0; round < rounds; round += 1) {
    const first = round % 2 === 0;
    const one = await perSecond(first ? ours : theirs, roundMs);
    const other = await perSecond(first ? theirs : ours, roundMs);
    rates.push(first ? { ours: one, theirs: other } : { ours: other, theirs: one });
  }
  return rates;
}

/** SPF checks in a second beside `spf()` of mailauth, over the same zones in memory, in one process. */
export async function benchSpf({ size }: { size: Size }): Promise<Section> {
  const rows: string[][] = [];
  const data: { name: string; class: string; lookups: number; rates: Rates[] }[] = [];
  for (const { name, zone } of zones) {
    const dns = zoneResolver(readZone(zone));
    const resolver = mailauthResolver(dns);
    const [result, theirs] = [await checkSpf(dns, domain), await mailauthSpf(resolver, domain)];
    if (theirs.class !== result.class) throw new Error(`${name}: ${result.class}, but mailauth says ${theirs.class}`);
    const rates = await ratesOf(
      { ours: () => checkSpf(dns, domain), theirs: () => mailauthSpf(resolver, domain) },
      size,
    );
    const [own, other] = [median(rates.map((rate) => rate.ours)), median(rates.map((rate) => rate.theirs))];
    const ratio = median(rates.map((rate) => rate.ours / rate.theirs));
    rows.push([name, result.class, String(result.lookups), figure(own), figure(other), `${figure(ratio, 2)} ×`]);
    data.push({ name, class: result.class, lookups: result.lookups, rates });
  }
  return {
    title: 'SPF: one domain checked, beside mailauth',
    tables: [{ columns: ['zone', 'class', 'lookups', 'per second', 'mailauth per second', 'ratio of rates'], rows }],
    notes: [
      `The same zones in memory, the same class of result. Medians of ${sizes[size].rounds}, taking turns; the ratio is the median of theirs.`,
      'Not the same work: mailauth answers for one sender, in its strict mode; we read the whole tree for all senders and explain it.',
    ],
    data,
  };
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mailauthResolver, mailauthSpf, type OracleSpf } from '../testing/mailauth-spf.ts';
import { readZone, zoneResolver } from '../zone-resolver.ts';
import { checkSpf } from './check-spf.ts';

type Zone = Record<string, Record<string, unknown>>;

async function both(zone: Zone): Promise<{ ours: OracleSpf; theirs: OracleSpf }> {
  const dns = zoneResolver(readZone(zone));
  const { class: ourClass, lookups, voids } = await checkSpf(dns, 'a.example');
  return {
    ours: { class: ourClass, lookups, voids },
    theirs: await mailauthSpf(mailauthResolver(dns), 'a.example'),
  };
}

/** mailauth stops at the first error, we go on to show the whole cost: counts compare where there is no error. */
const comparable = ({ class: found, lookups, voids }: OracleSpf) =>
  found === 'valid' ? { class: found, lookups, voids } : { class: found };

const hosts = { A: ['192.0.2.1'], AAAA: ['2001:db8::1'] };
const spf = (text: string, more: Record<string, unknown> = hosts) => ({ TXT: [[text]], ...more });
/** Records that include one another in a row: a.example, n1.example, and so on. */
const chain = (length: number): Zone =>
  Object.fromEntries(
    Array.from({ length: length + 1 }, (_, at) => [
      at === 0 ? 'a.example' : `n${at}.example`,
      spf(at === length ? 'v=spf1 -all' : `v=spf1 include:n${at + 1}.example -all`),
    ]),
  );
const exchanges = (count: number) => ({
  ...hosts,
  MX: Array.from({ length: count }, (_, priority) => ({ priority, exchange: 'host.example' })),
});

describe('SPF as mailauth sees it, over the same zone', () => {
  test.each<[string, Zone, OracleSpf['class']]>([
    ['no record', { 'a.example': hosts }, 'none'],
    ['no such name', {}, 'none'],
    ['another record', { 'a.example': spf('v=spf10 -all') }, 'none'],
    ['a bare record', { 'a.example': spf('v=spf1') }, 'valid'],
    ['capital letters', { 'a.example': spf('V=SPF1 A -ALL') }, 'valid'],
    ['two records', { 'a.example': { TXT: [['v=spf1 -all'], ['v=spf1 ~all']] } }, 'permerror'],
    ['a record of two strings', { 'a.example': { TXT: [['v=spf1 ip4:192.', '0.2.0/24 -all']] } }, 'valid'],
    ['an unknown term', { 'a.example': spf('v=spf1 moo -all') }, 'permerror'],
    ['an unknown term behind all', { 'a.example': spf('v=spf1 -all moo') }, 'permerror'],
    ['an unknown modifier', { 'a.example': spf('v=spf1 foo=bar -all') }, 'valid'],
    ['two redirects', { 'a.example': spf('v=spf1 redirect=b.example redirect=b.example') }, 'permerror'],
    ['two explanations', { 'a.example': spf('v=spf1 exp=b.example exp=b.example -all') }, 'permerror'],
    ['a prefix that is too long', { 'a.example': spf('v=spf1 ip4:192.0.2.0/33 -all') }, 'permerror'],
    ['a prefix with a leading zero', { 'a.example': spf('v=spf1 a/08 -all') }, 'permerror'],
    ['two prefixes', { 'a.example': spf('v=spf1 a/24//64 -all') }, 'valid'],
    ['an include without a name', { 'a.example': spf('v=spf1 include -all') }, 'permerror'],
    ['an include of nothing', { 'a.example': spf('v=spf1 include:gone.example -all') }, 'permerror'],
    [
      'an include of a name without a record',
      { 'a.example': spf('v=spf1 include:b.example -all'), 'b.example': hosts },
      'permerror',
    ],
    [
      'an include of a broken record',
      { 'a.example': spf('v=spf1 include:b.example -all'), 'b.example': spf('v=spf1 moo') },
      'permerror',
    ],
    ['a redirect to nothing', { 'a.example': spf('v=spf1 redirect=gone.example') }, 'permerror'],
    ['a redirect behind all', { 'a.example': spf('v=spf1 -all redirect=gone.example') }, 'valid'],
    [
      'a redirect',
      {
        'a.example': spf('v=spf1 a redirect=b.example'),
        'b.example': spf('v=spf1 mx -all', exchanges(1)),
        'host.example': hosts,
      },
      'valid',
    ],
    ['ten includes in a row', chain(10), 'valid'],
    ['eleven includes in a row', chain(11), 'permerror'],
    ['ten terms', { 'a.example': spf(`v=spf1 ${'a '.repeat(10)}-all`) }, 'valid'],
    ['eleven terms', { 'a.example': spf(`v=spf1 ${'a '.repeat(11)}-all`) }, 'permerror'],
    ['two names without an answer', { 'a.example': spf('v=spf1 a:x.example a:y.example -all') }, 'valid'],
    [
      'three names without an answer',
      { 'a.example': spf('v=spf1 a:x.example exists:y.example mx:z.example -all') },
      'permerror',
    ],
    ['ten exchanges', { 'a.example': spf('v=spf1 mx -all', exchanges(10)), 'host.example': hosts }, 'valid'],
    ['eleven exchanges', { 'a.example': spf('v=spf1 mx -all', exchanges(11)), 'host.example': hosts }, 'permerror'],
    [
      'a circle',
      { 'a.example': spf('v=spf1 include:b.example -all'), 'b.example': spf('v=spf1 include:a.example -all') },
      'permerror',
    ],
    ['a record that includes itself', { 'a.example': spf('v=spf1 include:a.example -all') }, 'permerror'],
    ['ptr', { 'a.example': spf('v=spf1 ptr ptr:b.example -all'), 'host.stranger.example': hosts }, 'valid'],
    [
      'a macro of the domain',
      { 'a.example': spf('v=spf1 include:_spf.%{d} -all'), '_spf.a.example': spf('v=spf1 -all') },
      'valid',
    ],
    ['a macro that is none', { 'a.example': spf('v=spf1 a:%{x}.example -all') }, 'permerror'],
    ['an explanation macro in a mechanism', { 'a.example': spf('v=spf1 a:%{t}.example -all') }, 'permerror'],
    ['a timeout', { 'a.example': spf('v=spf1 include:b.example -all'), 'b.example': { TIMEOUT: ['*'] } }, 'temperror'],
    ['a failure of the first question', { 'a.example': { SERVFAIL: ['*'] } }, 'temperror'],
  ])('%s', async (_, zone, expected) => {
    const { ours, theirs } = await both(zone);
    expect(comparable(ours)).toEqual(comparable(theirs));
    expect(ours.class).toBe(expected);
  });
});

describe('where mailauth and we differ, and why', () => {
  test('RFC 7208, 4.8 leaves open what a name with an empty label does: here it is an error, there no match', async () => {
    const { ours, theirs } = await both({ 'a.example': spf('v=spf1 a:x..example -all') });
    expect(theirs.class).toBe('valid');
    expect(ours.class).toBe('permerror');
  });

  test('RFC 7208, 4.6.4 counts terms: one whose name no DNS can be asked for counts here, and there it does not', async () => {
    const { ours, theirs } = await both({ 'a.example': spf(`v=spf1 a:${'x'.repeat(63)}%{d1r}.example -all`) });
    expect(theirs).toEqual({ class: 'valid', lookups: 0, voids: 0 });
    expect(ours).toEqual({ class: 'valid', lookups: 1, voids: 0 });
  });

  test('RFC 7208, 4.6.4 lets a name be void for one kind of client only: we ask for both kinds of address', async () => {
    const six = { AAAA: ['2001:db8::1'] };
    const { ours, theirs } = await both({
      'a.example': spf('v=spf1 a:x.example a:y.example a:z.example -all'),
      'x.example': six,
      'y.example': six,
      'z.example': six,
    });
    expect(theirs.class).toBe('permerror');
    expect(ours).toEqual({ class: 'valid', lookups: 3, voids: 0 });
  });

  test('RFC 7208, 2.6 has one result for each sender: a term behind a match costs that sender nothing, others it does', async () => {
    const { ours, theirs } = await both({
      'a.example': spf('v=spf1 include:b.example a a a -all'),
      'b.example': spf('v=spf1 +all'),
    });
    expect(theirs).toEqual({ class: 'valid', lookups: 1, voids: 0 });
    expect(ours).toEqual({ class: 'valid', lookups: 4, voids: 0 });
  });

  test('what is broken stays broken while an answer is missing, whichever comes first', async () => {
    const { ours, theirs } = await both({
      'a.example': spf('v=spf1 include:b.example include:c.example -all'),
      'b.example': { TIMEOUT: ['*'] },
      'c.example': spf('v=spf1 moo'),
    });
    expect(theirs.class).toBe('temperror');
    expect(ours.class).toBe('permerror');
  });
});

const names = ['a.example', 'b.example', 'c.example', 'd.example', 'e.example', 'f.example'];
const qualifier = fc.constantFrom('', '+', '-', '~', '?');
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(''));

/** Names that a record leads to: mostly further on, so that most zones hold no circle and no broken include. */
const targetOf = (at: number) =>
  fc.oneof(
    { weight: 30, arbitrary: fc.constantFrom(...names.slice(at + 1), 'leaf.example') },
    { weight: 1, arbitrary: fc.constantFrom(...names, 'bare.example', 'gone.example') },
  );
const hostName = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('bare.example', 'leaf.example', '%{d}', 'b.example') },
  { weight: 1, arbitrary: fc.constantFrom('gone.example', 'void.example') },
);
const oddTerm = fc.constantFrom('moo', 'a:', 'ip4:192.0.2', 'ip4:192.0.2.1/33', 'foo=%', 'a/00', 'exists', 'mx//129');
const harmlessTerm = fc.constantFrom(
  'foo=bar',
  'foo=%{d}',
  'ip4:192.0.2.0/24',
  'ip6:2001:db8::/32',
  'exp=leaf.example',
);

/** Nothing here matches the stranger, and `all` lets nobody pass: every term is reached. */
const termOf = (at: number) =>
  fc.oneof(
    { weight: 12, arbitrary: joined(qualifier, fc.constant('include:'), targetOf(at)) },
    { weight: 8, arbitrary: joined(qualifier, fc.constantFrom('a', 'mx', 'a/24', 'mx//64', 'ptr', 'ptr:b.example')) },
    { weight: 8, arbitrary: joined(qualifier, fc.constantFrom('a:', 'mx:'), hostName) },
    { weight: 4, arbitrary: harmlessTerm },
    { weight: 1, arbitrary: fc.oneof(fc.constant('exists:gone.example'), oddTerm) },
  );
const endOf = (at: number) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('-all', '~all', '?all', '', '-all a', '-all redirect=gone.example') },
    { weight: 2, arbitrary: targetOf(at).map((name) => `redirect=${name}`) },
  );
const recordOf = (at: number) =>
  fc
    .tuple(fc.array(termOf(at), { maxLength: 4 }), endOf(at))
    .map(([terms, end]) => ['v=spf1', ...terms, end].join(' ').trim());
const entryOf = (at: number) =>
  fc
    .tuple(recordOf(at), fc.option(recordOf(at), { freq: 60 }), fc.integer({ min: 0, max: 59 }))
    .map(([one, other, rare]) => ({
      TXT: [[one], ['unrelated'], ...(rare === 0 && other !== null ? [[other]] : [])],
      ...(rare === 1 ? {} : hosts),
      MX: exchanges(rare === 2 ? 11 : rare % 4).MX,
    }));
const zones = fc.tuple(...names.map((_, at) => entryOf(at))).map(
  (entries): Zone => ({
    ...Object.fromEntries(entries.map((records, at) => [names[at] ?? '', records])),
    'leaf.example': spf('v=spf1 -all', exchanges(1)),
    'bare.example': exchanges(1),
    'host.example': hosts,
    'host.stranger.example': hosts,
  }),
);

test('any zone is of the same class for both, and costs the same where it is valid', async () => {
  await fc.assert(
    fc.asyncProperty(zones, async (zone) => {
      const { ours, theirs } = await both(zone);
      expect(comparable(ours), JSON.stringify(zone)).toEqual(comparable(theirs));
    }),
    { numRuns: 1000 },
  );
});

test('that comparison is one of valid and of broken zones', async () => {
  const classes = await Promise.all(fc.sample(zones, 80).map(async (zone) => (await both(zone)).ours.class));
  expect([...new Set(classes)].sort()).toEqual(['permerror', 'valid']);
});

import { describe, expect, it } from 'vitest';
import { askedDns, texts } from '../testing/asked-dns.ts';
import { checkSpf } from './check-spf.ts';
import type { SpfResult } from './spf-result.ts';

const domain = 'start.example';
const check = (zone: unknown, name = domain): Promise<SpfResult> => checkSpf(askedDns(zone), name);
const codes = (result: SpfResult) => result.warnings.map(({ code }) => code);
/** `count` names that each need one lookup, with an address. */
const hosts = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`h${index}.example`, { A: ['192.0.2.1'] }]));
const terms = (count: number, offset = 0) =>
  Array.from({ length: count }, (_, index) => `a:h${index + offset}.example`).join(' ');

describe('initial processing (RFC 7208, 4.3)', () => {
  it.each(['localhost', '', 'a..example', `${'a'.repeat(64)}.example`, '[192.0.2.1]', '192.0.2.1'])(
    '%j is no domain: none, and nothing is asked',
    async (name) => {
      const dns = askedDns({});
      const result = await checkSpf(dns, name);
      expect(result).toMatchObject({ class: 'none', reason: 'invalid_domain', lookups: 0, voids: 0, tree: null });
      expect(dns.asked).toEqual([]);
    },
  );
  it('a label of 63 characters is one, and case and a final dot do not matter', async () => {
    const name = `${'a'.repeat(63)}.example`;
    expect(await check(texts({ [name]: 'v=spf1 -all' }), `${name.toUpperCase()}.`)).toMatchObject({
      class: 'valid',
      all: '-',
    });
  });
});

describe('finding the record (RFC 7208, 3.3, 4.4 and 4.5)', () => {
  it('no record: none', async () => {
    const none = { class: 'none', reason: 'no_record', record: null, records: [], tree: null, warnings: [], all: null };
    expect(await check({})).toMatchObject(none);
    expect(await check(texts({ [domain]: ['v=spf10', 'hello'] }))).toMatchObject(none);
    expect(await check({ [domain]: { A: ['192.0.2.1'] } })).toMatchObject(none);
  });
  it('two records: permerror, both told', async () => {
    const result = await check(texts({ [domain]: ['v=spf1 -all', 'other', 'V=SPF1 +all'] }));
    expect(result).toMatchObject({ class: 'permerror', reason: 'multiple_records', lookups: 0 });
    expect(result.records).toEqual(['v=spf1 -all', 'V=SPF1 +all']);
    expect(result.message).toBe('start.example has 2 SPF records');
  });
  it('the strings of a record are joined without a space', async () => {
    expect(await check({ [domain]: { TXT: [['v=spf1 ip4:', '192.0.2.5 -all'], []] } })).toMatchObject({
      class: 'valid',
      record: 'v=spf1 ip4:192.0.2.5 -all',
    });
    expect(await check({ [domain]: { TXT: [['v=spf1', '-all']] } })).toMatchObject({ class: 'none' });
  });
  it.each([
    ['TIMEOUT', 'dns_timeout', 'could not check: the name server of start.example did not answer in time'],
    ['SERVFAIL', 'dns_servfail', 'could not check: the name server of start.example failed'],
  ])('%s is temperror, not none', async (failure, reason, message) => {
    expect(await check({ [domain]: { [failure]: ['*'] } })).toMatchObject({
      class: 'temperror',
      reason,
      message,
      record: null,
      tree: null,
    });
  });
});

describe('syntax (RFC 7208, 4.6.1)', () => {
  it('one broken term breaks the record, and nothing is asked for it', async () => {
    const dns = askedDns(texts({ [domain]: 'v=spf1 a mx include:x.example -all moo' }));
    const result = await checkSpf(dns, domain);
    expect(result).toMatchObject({ class: 'permerror', reason: 'syntax', lookups: 0, all: null });
    expect(result.message).toBe('start.example: "moo": this is not an SPF mechanism or modifier');
    expect(new Set(dns.asked)).toEqual(new Set(['start.example TXT']));
  });
  it.each(['v=spf1 a:x..example -all', `v=spf1 redirect=${'a'.repeat(64)}.example`])(
    '%s names no DNS name',
    async (record) => {
      expect(await check(texts({ [domain]: record }))).toMatchObject({ class: 'permerror', reason: 'syntax' });
    },
  );
  it('a name that a macro makes too long is counted and never matches', async () => {
    const record = `v=spf1 a:%{d}${'a'.repeat(60)}.x.example -all`;
    const result = await check(texts({ [domain]: record }));
    expect(result).toMatchObject({ class: 'valid', lookups: 1, voids: 0 });
    expect(result.tree?.terms[0]?.note).toBe('not a DNS name: never matches');
  });
});

describe('the limit of ten lookups (RFC 7208, 4.6.4)', () => {
  it('ten are valid, with a word of warning', async () => {
    const result = await check({ ...hosts(10), ...texts({ [domain]: `v=spf1 ${terms(10)} -all` }) });
    expect(result).toMatchObject({ class: 'valid', reason: 'ok', lookups: 10, voids: 0, all: '-' });
    expect(result.message).toBe('the record is valid, 10 of 10 DNS lookups');
    expect(codes(result)).toEqual(['spf_lookups_near_limit']);
  });
  it.each([
    [8, []],
    [9, ['spf_lookups_near_limit']],
  ])('%i lookups warn of %j', async (count, expected) => {
    expect(codes(await check({ ...hosts(10), ...texts({ [domain]: `v=spf1 ${terms(count)} -all` }) }))).toEqual(
      expected,
    );
  });
  it('eleven are a permerror, also where the last one is an a', async () => {
    const result = await check({ ...hosts(11), ...texts({ [domain]: `v=spf1 ${terms(11)} -all` }) });
    expect(result).toMatchObject({ class: 'permerror', reason: 'too_many_lookups', lookups: 11, all: '-' });
    expect(result.message).toBe('11 of 10 DNS lookups');
  });
  it('each kind of term counts one, ip4, ip6, all, exp and other modifiers none', async () => {
    const zone = {
      [domain]: {
        TXT: [
          [
            'v=spf1 a mx ptr exists:e.example include:i.example ip4:192.0.2.1 ip6:::1 exp=x.example foo=y redirect=r.example',
          ],
        ],
        A: ['192.0.2.1'],
        MX: [{ priority: 1, exchange: domain }],
      },
      'e.example': { A: ['127.0.0.2'] },
      ...texts({ 'i.example': 'v=spf1 -all', 'r.example': 'v=spf1 ~all' }),
    };
    const result = await check(zone);
    expect(result).toMatchObject({ class: 'valid', lookups: 6, voids: 0, all: '~' });
    expect(result.tree?.terms.map(({ term, lookups }) => [term, lookups])).toEqual([
      ['a', 1],
      ['mx', 1],
      ['ptr', 1],
      ['exists:e.example', 1],
      ['include:i.example', 1],
      ['redirect=r.example', 1],
    ]);
  });
  it('an include costs what it leads to, each time that it stands there, and the tree says so', async () => {
    const zone = {
      ...hosts(2),
      ...texts({
        [domain]: 'v=spf1 include:i.example include:i.example -all',
        'i.example': 'v=spf1 include:j.example a:h0.example ~all',
        'j.example': 'v=spf1 a:h1.example ?all',
      }),
    };
    const dns = askedDns(zone);
    const result = await checkSpf(dns, domain);
    expect(result).toMatchObject({ class: 'valid', lookups: 8, all: '-' });
    const [first, second] = result.tree?.terms ?? [];
    expect([first?.lookups, second?.lookups]).toEqual([4, 4]);
    expect(first?.child).toMatchObject({ domain: 'i.example', lookups: 3, voids: 0, problem: null });
    expect(first?.child?.terms[0]).toMatchObject({ term: 'include:j.example', lookups: 2, target: 'j.example' });
    expect(codes(result)).toEqual(['spf_duplicate_include']);
    expect(result.warnings[0]).toMatchObject({ count: 2, text: expect.stringMatching(/^i\.example .*; j\.example /) });
  });
  it('terms after all cost nothing, and a redirect beside all is ignored', async () => {
    const result = await check(texts({ [domain]: 'v=spf1 redirect=r.example -all a mx include:x.example' }));
    expect(result).toMatchObject({ class: 'valid', lookups: 0, all: '-' });
    expect(codes(result)).toEqual(['spf_terms_after_all', 'spf_redirect_ignored']);
    expect(result.warnings[0]?.text).toBe('start.example: terms after "all" are ignored: a mx include:x.example');
  });
  it('what depends on the sender is counted and not followed; exists is asked for a stranger', async () => {
    const dns = askedDns(texts({ [domain]: 'v=spf1 include:%{i}._spf.%{d} exists:%{l}.x.example a:%{h} -all' }));
    const result = await checkSpf(dns, domain);
    expect(result).toMatchObject({ class: 'valid', lookups: 3, voids: 0 });
    expect(result.tree?.terms.map(({ target, note }) => [target, note])).toEqual(
      Array(3).fill([null, 'depends on the sender: counted, not followed']),
    );
    expect(new Set(dns.asked)).toEqual(new Set(['start.example TXT', 'start.example CNAME', 'postmaster.x.example A']));
  });
  it('%{d} is the domain whose record is read, %{o} the one that is checked', async () => {
    const zone = texts({
      [domain]: 'v=spf1 include:i.example -all',
      'i.example': 'v=spf1 include:%{d}.x.example include:%{o}.x.example -all',
      'i.example.x.example': 'v=spf1 -all',
      'start.example.x.example': 'v=spf1 -all',
    });
    expect(await check(zone)).toMatchObject({ class: 'valid', lookups: 3 });
  });
  it('a tree without end is cut, the rest is still counted', async () => {
    const many = Array.from({ length: 60 }, (_, index) => `include:i${index}.example`).join(' ');
    const zone = texts({
      [domain]: `v=spf1 ${many} -all`,
      ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`i${index}.example`, 'v=spf1 -all'])),
    });
    const dns = askedDns(zone);
    const result = await checkSpf(dns, domain);
    expect(result).toMatchObject({ class: 'permerror', reason: 'too_many_lookups', lookups: 60 });
    expect(new Set(dns.asked).size).toBe(51);
    expect(result.tree?.terms[49]?.note).toBeNull();
    expect(result.tree?.terms.slice(50)).toEqual([
      { term: '10 more terms', target: null, lookups: 10, voids: 0, note: 'not followed', child: null },
    ]);
    expect(result.warnings.find(({ code }) => code === 'spf_walk_cut')?.count).toBe(10);
    expect(result.all).toBe('-');
  });
});

describe('void lookups (RFC 7208, 4.6.4)', () => {
  const absent = (count: number) => Array.from({ length: count }, (_, index) => `a:n${index}.example`).join(' ');
  it('two are valid, three are a permerror', async () => {
    const two = await check(texts({ [domain]: `v=spf1 ${absent(2)} -all` }));
    expect(two).toMatchObject({ class: 'valid', lookups: 2, voids: 2 });
    expect(two.warnings.map(({ text }) => text)).toEqual(['n0.example has no answer; n1.example has no answer']);
    const three = await check(texts({ [domain]: `v=spf1 ${absent(3)} -all` }));
    expect(three).toMatchObject({ class: 'permerror', reason: 'too_many_void_lookups', lookups: 3, voids: 3 });
    expect(three.message).toBe('more than 2 names without an answer, n2.example the last of them');
  });
  it('a name with an IPv6 address alone is not void for a, but for exists', async () => {
    const zone = { 'six.example': { AAAA: ['2001:db8::1'] } };
    expect(await check({ ...zone, ...texts({ [domain]: 'v=spf1 a:six.example -all' }) })).toMatchObject({ voids: 0 });
    const exists = await check({ ...zone, ...texts({ [domain]: 'v=spf1 exists:six.example -all' }) });
    expect(exists).toMatchObject({ voids: 1, lookups: 1, class: 'valid' });
    expect(exists.tree?.terms[0]).toMatchObject({ note: 'has no address', voids: 1, target: 'six.example' });
  });
  it('a name that exists without an address is void once, whatever was asked', async () => {
    expect(
      await check({ 'x.example': { TXT: [['x']] }, ...texts({ [domain]: 'v=spf1 a:x.example -all' }) }),
    ).toMatchObject({
      voids: 1,
    });
  });
  it('mx is void without MX records; hosts without an address are not counted', async () => {
    const none = await check(texts({ [domain]: 'v=spf1 mx -all' }));
    expect(none).toMatchObject({ voids: 1, lookups: 1, class: 'valid' });
    expect(none.tree?.terms[0]?.note).toBe('has no MX record');
    const zone = { [domain]: { TXT: [['v=spf1 mx -all']], MX: [{ priority: 1, exchange: 'gone.example' }] } };
    expect(await check(zone)).toMatchObject({ voids: 0, lookups: 1, class: 'valid' });
  });
});

describe('ten names for mx (RFC 7208, 4.6.4)', () => {
  const mx = (count: number) => ({
    [domain]: {
      TXT: [['v=spf1 mx -all']],
      MX: Array.from({ length: count }, (_, index) => ({ priority: index, exchange: `m${index}.example` })),
    },
  });
  it('ten are valid, eleven are a permerror', async () => {
    expect(await check(mx(10))).toMatchObject({ class: 'valid', lookups: 1 });
    const eleven = await check(mx(11));
    expect(eleven).toMatchObject({ class: 'permerror', reason: 'too_many_mx', lookups: 1 });
    expect(eleven.message).toBe('start.example has 11 MX records, the limit is 10');
  });
});

describe('include (RFC 7208, 5.2)', () => {
  it('a domain without a record is a permerror', async () => {
    const result = await check(texts({ [domain]: 'v=spf1 include:i.example -all', 'i.example': 'hello' }));
    expect(result).toMatchObject({ class: 'permerror', reason: 'include_none', lookups: 1, voids: 0 });
    expect(result.message).toBe('start.example includes i.example, which has no SPF record');
    expect(result.tree?.terms[0]?.child).toMatchObject({ problem: 'no_record', record: null });
  });
  it('a domain that does not exist is void as well', async () => {
    expect(await check(texts({ [domain]: 'v=spf1 include:i.example -all' }))).toMatchObject({
      reason: 'include_none',
      voids: 1,
    });
  });
  it.each([
    ['v=spf1 moo', 'syntax'],
    [['v=spf1 -all', 'v=spf1 -all'], 'multiple_records'],
    ['v=spf1 include:gone.example -all', 'include_none'],
    ['v=spf1 redirect=gone.example', 'redirect_none'],
  ])('the fault of %j reaches the one that includes it', async (record, problem) => {
    const result = await check(texts({ [domain]: 'v=spf1 include:i.example -all', 'i.example': record }));
    expect(result).toMatchObject({ class: 'permerror', reason: 'include_permerror' });
    expect(result.message).toBe('start.example includes i.example, whose SPF record is broken');
    expect(result.tree?.terms[0]?.child?.problem).toBe(problem);
    expect(result.tree?.problem).toBe(problem);
  });
  it('the all of an included record says nothing of other senders, but its +all lets them in', async () => {
    const result = await check(texts({ [domain]: 'v=spf1 include:i.example', 'i.example': 'v=spf1 +all' }));
    expect(result).toMatchObject({ class: 'valid', all: null });
    expect(codes(result)).toEqual(['spf_all_missing', 'spf_all_pass']);
    const soft = await check(texts({ [domain]: 'v=spf1 include:i.example -all', 'i.example': 'v=spf1 ~all' }));
    expect(codes(soft)).toEqual([]);
  });
  it('a circle is a permerror that names the way, and ends', async () => {
    const zone = texts({
      [domain]: 'v=spf1 include:b.example -all',
      'b.example': 'v=spf1 include:c.example -all',
      'c.example': 'v=spf1 include:b.example -all',
    });
    const result = await check(zone);
    expect(result).toMatchObject({ class: 'permerror', reason: 'too_many_lookups', lookups: 3 });
    expect(result.message).toBe('the records include each other in a loop: b.example -> c.example -> b.example');
    expect(codes(result)).toEqual(['spf_include_loop']);
  });
  it('a domain that includes itself is a circle', async () => {
    const result = await check(texts({ [domain]: 'v=spf1 include:Start.Example. -all' }));
    expect(result).toMatchObject({ class: 'permerror', reason: 'too_many_lookups', lookups: 1 });
    expect(result.tree?.terms[0]?.note).toBe('loop: start.example -> start.example');
  });
  it.each([
    ['TIMEOUT', 'dns_timeout', 'no answer in time'],
    ['SERVFAIL', 'dns_servfail', 'the name server failed'],
  ])('%s of a name is temperror', async (failure, reason, note) => {
    const failing = { 'f.example': { [failure]: ['*'] } };
    const include = await check({ ...failing, ...texts({ [domain]: 'v=spf1 include:f.example -all' }) });
    expect(include).toMatchObject({ class: 'temperror', reason, lookups: 1, voids: 0 });
    for (const term of ['a:f.example', 'mx:f.example', 'exists:f.example']) {
      const result = await check({ ...failing, ...texts({ [domain]: `v=spf1 ${term}` }) });
      expect(result).toMatchObject({ class: 'temperror', reason, lookups: 1, voids: 0 });
      expect(result.tree?.terms[0]?.note).toBe(note);
      expect(codes(result)).toEqual([]);
    }
  });
  it('an unanswered AAAA leaves open whether a name is void', async () => {
    const zone = {
      'f.example': { TXT: [['x']], TIMEOUT: ['AAAA'] },
      ...texts({ [domain]: 'v=spf1 a:f.example -all' }),
    };
    expect(await check(zone)).toMatchObject({ class: 'temperror', voids: 0 });
  });
  it('what is broken stays broken beside a name that does not answer', async () => {
    const zone = {
      'f.example': { TIMEOUT: ['*'] },
      ...texts({ [domain]: 'v=spf1 a:f.example include:gone.example -all' }),
    };
    expect(await check(zone)).toMatchObject({ class: 'permerror', reason: 'include_none' });
  });
});

describe('redirect (RFC 7208, 6.1)', () => {
  it('the record that it leads to decides about other senders', async () => {
    const result = await check(texts({ [domain]: 'v=spf1 redirect=r.example', 'r.example': 'v=spf1 ?all' }));
    expect(result).toMatchObject({ class: 'valid', lookups: 1, all: '?' });
    expect(result.warnings).toEqual([
      { code: 'spf_all_neutral', text: 'the record is neutral about other senders (?all)', count: 1 },
    ]);
  });
  it('a domain without a record is a permerror, a broken one as well', async () => {
    const none = await check(texts({ [domain]: 'v=spf1 redirect=r.example', 'r.example': 'x' }));
    expect(none).toMatchObject({ class: 'permerror', reason: 'redirect_none', lookups: 1 });
    expect(none.message).toBe('start.example redirects to r.example, which has no SPF record');
    const broken = await check(texts({ [domain]: 'v=spf1 redirect=r.example', 'r.example': 'v=spf1 moo' }));
    expect(broken).toMatchObject({ class: 'permerror', reason: 'redirect_permerror' });
    expect(broken.message).toBe('start.example redirects to r.example, whose SPF record is broken');
  });
  it('a redirect within an include does not speak for the including record', async () => {
    const zone = texts({
      [domain]: 'v=spf1 include:i.example',
      'i.example': 'v=spf1 redirect=r.example',
      'r.example': 'v=spf1 -all',
    });
    expect(await check(zone)).toMatchObject({ class: 'valid', lookups: 2, all: null });
  });
  it('a circle is a permerror', async () => {
    const result = await check(texts({ [domain]: 'v=spf1 redirect=start.example' }));
    expect(result).toMatchObject({ class: 'permerror', reason: 'too_many_lookups', lookups: 1 });
  });
});

describe('what is allowed but not wise', () => {
  it.each([
    ['v=spf1 +all', '+', ['spf_all_pass']],
    ['v=spf1 all', '+', ['spf_all_pass']],
    ['v=spf1 ?all', '?', ['spf_all_neutral']],
    ['v=spf1', null, ['spf_all_missing']],
    ['v=spf1 ~all', '~', []],
    ['v=spf1 -all', '-', []],
    ['v=spf1 ptr -all', '-', ['spf_ptr']],
    ['v=spf1 foo=bar -all', '-', ['spf_unknown_modifier']],
  ])('%s', async (record, all, expected) => {
    const result = await check(texts({ [domain]: record }));
    expect(result).toMatchObject({ class: 'valid', all });
    expect(codes(result)).toEqual(expected);
  });

  const sized = (length: number) => `v=spf1 foo=${'x'.repeat(length - 16)} -all`;
  const split = (text: string) => text.match(/.{1,255}/g);
  it.each([
    [450, []],
    [451, ['spf_answer_large']],
    [512, ['spf_answer_large']],
    [513, ['spf_record_large']],
  ])('a record of %i characters (RFC 7208, 3.4)', async (length, expected) => {
    const result = await check({ [domain]: { TXT: [split(sized(length))] } });
    expect(result.record).toHaveLength(length);
    expect(codes(result).filter((code) => code !== 'spf_unknown_modifier')).toEqual(expected);
  });
  it.each([
    [450, []],
    [451, ['spf_answer_large']],
  ])('a name and all its TXT records with %i characters (RFC 7208, 3.4)', async (whole, expected) => {
    const other = 'x'.repeat(whole - domain.length - 'v=spf1 -all'.length);
    const result = await check({ [domain]: { TXT: [['v=spf1 -all'], split(other)] } });
    expect(codes(result)).toEqual(expected);
  });
  it('a redirect to a name that depends on the sender is an end', async () => {
    const records = { [domain]: 'v=spf1 redirect=r.example', 'r.example': 'v=spf1 redirect=%{l}.%{d}' };
    expect(codes(await check(texts(records)))).toEqual(['spf_unbounded']);
    expect(codes(await check(texts({ [domain]: 'v=spf1 redirect=r.example', 'r.example': 'v=spf1' })))).toEqual([
      'spf_all_missing',
    ]);
  });
  it.each([
    [255, []],
    [256, ['spf_string_too_long']],
  ])('a string of %i characters (RFC 1035, 3.3)', async (length, expected) => {
    const result = await check({ [domain]: { TXT: [[sized(length)]] } });
    expect(codes(result).filter((code) => code !== 'spf_unknown_modifier')).toEqual(expected);
  });
});

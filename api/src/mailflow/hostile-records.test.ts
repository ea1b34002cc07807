import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answerLimitBytes } from './bounded-answer.ts';
import { checkDomain } from './check-domain.ts';
import type { MailFlowResult } from './mail-flow-result.ts';
import { filled, type HostileDomain, hostileDomains, hostileName } from './testing/hostile-records.ts';
import { readZone, zoneResolver } from './zone-resolver.ts';

const now = new Date('2026-11-20T10:20:30.456Z');

function check({ zone, policy }: HostileDomain) {
  const text = policy ?? '';
  return checkDomain(hostileName, {
    dns: zoneResolver(readZone(zone)),
    fetchPolicy: () => Promise.resolve({ status: 'ok', text, contentType: text.slice(0, 16_000) }),
    now,
  });
}

/** The best of a few, so that other work on the machine does not count. */
async function bestMs(times: number, work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < times; run++) {
    const startMs = performance.now();
    await work();
    best = Math.min(best, performance.now() - startMs);
  }
  return best;
}

/** So many plain passes over everything that was read may a check take: what grows with the square takes thousands. */
const passes = 300;
/** For the questions and the tables, which take the same time whatever the records hold. */
const fixedCharacters = 200_000;

function plainPass(characters: string): unknown {
  return JSON.parse(JSON.stringify(characters));
}

/** Bytes of the answer are bounded, and each code stands once. */
function expectBounded(result: MailFlowResult): void {
  expect(new TextEncoder().encode(JSON.stringify(result)).length).toBeLessThan(answerLimitBytes);
  const codes = result.issues.map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(result.warnings).toEqual(codes);
}

describe('records that are made to be hard to read', () => {
  test.each(hostileDomains)('$name', async (domain) => {
    const result = await check(domain);
    expectBounded(result);
    const input = JSON.stringify([domain.zone, domain.policy, 'x'.repeat(fixedCharacters)]);
    const floorMs = await bestMs(5, () => plainPass(input));
    const tookMs = await bestMs(3, () => check(domain));
    expect(tookMs / floorMs).toBeLessThan(passes);
  });

  test('any parts, over and over, at any name leave an answer of bounded size', async () => {
    const start = fc.constantFrom(
      ...['v=spf1 ', 'v=DMARC1;', 'v=DMARC1;p=reject;rua=', 'v=DKIM1;', 'v=DKIM1;p=', 'v=BIMI1;l=', 'v=STSv1;id=1'],
      ...['v=TLSRPTv1;rua=', 'v', ''],
    );
    const part = fc.oneof(
      fc.constantFrom(' ', '\t', ';', ',', ':', '=', '!', '!1', '%{d}', 'a:%{o}%% ', 'include:a.example ', 'x=1;', '"'),
      fc.constantFrom(
        'mailto:a@b.cc,',
        '.svg?',
        'https://a ',
        'all ',
        '\\',
        '\u0000',
        'ä',
        '\ud83d',
        'v=DMARC1;',
        '..',
      ),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
    );
    const text = fc
      .tuple(start, fc.array(part, { minLength: 1, maxLength: 3 }), fc.constantFrom(10, 4000, 65_000))
      .map(([begin, parts, most]) => filled(begin, parts.join('')).slice(0, most));
    const prefixes = [
      '',
      '_dmarc.',
      'selector1._domainkey.',
      '*._domainkey.',
      'default._bimi.',
      '_smtp._tls.',
      '_mta-sts.',
    ];
    const domain = fc.record({
      texts: fc.array(fc.tuple(fc.constantFrom(...prefixes), fc.array(text, { minLength: 1, maxLength: 3 })), {
        maxLength: 4,
      }),
      policy: text,
    });
    await fc.assert(
      fc.asyncProperty(domain, async ({ texts, policy }) => {
        const zone = texts.map(([prefix, list]) => [`${prefix}${hostileName}`, { TXT: list.map((one) => [one]) }]);
        expectBounded(await check({ name: 'any', zone: Object.fromEntries(zone), policy }));
      }),
      { numRuns: 150 },
    );
  });
});

describe('what is longer than the DNS can carry is not known', () => {
  const tooLong = (text: string) => ({ TXT: [[`${text}${' '.repeat(70_000)}`]] });
  const zone = {
    [hostileName]: {
      ...tooLong(`v=spf1 ${'ip4:192.0.2.1 '.repeat(100_000)} -all`),
      MX: Array.from({ length: 501 }, () => ({ priority: 1, exchange: 'mx.example' })),
    },
    [`_dmarc.${hostileName}`]: tooLong('v=DMARC1; p=reject; rua=mailto:a@hostile.example;'),
    [`*._domainkey.${hostileName}`]: tooLong('v=DKIM1; p=AA;'),
    [`_mta-sts.${hostileName}`]: tooLong('v=STSv1; id=1;'),
    [`_smtp._tls.${hostileName}`]: tooLong('v=TLSRPTv1; rua=mailto:a@hostile.example;'),
    [`default._bimi.${hostileName}`]: tooLong('v=BIMI1; l=https://hostile.example/a.svg;'),
  };

  test('whatever it seems to say, and no points are given for it', async () => {
    const result = await check({ name: 'too long', zone });
    expect(result.spf).toMatchObject({ class: 'temperror', reason: 'dns_overLimit', record: null });
    expect(result.spf.message).toBe(
      'could not check: the answer for hostile.example is beyond the limit for one domain',
    );
    expect(result.dmarc).toMatchObject({
      found: null,
      unknown: 'could not check: _dmarc.hostile.example is beyond the limit for one domain',
    });
    const { dkim, mx, mtaSts, tlsRpt, bimi } = result;
    expect([dkim, mx, mtaSts, tlsRpt, bimi].map(({ state }) => state)).toEqual(Array(5).fill('couldNotCheck'));
    expect(result.scoreParts.filter(({ earned }) => earned !== null)).toEqual([]);
    expect(result.score).toBeNull();
  });

  test('a policy file that no sender reads is not known', async () => {
    const policy = `version: STSv1\nmode: enforce\nmx: mx.example\nmax_age: 604800\n${'\n'.repeat(64 * 1024)}`;
    const { mtaSts } = await check({
      name: 'policy',
      zone: { [`_mta-sts.${hostileName}`]: { TXT: [['v=STSv1; id=1']] } },
      policy,
    });
    expect(mtaSts).toMatchObject({ state: 'couldNotCheck', policyProblem: 'the policy is longer than 65536 bytes' });
  });

  test('of many long answers those are read that the domain has room for', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `i${at}.example`);
    const included = Object.fromEntries(names.map((name) => [name, { TXT: [[filled('v=spf1 ', 'ip4:192.0.2.1 ')]] }]));
    const own = { [hostileName]: { TXT: [[`v=spf1 ${names.map((name) => `include:${name}`).join(' ')} -all`]] } };
    const { spf } = await check({ name: 'many', zone: { ...included, ...own } });
    const read = spf.tree?.terms.filter(({ child }) => child !== null && child.record !== null);
    expect(read).toHaveLength(15);
    expect(spf.class).toBe('permerror');
  });
});

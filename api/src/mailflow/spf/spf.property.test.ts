import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedDns } from '../testing/asked-dns.ts';
import { checkSpf } from './check-spf.ts';
import { spfQuestionBudget } from './spf-count.ts';
import { parseSpfRecord } from './spf-record.ts';

const names = ['a.example', 'b.example', 'c.example', 'd.example'];
const name = fc.constantFrom(
  ...names,
  'gone.example',
  'slow.example',
  '%{d}',
  '%{i}.x.example',
  'x..example',
  '%{d2r}.a.example',
);
const qualifier = fc.constantFrom('', '+', '-', '~', '?');
const term = fc.oneof(
  fc
    .tuple(qualifier, fc.constantFrom('a', 'mx', 'ptr', 'all', 'ip4:192.0.2.1', 'exists:b.example'))
    .map((parts) => parts.join('')),
  fc.tuple(qualifier, fc.constantFrom('include:', 'a:', 'mx:', 'exists:', 'ptr:'), name).map((parts) => parts.join('')),
  fc.tuple(fc.constantFrom('redirect=', 'exp=', 'foo='), name).map((parts) => parts.join('')),
  fc.constantFrom('moo', '', 'a:', 'ip4:1.2.3'),
);
const record = fc.array(term, { maxLength: 14 }).map((terms) => ['v=spf1', ...terms].join(' '));
const zone = fc
  .tuple(...names.map(() => fc.tuple(fc.array(record, { maxLength: 2, minLength: 1 }), fc.boolean(), fc.nat(12))))
  .map((entries) => ({
    ...Object.fromEntries(
      entries.map(([records, hasAddress, mx], index) => [
        names[index] ?? '',
        {
          TXT: records.slice(0, hasAddress ? 1 : 2).map((text) => [text]),
          ...(hasAddress ? { A: ['192.0.2.1'] } : {}),
          MX: Array.from({ length: mx }, (_, at) => ({ priority: at, exchange: 'a.example' })),
        },
      ]),
    ),
    'slow.example': { TIMEOUT: ['*'] },
  }));

describe('SPF over any records', () => {
  it('has a budget of 121 questions', () => {
    expect(spfQuestionBudget).toBe(121);
  });
  it('reading a record never throws, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), record), (text) => {
        expect(Array.isArray(parseSpfRecord(text).errors)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
  it('the walk ends within its budget, and class, counts and tree agree', async () => {
    await fc.assert(
      fc.asyncProperty(zone, async (records) => {
        const dns = askedDns(records);
        const result = await checkSpf(dns, 'a.example');
        expect(new Set(dns.asked).size).toBeLessThanOrEqual(spfQuestionBudget);
        expect(result.tree === null).toBe(result.record === null);
        if (result.tree !== null) {
          expect(result.lookups).toBe(result.tree.lookups);
          expect(result.lookups).toBe(result.tree.terms.reduce((sum, { lookups }) => sum + lookups, 0));
          expect(result.voids).toBe(result.tree.terms.reduce((sum, { voids }) => sum + voids, 0));
        }
        if (result.class === 'valid') {
          expect(result.reason).toBe('ok');
          expect(result.lookups).toBeLessThanOrEqual(10);
          expect(result.voids).toBeLessThanOrEqual(2);
        }
      }),
      { numRuns: 300 },
    );
  });
  it('a term that needs no DNS never changes the count', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', 'mx', 'ptr', 'exists:b.example'), { maxLength: 12 }),
        async (list) => {
          const check = (text: string) =>
            checkSpf(askedDns({ 'a.example': { TXT: [[text]], A: ['192.0.2.1'] } }), 'a.example');
          const bare = await check(['v=spf1', ...list, '-all'].join(' '));
          const more = await check(['v=spf1', 'ip4:192.0.2.0/24', ...list, 'ip6:::1', '-all'].join(' '));
          expect(more.lookups).toBe(list.length);
          expect(bare.lookups).toBe(list.length);
          expect(more.class).toBe(bare.class);
        },
      ),
    );
  });
});

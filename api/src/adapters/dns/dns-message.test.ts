import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMessage, encodeQuestion, readName } from './dns-message.ts';
import { answerOf } from './record-values.ts';
import { answerTo, nameBytes } from './testing/dns-server.ts';

const question = (name: string, type: 'A' | 'TXT' | 'MX' = 'A') => encodeQuestion(name, type) ?? new Uint8Array();
const decoded = (bytes: Uint8Array) => {
  const message = decodeMessage(bytes);
  if (message === null) throw new Error('no message');
  return message;
};

describe('questions (RFC 1035, 4.1)', () => {
  it('ask with recursion, for DNSSEC and a large answer', () => {
    expect([...question('a.bc', 'MX')]).toEqual([
      ...[0, 0, 0x01, 0x20, 0, 1, 0, 0, 0, 0, 0, 1],
      ...[1, 97, 2, 98, 99, 0, 0, 15, 0, 1],
      ...[0, 0, 41, 0x10, 0, 0, 0, 0, 0, 0, 0],
    ]);
  });
  const label = (length: number) => 'a'.repeat(length);
  it.each(['', '.', 'a..b', `${label(64)}.x`, `${label(63)}.${label(63)}.${label(63)}.${label(62)}`])(
    'no question can be made of %j',
    (name) => {
      expect(encodeQuestion(name, 'A')).toBeNull();
    },
  );
  it('the longest name has 253 characters', () => {
    expect(encodeQuestion(`${label(63)}.${label(63)}.${label(63)}.${label(61)}`, 'A')).not.toBeNull();
  });
});

describe('answers', () => {
  it('names, flags and records are read', () => {
    const message = decoded(
      answerTo(question('A.example'), {
        authentic: true,
        records: [{ name: 'a.example', type: 1, data: [192, 0, 2, 1] }],
      }),
    );
    expect(message).toMatchObject({
      id: 0,
      responseCode: 0,
      authentic: true,
      truncated: false,
      question: { name: 'a.example', type: 1 },
    });
    expect(message.answers).toMatchObject([{ name: 'a.example', type: 1 }]);
    expect([...(message.answers[0]?.data ?? [])]).toEqual([192, 0, 2, 1]);
  });
  it('a question is no answer', () => {
    expect(decodeMessage(question('a.example'))).toBeNull();
  });
  it('an answer that is cut off anywhere is none', () => {
    const whole = answerTo(question('a.example'), {
      records: [{ name: 'a.example', type: 16, data: [3, 97, 98, 99] }],
    });
    for (let length = 0; length < whole.length; length++) expect(decodeMessage(whole.slice(0, length))).toBeNull();
  });
  it('500 records are read, 501 are refused', () => {
    const records = (count: number) =>
      Array.from({ length: count }, () => ({ name: 'a', type: 1, data: [192, 0, 2, 1] }));
    expect(decoded(answerTo(question('a.example'), { records: records(500) })).answers).toHaveLength(500);
    expect(decodeMessage(answerTo(question('a.example'), { records: records(501) }))).toBeNull();
  });
  it('compressed names lead backwards only', () => {
    const bytes = Uint8Array.from([1, 97, 0, 1, 98, 0xc0, 0, 0xc0, 7, 0xc0, 9, 0x80]);
    expect(readName(bytes, 0)).toEqual({ name: 'a', next: 3 });
    expect(readName(bytes, 3)).toEqual({ name: 'b.a', next: 7 });
    expect(readName(bytes, 7)).toBeNull();
    expect(readName(bytes, 9)).toBeNull();
    expect(readName(bytes, 11)).toBeNull();
    expect(readName(bytes, 99)).toBeNull();
    expect(readName(Uint8Array.from([0xc0]), 0)).toBeNull();
    expect(readName(Uint8Array.from([5, 97]), 0)).toBeNull();
  });
  it('a chain of pointers is followed as far as a name can need', () => {
    const chain = (count: number) =>
      Uint8Array.from([0, ...Array.from({ length: count }, (_, at) => pointerTo(at))].flat());
    const pointerTo = (at: number) => [0xc0 | (Math.max(0, 2 * at - 1) >> 8), Math.max(0, 2 * at - 1) & 0xff];
    expect(readName(chain(127), 2 * 126 + 1)).toEqual({ name: '', next: 255 });
    expect(readName(chain(128), 2 * 127 + 1)).toBeNull();
  });
  it('a label with dots in it is not the name of somebody else', () => {
    const label = [...new TextEncoder().encode('mail.protection.outlook.com')];
    const read = readName(Uint8Array.from([label.length, ...label, 0]), 0);
    expect(read?.name).toBe('mail\\046protection\\046outlook\\046com');
  });
  it('any bytes are read without an exception', () => {
    const real = answerTo(question('a.example', 'MX'), {
      records: [
        { name: 'a.example', type: 15, data: [0, 1, 0xc0, 12] },
        { name: 'a.example', type: 16, data: [1, 97] },
      ],
    });
    const changed = fc.tuple(fc.nat(real.length - 1), fc.nat(255), fc.nat(real.length - 1), fc.nat(255));
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 600 }),
      changed.map(([at, byte, other, value]) => real.with(at, byte).with(other, value)),
    );
    fc.assert(
      fc.property(
        bytes,
        fc.constantFrom('A', 'AAAA', 'MX', 'TXT', 'CNAME', 'TLSA', 'DS', 'PTR', 'NS'),
        (input, type) => {
          const message = decodeMessage(input);
          if (message === null) return;
          expect(['ok', 'nodata', 'nxdomain', 'servfail']).toContain(answerOf(message, 'a.example', type).status);
        },
      ),
      { numRuns: 5000 },
    );
  });
});

describe('what an answer says', () => {
  const ask = (
    type: Parameters<typeof answerOf>[2],
    records: { name: string; type: number; data: number[] }[],
    rest = {},
  ) => answerOf(decoded(answerTo(question('a.example'), { records, ...rest })), 'A.example', type);
  const own = (type: number, data: number[]) => [{ name: 'a.example', type, data }];
  it.each([
    ['A', 1, [192, 0, 2, 1], '192.0.2.1'],
    ['AAAA', 28, [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], '2001:db8:0:0:0:0:0:1'],
    ['TXT', 16, [2, 97, 98, 0, 1, 0xe4], ['ab', '', '\u00e4']],
    ['MX', 15, [1, 2, ...nameBytes('MX.example')], { priority: 258, exchange: 'mx.example' }],
    ['MX', 15, [0, 0, 0], { priority: 0, exchange: '' }],
    ['CNAME', 5, nameBytes('b.example'), 'b.example'],
    ['NS', 2, nameBytes('ns.example'), 'ns.example'],
    ['PTR', 12, nameBytes('p.example'), 'p.example'],
    ['TLSA', 52, [3, 1, 1, 0xab, 0x0c], { certUsage: 3, selector: 1, match: 1, data: 'ab0c' }],
    ['DS', 43, [0, 1, 8, 2, 0xff], '00010802ff'],
  ] as const)('%s', (type, number, data, value) => {
    expect(ask(type, own(number, [...data]))).toEqual({ status: 'ok', values: [value], authentic: false });
  });
  it.each([
    ['A', 1, [1, 2, 3]],
    ['AAAA', 28, [1]],
    ['TXT', 16, [3, 97]],
    ['MX', 15, [0, 1]],
    ['MX', 15, [0, 1, 5]],
    ['CNAME', 5, [5, 97]],
    ['TLSA', 52, [3, 1]],
    ['DS', 43, [1, 2, 3, 4]],
  ] as const)('a broken %s record is not the same as none', (type, number, data) => {
    expect(ask(type, own(number, [...data]))).toEqual({ status: 'servfail' });
  });
  it('aliases in the answer are followed; strangers are left out', () => {
    const records = [
      { name: 'a.example', type: 5, data: nameBytes('b.example') },
      { name: 'b.example', type: 5, data: nameBytes('c.example') },
      { name: 'c.example', type: 1, data: [192, 0, 2, 3] },
      { name: 'stranger.example', type: 1, data: [192, 0, 2, 4] },
    ];
    expect(ask('A', records)).toMatchObject({ status: 'ok', values: ['192.0.2.3'] });
    expect(ask('CNAME', records)).toMatchObject({ status: 'ok', values: ['b.example'] });
    const circle = [records[0], { name: 'b.example', type: 5, data: nameBytes('a.example') }].flatMap(
      (entry) => entry ?? [],
    );
    expect(ask('A', circle)).toEqual({ status: 'nodata', authentic: false });
  });
  it('response codes and the cut answer', () => {
    expect(ask('A', [], { responseCode: 3, authentic: true })).toEqual({ status: 'nxdomain', authentic: true });
    expect(ask('A', [])).toEqual({ status: 'nodata', authentic: false });
    expect(ask('A', [], { responseCode: 2 })).toEqual({ status: 'servfail' });
    expect(ask('A', [], { responseCode: 5 })).toEqual({ status: 'servfail' });
    expect(ask('A', own(1, [192, 0, 2, 1]), { truncated: true })).toEqual({ status: 'servfail' });
  });
});

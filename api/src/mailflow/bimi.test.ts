import { describe, expect, it } from 'vitest';
import { checkBimi } from './bimi.ts';
import { checkDmarc } from './dmarc/check-dmarc.ts';
import { askedDns, texts } from './testing/asked-dns.ts';

async function check(
  record: string | string[] | null,
  dmarc = 'v=DMARC1; p=reject; rua=mailto:x@example.com',
  zone: Record<string, unknown> = {},
) {
  const dns = askedDns({
    ...texts({ '_dmarc.example.com': dmarc }),
    ...(record === null ? {} : texts({ 'default._bimi.example.com': record })),
    ...zone,
  });
  return checkBimi(dns, 'example.com', await checkDmarc(dns, 'example.com'));
}
const good = 'v=BIMI1; l=https://example.com/logo.svg; a=https://example.com/mark.pem';
const unenforced = 'no logo is shown, because DMARC is not at quarantine or reject';

describe('BIMI', () => {
  it('a record with logo and certificate', async () => {
    expect(await check(good)).toEqual({
      state: 'ok',
      record: good,
      logo: 'https://example.com/logo.svg',
      certificate: 'https://example.com/mark.pem',
      problems: [],
    });
    expect(await check('v=BIMI1; l=https://example.com/logo.svg', 'v=DMARC1; p=quarantine')).toMatchObject({
      state: 'ok',
      certificate: null,
    });
  });
  it('a record without a logo declines', async () => {
    expect(await check('v=BIMI1; l=; a=')).toMatchObject({ state: 'declined', logo: null, problems: [] });
  });
  it.each([
    ['v=BIMI1', 'l= is missing'],
    ['v=BIMI1; l=http://example.com/logo.svg', 'l= is not the https: address of an .svg file'],
    ['v=BIMI1; l=https://example.com/logo.png', 'l= is not the https: address of an .svg file'],
    ['v=BIMI1; l=https://example.com/logo.svg; a=self', 'a= is not an https: address'],
    ['v=BIMI1; l=https://example.com/logo.svg; junk', '"junk" is not a tag'],
    [[good, good], 'there is more than one record, so that senders ignore all of them'],
  ])('%j is invalid', async (record, problem) => {
    expect(await check(record)).toMatchObject({ state: 'invalid', problems: [problem] });
  });
  it.each(['v=DMARC1; p=none', 'v=DMARC1; p=reject; sp=none', 'v=DMARC1; p=quarantine; t=y', 'hello'])(
    'needs an enforced policy: %s',
    async (dmarc) => {
      expect(await check(good, dmarc)).toMatchObject({ state: 'invalid', problems: [unenforced] });
    },
  );
  it.each([
    ['v=BIMI1;l=https://example.com/logo.svg', null],
    ['v=bimi1 \t; l= https://example.com/logo.SVG ; a= https://example.com/m ', 'https://example.com/m'],
    ['v=BIMI1; l=https://example.com/logo.svg?v=2', null],
    ['v=BIMI1; l=https://example.com/logo.svg?', null],
  ])('%s is read', async (record, certificate) => {
    const found = await check(record);
    expect(found).toMatchObject({ state: 'ok', certificate, problems: [] });
    expect(found.logo).toMatch(/^https:\/\/example\.com\/logo\.svg(\?(v=2)?)?$/i);
  });
  it.each([
    'v=BIMI1; l=xhttps://example.com/logo.svg',
    'v=BIMI1; l=https://example.com/logo.svgz',
    'v=BIMI1; l=https://example.com/logo.svg?a b',
  ])('%s names no logo', async (record) => {
    expect(await check(record)).toMatchObject({
      state: 'invalid',
      problems: ['l= is not the https: address of an .svg file'],
    });
  });
  it.each(['a=xhttps://example.com/m.pem', 'a=https://example.com/m pem', 'a=https://'])(
    '%s names no certificate',
    async (tag) => {
      expect(await check(`v=BIMI1; l=https://example.com/logo.svg; ${tag}`)).toMatchObject({
        state: 'invalid',
        problems: ['a= is not an https: address'],
      });
    },
  );
  it.each(['v=BIMI10; l=https://example.com/logo.svg', 'xv=BIMI1; l=', 'v=BIMI1 l='])(
    '%s is no BIMI record',
    async (text) => {
      expect(await check(text)).toEqual({
        state: 'missing',
        record: null,
        logo: null,
        certificate: null,
        problems: [],
      });
    },
  );
  it('what is not known carries no problem', async () => {
    const unknown = { 'default._bimi.example.com': { TIMEOUT: ['*'] } };
    expect(await check(null, 'x', unknown)).toEqual({
      state: 'couldNotCheck',
      record: null,
      logo: null,
      certificate: null,
      problems: [],
    });
  });
  it('none is missing, no answer is not known, nor is it without DMARC', async () => {
    expect((await check(null)).state).toBe('missing');
    expect((await check('hello')).state).toBe('missing');
    expect((await check(null, 'x', { 'default._bimi.example.com': { TIMEOUT: ['*'] } })).state).toBe('couldNotCheck');
    expect((await check(good, 'x', { '_dmarc.example.com': { TIMEOUT: ['*'] } })).state).toBe('couldNotCheck');
  });
});

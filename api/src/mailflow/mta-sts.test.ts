import { describe, expect, it } from 'vitest';
import type { PolicyAnswer } from '../ports/sts-policy.ts';
import { checkMtaSts, matchesMx, parseMtaStsPolicy } from './mta-sts.ts';
import { askedDns, texts } from './testing/asked-dns.ts';

const good = 'version: STSv1\r\nmode: enforce\r\nmx: mx.example.com\r\nmx: *.Mail.example.com.\r\nmax_age: 604800\r\n';
const hosts = ['mx.example.com', 'a.mail.example.com'];
const answered = (text: string, contentType: string | null = 'text/plain; charset=utf-8'): PolicyAnswer => ({
  status: 'ok',
  text,
  contentType,
});
const check = (record: string | string[] | null, answer: PolicyAnswer | undefined = answered(good), mx = hosts) =>
  checkMtaSts(askedDns(record === null ? {} : texts({ '_mta-sts.example.com': record })), 'example.com', mx, () =>
    Promise.resolve(answer),
  );

describe('the policy file (RFC 8461, 3.2)', () => {
  it('is read line by line, with either line end', () => {
    const policy = {
      mode: 'enforce',
      maxAgeSeconds: 604_800,
      mx: ['mx.example.com', '*.mail.example.com'],
      errors: [],
    };
    expect(parseMtaStsPolicy(good)).toEqual(policy);
    expect(parseMtaStsPolicy(good.replaceAll('\r\n', '\n'))).toEqual(policy);
  });
  it('of keys that stand twice the first counts, and unknown keys do not matter', () => {
    expect(parseMtaStsPolicy(`${good}mode: none\nmax_age: 1\nx-y: z\n`)).toMatchObject({
      mode: 'enforce',
      maxAgeSeconds: 604_800,
      errors: [],
    });
  });
  it('mode none needs no mx', () => {
    expect(parseMtaStsPolicy('version: STSv1\nmode: none\nmax_age: 0')).toEqual({
      mode: 'none',
      maxAgeSeconds: 0,
      mx: [],
      errors: [],
    });
  });
  it.each([
    [
      '',
      [
        'version must be STSv1',
        'mode must be enforce, testing or none',
        'max_age must be a number of seconds up to 31557600',
        'there is no mx: line',
      ],
    ],
    ['version: STSv2\nmode: testing\nmx: a.b\nmax_age: 1', ['version must be STSv1']],
    ['version: STSv1\nmode: Enforce\nmx: a.b\nmax_age: 1', ['mode must be enforce, testing or none']],
    [
      'version: STSv1\nmode: testing\nmx: a.b\nmax_age: 31557601',
      ['max_age must be a number of seconds up to 31557600'],
    ],
    ['version: STSv1\nmode: testing\nmx: a.b\nmax_age: -1', ['max_age must be a number of seconds up to 31557600']],
    ['version: STSv1\nmode: testing\nmax_age: 1', ['there is no mx: line']],
    ['version: STSv1\nmode: testing\nmx: a.*.b\nmax_age: 1', ['mx: a.*.b is not a host name or *. pattern']],
    ['version: STSv1\nmode: testing\nmx: *.\nmax_age: 1', ['mx: * is not a host name or *. pattern']],
    ['version: STSv1\nmode: testing\nmx: a.b\nmax_age: 1\n<html>', ['"<html>" is not a key: value line']],
  ])('%j: %j', (text, errors) => {
    expect(parseMtaStsPolicy(text).errors).toEqual(errors);
  });
  it('the longest time is a year', () => {
    expect(parseMtaStsPolicy('version: STSv1\nmode: none\nmax_age: 31557600').maxAgeSeconds).toBe(31_557_600);
  });
});

describe('patterns of MX hosts (RFC 8461, 4.1)', () => {
  it.each([
    ['mx.example.com', 'mx.example.com', true],
    ['mx.example.com', 'example.com', false],
    ['mx.example.com', '*.example.com', true],
    ['a.mx.example.com', '*.example.com', false],
    ['example.com', '*.example.com', false],
    ['.example.com', '*.example.com', false],
    ['contoso-com.r-v1.mx.microsoft', '*.mail.protection.outlook.com', false],
  ])('%s and %s: %s', (host, pattern, matches) => {
    expect(matchesMx(host, new Set([pattern]))).toBe(matches);
  });
});

describe('MTA-STS of a domain', () => {
  it('in force for every MX host', async () => {
    expect(await check('v=STSv1; id=20260101T000000;')).toMatchObject({
      state: 'ok',
      record: 'v=STSv1; id=20260101T000000;',
      id: '20260101T000000',
      policyState: 'ok',
      policyProblem: null,
      unlistedMx: [],
      problems: [],
    });
  });
  it('hosts that the policy does not name are told', async () => {
    const result = await check('v=STSv1; id=1', answered(good), [
      'mx.example.com',
      'b.a.mail.example.com',
      'other.example',
    ]);
    expect(result).toMatchObject({ state: 'ok', unlistedMx: ['b.a.mail.example.com', 'other.example'] });
    expect(
      (await check('v=STSv1; id=1', answered('version: STSv1\nmode: none\nmax_age: 1'), ['x.example'])).unlistedMx,
    ).toEqual([]);
  });
  it('no record is missing, other texts do not count, and no policy is asked for', async () => {
    expect(await check(null)).toMatchObject({ state: 'missing', policyState: 'notAsked', policy: null });
    expect((await check(['hello', 'v=STSv2; id=1', 'v=STSv1'])).state).toBe('missing');
  });
  it.each([
    [['v=STSv1; id=1', 'v=STSv1; id=2'], 'there is more than one record, so that senders ignore all of them'],
    ['v=STSv1; ', 'id= must be 1 to 32 letters and digits'],
    ['v=STSv1; id=;', 'id= must be 1 to 32 letters and digits'],
    ['v=STSv1; id=a-b', 'id= must be 1 to 32 letters and digits'],
    [`v=STSv1; id=${'1'.repeat(33)}`, 'id= must be 1 to 32 letters and digits'],
  ])('%j is invalid', async (record, problem) => {
    expect(await check(record)).toMatchObject({ state: 'invalid', problems: [problem], policyState: 'notAsked' });
  });
  it('an id of 32 characters is one', async () => {
    expect((await check(`v=STSv1; id=${'1'.repeat(32)}`)).state).toBe('ok');
  });
  it.each([
    [{ status: 'notFound', reason: 'answered 404' } as const, 'invalid', 'notFound'],
    [{ status: 'failed', reason: 'too late' } as const, 'couldNotCheck', 'couldNotCheck'],
    [{ status: 'refused', reason: 'not public' } as const, 'couldNotCheck', 'couldNotCheck'],
  ])('a policy that is not there: %j', async (answer, state, policyState) => {
    expect(await check('v=STSv1; id=1', answer)).toMatchObject({
      state,
      policyState,
      policy: null,
      policyProblem: answer.reason,
    });
  });
  it('a broken policy, or one of another content type, is invalid', async () => {
    expect(await check('v=STSv1; id=1', answered('version: STSv1\nmode: none'))).toMatchObject({
      state: 'invalid',
      policyState: 'invalid',
      policyProblem: 'max_age must be a number of seconds up to 31557600',
    });
    expect((await check('v=STSv1; id=1', answered(good, 'text/html'))).policyProblem).toBe(
      'the content type is text/html, not text/plain',
    );
    expect((await check('v=STSv1; id=1', answered(good, null))).state).toBe('ok');
  });
  it('without anything to fetch with, and without an answer, it is not known', async () => {
    const dns = askedDns(texts({ '_mta-sts.example.com': 'v=STSv1; id=1' }));
    expect(await checkMtaSts(dns, 'example.com', hosts, undefined)).toMatchObject({
      state: 'couldNotCheck',
      policyProblem: 'the policy was not fetched',
    });
    const slow = askedDns({ '_mta-sts.example.com': { TIMEOUT: ['*'] } });
    expect(await checkMtaSts(slow, 'example.com', hosts, undefined)).toMatchObject({
      state: 'couldNotCheck',
      record: null,
    });
  });
});

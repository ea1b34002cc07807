import { describe, expect, it } from 'vitest';
import { timeStampAuthority } from '../../domain/evidence/testing/time-stamp-authority.ts';
import * as timeStamps from '../../domain/evidence/time-stamp.ts';
import type { GuardedAnswer, GuardedRequest } from '../../ports/guarded-fetch.ts';
import type { SystemConfigStore } from '../../store/system-config.ts';
import { createTimeStamping } from './time-stamping.ts';

const url = 'https://tsa.example/tsr';
const signature = Buffer.from('A signature');

/** An installation that is set to an authority, and what it asked. */
function stampingBy(answer: (asked: GuardedRequest) => Promise<GuardedAnswer>, set: string | null = url) {
  const asked: GuardedRequest[] = [];
  const record = { value: { url: set }, etag: '1' };
  const systemConfig = { evidenceTimeStamp: { get: async () => record } } as unknown as SystemConfigStore;
  const fetch = (one: GuardedRequest) => {
    asked.push(one);
    return answer(one);
  };
  return { asked, stamping: createTimeStamping({ systemConfig, fetch, loadTimeStamps: () => timeStamps }) };
}

const answered = (bytes: Uint8Array, status = 200): GuardedAnswer => ({
  ...{ kind: 'answered', status, headers: {}, text: '', bytes },
});
const stampOf = async ({ stamping }: ReturnType<typeof stampingBy>) => (await stamping.authority())?.stamp(signature);

describe('stamping a pack', () => {
  it('asks nobody where no authority is set', async () => {
    const { stamping, asked } = stampingBy(async () => answered(signature), null);
    expect([await stamping.authority(), asked]).toEqual([null, []]);
  });

  it('sends the authority a hash alone, and keeps its answer as it came', async () => {
    const authority = await timeStampAuthority();
    const made = stampingBy(async ({ body }) => answered(await authority.answer(body as Uint8Array)));
    expect(await stampOf(made)).toMatchObject({ authority: url });
    const [request] = made.asked;
    expect(request).toMatchObject({ method: 'POST', url, headers: { 'content-type': 'application/timestamp-query' } });
    const sent = Buffer.from(request?.body ?? signature);
    expect(sent.includes(signature)).toBe(false);
    expect(sent.length).toBeLessThan(100);
  });

  it.each<[string, () => Promise<GuardedAnswer>, RegExp]>([
    [
      'that does not answer',
      async () => ({ kind: 'failed', reason: 'it was late' }),
      /gave no time stamp: it was late/,
    ],
    ['that may not be asked', async () => ({ kind: 'refused', reason: 'it is private' }), /it is private/],
    ['that fails', async () => answered(signature, 503), /status 503/],
    ['that answers with a page', async () => answered(Buffer.from('<html>')), /no time stamp that holds/],
    ['that refuses', async () => answered((await timeStampAuthority()).refusal()), /refused it/],
  ])('by an authority %s says so', async (_, answer, words) => {
    expect(await stampOf(stampingBy(answer))).toEqual({ noneBecause: expect.stringMatching(words) });
  });

  it('by the answer to an earlier request says so', async () => {
    const authority = await timeStampAuthority();
    let first: Buffer | undefined;
    const replayed = stampingBy(async ({ body }) => {
      first ??= await authority.answer(body as Uint8Array);
      return answered(first);
    });
    await stampOf(replayed);
    expect(await stampOf(replayed)).toEqual({ noneBecause: expect.stringMatching(/of another request/) });
  });
});

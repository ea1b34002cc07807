import { expect, it } from 'vitest';
import { createOneAtATime } from './one-at-a-time.ts';

it('does what concerns one key in turn, also after a failure, and other keys beside it', async () => {
  const oneAtATime = createOneAtATime();
  const under = new Map<string, number>();
  const seen: string[] = [];
  const work = (key: string, name: string) => async () => {
    under.set(key, (under.get(key) ?? 0) + 1);
    expect(under.get(key)).toBe(1);
    seen.push(`${key}${name} begins`);
    await Promise.resolve();
    seen.push(`${key}${name} ends`);
    under.set(key, 0);
    if (name === '2') throw new Error('broken');
    return name;
  };
  const names = ['1', '2', '3'];
  const all = ['a', 'b'].flatMap((key) => names.map((name) => oneAtATime(key, work(key, name))));
  const ended = await Promise.allSettled(all);
  expect(ended.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(seen.filter((one) => one.startsWith('a'))).toEqual(
    names.flatMap((name) => [`a${name} begins`, `a${name} ends`]),
  );
  expect(seen.indexOf('b1 begins')).toBeLessThan(seen.indexOf('a1 ends'));
  expect(await oneAtATime('a', async () => 'again')).toBe('again');
});

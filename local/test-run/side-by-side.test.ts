import { expect, test } from 'vitest';
import { sideBySide } from './side-by-side.ts';

/** Works that end when they are told to, and note when they begin. */
function heldWorks(names: readonly string[]) {
  const begun: string[] = [];
  const held = names.map((name) => ({ name, ...Promise.withResolvers<void>() }));
  const works = held.map(({ name, promise }) => async () => {
    begun.push(name);
    await promise;
    return name;
  });
  return { begun, works, end: (name: string) => held.find((one) => one.name === name)?.resolve() };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('so many run at a time, and the next begins when one has ended', async () => {
  const { begun, works, end } = heldWorks(['a', 'b', 'c', 'd']);
  const all = sideBySide(works, 2);
  await turn();
  expect(begun).toEqual(['a', 'b']);
  end('b');
  await turn();
  expect(begun).toEqual(['a', 'b', 'c']);
  for (const name of ['d', 'c', 'a']) end(name);
  expect(await all).toEqual(['a', 'b', 'c', 'd']);
});

test('a work that fails is told of', async () => {
  await expect(sideBySide([async () => Promise.reject(new Error('it failed'))], 2)).rejects.toThrow('it failed');
});

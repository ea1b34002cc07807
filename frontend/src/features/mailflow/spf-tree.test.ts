import type { SpfTreeRow } from '@tenantry/contract/mailflow';
import { expect, test } from 'vitest';
import { type SpfBranch, spfTree } from './spf-tree.ts';

const row = (depth: number, term: string): SpfTreeRow => ({
  depth,
  domain: 'contoso.example',
  term,
  target: null,
  lookups: 1,
  voids: 0,
  note: null,
  record: null,
  problem: null,
});
type Drawn = [string, ...Drawn[]];
const drawn = (branches: SpfBranch[]): Drawn[] =>
  branches.map(({ row: { term }, children }) => [term, ...drawn(children)]);

test('rows become the tree that their depth tells', () => {
  const rows = [row(0, 'a'), row(0, 'b'), row(1, 'b1'), row(2, 'b11'), row(1, 'b2'), row(0, 'c')];
  expect(drawn(spfTree(rows))).toEqual([['a'], ['b', ['b1', ['b11']], ['b2']], ['c']]);
});

test('a row that is too deep stands under the last one, and none is lost', () => {
  expect(drawn(spfTree([row(2, 'a'), row(5, 'b')]))).toEqual([['a', ['b']]]);
});

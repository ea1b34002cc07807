import { describe, expect, it } from 'vitest';
import { parseTagList } from './tag-list.ts';

describe('tag lists (RFC 6376, 3.2)', () => {
  it('names are lower case, values whole', () => {
    const { tags, names, broken } = parseTagList(' V = DKIM1 ; p=a=b; empty=;; ');
    expect([...tags]).toEqual([
      ['v', 'DKIM1'],
      ['p', 'a=b'],
      ['empty', ''],
    ]);
    expect(names).toEqual(['v', 'p', 'empty']);
    expect(broken).toEqual([]);
  });
  it('what is no tag, and a name that stands twice, is told; the first value counts', () => {
    const { tags, broken } = parseTagList('a=1; nonsense; A=2; =3; 4=5');
    expect([...tags]).toEqual([['a', '1']]);
    expect(broken).toEqual(['"nonsense" is not a tag', 'a= is duplicated', '"=3" is not a tag', '"4=5" is not a tag']);
  });
});

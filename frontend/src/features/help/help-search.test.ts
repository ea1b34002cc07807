import { expect, test } from 'vitest';
import { markWords, searchArticles } from './help-search.ts';

const articles = [
  {
    id: 'dkim-signing',
    title: 'Sign mail with DKIM',
    description: 'Two CNAME records for each domain.',
    text: 'Open the Defender portal. Publish the records.\nWait an hour.',
  },
  {
    id: 'forwarding',
    title: 'Block automatic forwarding',
    description: 'Mail stays in the tenant.',
    text: 'Set the policy. DKIM does not help here. Mail that DKIM signs is forwarded too.',
  },
];
const idsFor = (search: string) => searchArticles(articles, search).map(({ id }) => id);

test('an article is found by its title, its description and its text, whatever the case', () => {
  expect(idsFor('sign MAIL')).toContain('dkim-signing');
  expect(idsFor('cname')).toEqual(['dkim-signing']);
  expect(idsFor('DEFENDER portal')).toEqual(['dkim-signing']);
});

test('every word has to be there, wherever it stands', () => {
  expect(idsFor('records defender')).toEqual(['dkim-signing']);
  expect(idsFor('records forwarding')).toEqual([]);
});

test('a hit in the title comes before one in the text', () => {
  expect(searchArticles([...articles].reverse(), 'dkim').map(({ id }) => id)).toEqual(['dkim-signing', 'forwarding']);
});

test('a hit in the text shows the sentence that says most of it, with the words marked', () => {
  const [, hit] = searchArticles(articles, 'dkim mail');
  expect(hit?.sentence).toEqual([
    { text: 'Mail', isMatch: true },
    { text: ' that ', isMatch: false },
    { text: 'DKIM', isMatch: true },
    { text: ' signs is forwarded too.', isMatch: false },
  ]);
});

test('signs of regular expressions are searched for as they stand', () => {
  expect(markWords('v=spf1 -all (hard fail)', '-all (hard').filter(({ isMatch }) => isMatch)).toEqual([
    { text: '-all', isMatch: true },
    { text: '(hard', isMatch: true },
  ]);
  expect(idsFor('[')).toEqual([]);
});

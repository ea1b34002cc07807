import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArticle } from '@tenantry/contract/article-file';
import type { Token, Tokens } from 'marked';
import { describe, expect, test } from 'vitest';
import { remedies } from '../api/src/audit/findings/remedies/remedies.ts';
import { plainTextOf, tokensOf } from '../frontend/src/features/help/article-tokens.ts';
import { fixGroups, helpCategories, listedArticles } from '../frontend/src/features/help/help-catalog.ts';
import { mailAreaArticles } from '../frontend/src/features/mailflow/mail-articles.ts';

const folder = join(import.meta.dirname, '../frontend/public/help');
const articles = readdirSync(folder)
  .map((name) => ({ id: name.replace(/\.md$/, ''), ...parseArticle(readFileSync(join(folder, name), 'utf8')) }))
  .sort((a, b) => a.id.localeCompare(b.id));
const ids = articles.map(({ id }) => id);

/** Whose pages articles may lead to: Microsoft's portals and documentation. */
const knownHosts = [
  'admin.cloud.microsoft',
  'admin.exchange.microsoft.com',
  'admin.microsoft.com',
  'admin.teams.microsoft.com',
  'aka.ms',
  'compliance.microsoft.com',
  'entra.microsoft.com',
  'intune.microsoft.com',
  'learn.microsoft.com',
  'myaccount.microsoft.com',
  'purview.microsoft.com',
  'security.microsoft.com',
];
const languages = ['powershell', 'http', 'json', 'dns', 'text'];

/** A part and all parts within it. */
function within(token: Token): Token[] {
  const inner: Token[] = [
    ...('tokens' in token ? (token.tokens ?? []) : []),
    ...(token.type === 'list' ? (token as Tokens.List).items : []),
    ...(token.type === 'table'
      ? [(token as Tokens.Table).header, ...(token as Tokens.Table).rows].flat().flatMap((cell) => cell.tokens)
      : []),
  ];
  return [token, ...inner.flatMap(within)];
}
const partsOf = (markdown: string) => tokensOf(markdown).flatMap(within);
const repeated = (texts: readonly string[]) => texts.filter((text, index) => texts.indexOf(text) !== index);

test('help has five categories of four or five topics, and five guides with their severity', () => {
  expect(helpCategories.map(({ title }) => title)).toEqual([
    'User Management',
    'Security & Auditing',
    'Audit Findings & Remediation',
    'Mail Flow Security',
    'Reports & Tasks',
  ]);
  expect(helpCategories.filter(({ topics }) => topics.length < 4 || topics.length > 5)).toEqual([]);
  expect(helpCategories[2]?.topics.map(({ id, severity }) => `${id}: ${severity}`)).toEqual([
    'anti-phishing-protections: high',
    'login-branding: medium',
    'dmarc-record: high',
    'auto-forwarding-restriction: critical',
    'secure-score-improvement: medium',
  ]);
});

test('every article that help lists has a file, and help lists every file', () => {
  expect(listedArticles.toSorted((a, b) => a.localeCompare(b))).toEqual(ids);
});

test('every remedy of the audit has its article among those that fix a finding', () => {
  const fixes = fixGroups.flatMap((group) => group.articles);
  expect(fixes.toSorted()).toEqual(remedies.map(({ id }) => id).toSorted());
});

test('what the mail flow page says of a record leads to an article', () => {
  expect(Object.values(mailAreaArticles).filter((id) => !ids.includes(id))).toEqual([]);
});

test('no two articles have the same title or description', () => {
  expect(repeated(articles.map(({ title }) => title))).toEqual([]);
  expect(repeated(articles.map(({ description }) => description))).toEqual([]);
});

describe.each(articles)('the article $id', ({ title, description, body }) => {
  const parts = partsOf(body);

  test('has a title, a line that describes it, and a text', () => {
    expect(title).toMatch(/^[A-Z].{4,80}$/);
    expect(description).toMatch(/^[A-Z].{20,150}\.$/);
    expect(plainTextOf(body).split(/\s+/).length).toBeGreaterThanOrEqual(100);
    expect(body).not.toMatch(/\b(TODO|TBD|FIXME|lorem ipsum)\b/i);
  });

  test('has no dead link to another article, and leads to known pages over https alone', () => {
    const links = parts.filter((part) => part.type === 'link').map((part) => (part as Tokens.Link).href);
    const dead = links.filter((href) => {
      const article = /^article:(.+)$/.exec(href)?.[1];
      if (article !== undefined) return !ids.includes(article);
      return !href.startsWith('https://') || !knownHosts.includes(new URL(href).host);
    });
    expect(dead).toEqual([]);
  });

  test('has headings that begin below the title and skip no level', () => {
    const depths = parts.filter((part) => part.type === 'heading').map((part) => (part as Tokens.Heading).depth);
    expect(depths.filter((depth, index) => depth < 2 || depth > (depths[index - 1] ?? 1) + 1)).toEqual([]);
  });

  test('names the language of each block of code', () => {
    const named = parts.filter((part) => part.type === 'code').map((part) => (part as Tokens.Code).lang ?? '');
    expect(named.filter((language) => !languages.includes(language))).toEqual([]);
  });

  test('is made of parts that the page draws: no markup, no images, no entities', () => {
    const drawn = [
      'blockquote',
      'br',
      'code',
      'codespan',
      'em',
      'escape',
      'heading',
      'link',
      'list',
      'list_item',
      'paragraph',
      'space',
      'strong',
      'table',
      'text',
    ];
    expect(parts.filter((part) => !drawn.includes(part.type)).map(({ type, raw }) => `${type}: ${raw}`)).toEqual([]);
    const texts = parts.filter((part) => part.type === 'text').map((part) => (part as Tokens.Text).text);
    expect(texts.filter((text) => /&#?\w+;/.test(text))).toEqual([]);
  });
});

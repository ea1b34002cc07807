import { describe, expect, it } from 'vitest';
import { catalog } from '../checks/catalog.ts';
import { findingTitle } from './finding-titles.ts';

const maxLength = 70;
const titles = catalog.map((check) => check.findingTitle);

describe('the titles of findings', () => {
  it('are there for every check of the catalog and for no other', () => {
    for (const check of catalog) expect(findingTitle(check.id, 'none')).toBe(check.findingTitle);
    expect(findingTitle('no.such.check', 'none')).toBe('none');
  });

  it('occur once', () => {
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
  });

  it('are short, without blanks at the ends or a full stop', () => {
    expect(titles.filter((title) => title.length > maxLength)).toEqual([]);
    expect(titles.filter((title) => title === '' || title !== title.trim() || title.endsWith('.'))).toEqual([]);
  });

  it('are never the title of a check, which names the good state', () => {
    const good = new Set(catalog.map((check) => check.title.toLowerCase()));
    expect(titles.filter((title) => good.has(title.toLowerCase()))).toEqual([]);
  });
});

describe('findingTitle', () => {
  it('names the problem of a known check', () => {
    expect(findingTitle('ca.legacy', 'Legacy authentication is blocked')).toBe(
      'Legacy authentication is not fully blocked',
    );
  });

  it('gives the fallback for an unknown check, also for names that every object inherits', () => {
    expect(findingTitle('ca.retired', 'A check of old')).toBe('A check of old');
    expect(findingTitle('constructor', 'A check of old')).toBe('A check of old');
  });
});

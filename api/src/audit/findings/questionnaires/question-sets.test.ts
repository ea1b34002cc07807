import { QuestionnaireId } from '@tenantry/contract/questionnaires';
import { describe, expect, test } from 'vitest';
import { catalog } from '../../checks/catalog.ts';
import { questionSetOf, questionSets, questionsOf } from './question-sets.ts';

const checkIds = new Set(catalog.map(({ id }) => id));
const cases = questionSets.map((set) => [set.id, set] as const);

test('there is a set for each id of the contract', () => {
  expect(questionSets.map(({ id }) => id)).toEqual(QuestionnaireId.options);
  for (const id of QuestionnaireId.options) expect(questionSetOf(id).id).toBe(id);
});

describe.each(cases)('the question set %s', (_, set) => {
  const questions = questionsOf(set);

  test('asks 15 to 30 questions, each once, under ids that addresses can hold', () => {
    expect(questions.length).toBeGreaterThanOrEqual(15);
    expect(questions.length).toBeLessThanOrEqual(30);
    const ids = questions.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9-]{1,40}$/);
    expect(new Set(questions.map(({ text }) => text)).size).toBe(questions.length);
    for (const { text } of questions) expect(text).toMatch(/^[A-Z].*\?$|^[A-Z].*\?$/);
  });

  test('names its sources, by addresses that anybody can open', () => {
    expect(set.sources.length).toBeGreaterThan(0);
    for (const { title, url } of set.sources) {
      expect(title).not.toBe('');
      expect(new URL(url).protocol).toBe('https:');
    }
    expect(set.edition).not.toBe('');
    expect(set.note).not.toBe('');
  });

  test('is decided by checks of the catalog', () => {
    for (const { id, by } of questions) {
      if (by.kind === 'client') continue;
      const named = by.all.flat();
      expect([id, named.filter((check) => !checkIds.has(check))]).toEqual([id, []]);
      expect([id, new Set(named).size]).toEqual([id, named.length]);
      for (const check of by.partial) expect(named).toContain(check);
    }
  });

  test('leaves to the client what Microsoft 365 cannot tell, and says why', () => {
    const left = questions.flatMap(({ by }) => (by.kind === 'client' ? [by.because] : []));
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(questions.length);
    for (const because of left) expect(because).toMatch(/^[A-Z].{20,}\.$/);
  });

  test('has a question in each section', () => {
    for (const { id, label, questions: own } of set.sections) {
      expect([id, own.length > 0, label !== '']).toEqual([id, true, true]);
    }
  });
});

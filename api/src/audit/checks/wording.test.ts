import { describe, expect, it, test } from 'vitest';
import { verdictOf } from '../findings/evaluate.ts';
import { factsFromSnapshot } from '../snapshot/snapshot.ts';
import { checkExamples } from '../testing/check-examples.ts';
import { testNow, type verdictFor } from '../testing/verdict-for.ts';
import { catalog } from './catalog.ts';

const nouns =
  'account|user|member|guest|administrator|policy|policie|group|role|assignment|application|device|location|domain|exclusion|rule|review|detection|alert|word|attempt|setting|secret|certificate';
const plural = 'are|have|hold|were|do|come|apply|cover|lack|name|need|use|stand';
const singular = 'is|has|was|holds|does|covers|applies|stands';
/** What does not agree in number, as "1 account hold" and "1 accounts" do not. */
const disagreements = [
  new RegExp(`(?<!\\bof )\\b1 (?:\\p{L}+ ){0,2}(?:${nouns})s\\b(?! (?:${singular})\\b)`, 'iu'),
  new RegExp(`(?<!\\bof )\\b1 (?:\\p{L}+ ){1,3}(?:${plural})\\b`, 'u'),
  new RegExp(
    `(?<!\\d|365 |\\.)\\b(?:0|[2-9]|\\d\\d+) (?:enabled |privileged |other )?(?:${nouns})(?:y)?\\b(?! (?:${nouns})s?\\b)(?<!365 group)`,
    'u',
  ),
  new RegExp(`\\b(?:0|[2-9]|\\d\\d+) (?:\\p{L}+ )?(?:${nouns})s (?:${singular})\\b`, 'u'),
];
/** What a translator writes, and what is not written so in American English. */
const strangeWords = [
  /\bleft out\b/i,
  /\bleaves? out\b/i,
  /tried out/i,
  /takes over that takes over/i,
  /\benrol(?:s|ment)?\b/i,
  /licence|organis|recognis|synchronis|authoris|behaviour|colour/i,
  /\be-mail\b/i,
  /Entra admin center > (?:Protection|Identity)\b/,
  /Azure AD\b|\bcentre\b|cancelled|idle time-out/i,
  /past multifactor|taken? in hand|looked for in vain|\bwhoever\b|\bshall\b|\bnot told\b/i,
  /does not (?:say|tell) of\b|\bare advised\b|takes a password alone|in spite of/i,
];

const textsOf = (id: string, snapshots: readonly Parameters<typeof verdictFor>[1][]): string[] => {
  const check = catalog.find((one) => one.id === id);
  if (check === undefined) throw new Error(`there is no check ${id}`);
  const said = snapshots.flatMap((snapshot) => {
    const { facts, exemptions } = factsFromSnapshot(snapshot, testNow);
    const { message, recommendation, evidence } = verdictOf(check, facts, { now: testNow, exemptions });
    return [message, recommendation, ...evidence.map(({ observed }) => observed)];
  });
  return [check.title, check.findingTitle, check.recommendation, check.impact ?? '', ...said];
};

describe('what the checks say of their examples', () => {
  test.each(checkExamples)('$check agrees in number', ({ check, good, bad }) => {
    for (const text of textsOf(check, [good, bad]))
      for (const pattern of disagreements) expect(text).not.toMatch(pattern);
  });

  test.each(checkExamples)('$check is in the words of the trade', ({ check, good, bad }) => {
    for (const text of textsOf(check, [good, bad]))
      for (const pattern of strangeWords) expect(text).not.toMatch(pattern);
  });

  it('finds what does not agree', () => {
    for (const text of [
      '1 accounts',
      '1 account hold',
      '1 account are Global Administrators',
      '3 account',
      '2 policies has',
      '1 exclusion of policies are',
    ])
      expect(
        disagreements.some((pattern) => pattern.test(text)),
        text,
      ).toBe(true);
    for (const text of ['1 account holds', '2 accounts hold', '1 policy is', '10 user accounts', 'the only one is'])
      expect(
        disagreements.some((pattern) => pattern.test(text)),
        text,
      ).toBe(false);
  });
});

describe('the impact of a check', () => {
  test.each(catalog.filter(({ severity }) => severity !== 'info').map((check) => [check.id, check] as const))(
    '%s says what can happen, not what was seen',
    (_id, { impact, title, findingTitle }) => {
      expect(impact).toMatch(/^[A-Z].{20,}\.$/);
      expect([title, findingTitle]).not.toContain(impact);
    },
  );
});

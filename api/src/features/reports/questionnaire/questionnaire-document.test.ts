import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QuestionView } from '@tenantry/contract/questionnaires';
import { afterAll, expect, test } from 'vitest';
import { copyFonts } from '../../../../font-files.mjs';
import { pressPdf } from '../press/press.ts';
import { readPressFonts } from '../press/press-fonts.ts';
import { pdfText } from '../testing/pdf-text.ts';
import { questionnaireDocument } from './questionnaire-document.ts';
import type { QuestionnaireModel } from './questionnaire-model.ts';

const fontsDir = mkdtempSync(join(tmpdir(), 'tenantry-fonts-'));
copyFonts(fontsDir);
afterAll(() => rmSync(fontsDir, { recursive: true }));
const fonts = readPressFonts(fontsDir);
const at = '2026-01-02T23:30:00.000Z';

const question = (number: string, over: Partial<QuestionView>): QuestionView => ({
  id: `question-${number.replace('.', '-')}`,
  number,
  reference: null,
  text: `Question ${number}?`,
  answer: 'yes',
  because: [`Reason ${number}.`],
  exceptions: [],
  evidence: [],
  judgedAt: at,
  beyond: null,
  given: null,
  revision: 0,
  ...over,
});

const modelOf = (
  questions: QuestionView[],
  over: Partial<QuestionnaireModel['questionnaire']> = {},
): QuestionnaireModel => ({
  tenant: { name: 'Contoso', domain: 'contoso.example', isSimulated: false },
  preparedBy: { organization: 'Harbor IT' },
  branding: { color: null, logo: null },
  timeZone: 'Europe/Berlin',
  generatedAt: at,
  questionnaire: {
    tenantId: '11111111-0000-4000-8000-000000000000',
    auditedAt: at,
    reason: null,
    isSimulated: false,
    questionnaire: {
      id: 'cyber-insurance',
      name: 'Cyber insurance in full',
      shortName: 'Cyber insurance',
      edition: 'Edition 1',
      note: 'A note.',
      sources: [{ title: 'A form', url: 'https://insurer.example/form' }],
      counts: { yes: 1, yesExcept: 1, no: 1, notSeen: 1, leftToClient: 2, answered: 1, open: 1, toConfirm: 1 },
    },
    sections: [{ id: 'one', label: 'Section one', questions }],
    ...over,
  },
});
const printed = async (model: QuestionnaireModel) =>
  pdfText((await pressPdf(questionnaireDocument(model, fonts.hasGlyph), fonts)).bytes);

const names = (count: number) => Array.from({ length: count }, (_, index) => `user${index}@contoso.example`);
const exception = (count: number): QuestionView['exceptions'][number] => ({
  checkId: 'ca.mfa.all',
  title: 'MFA for all users',
  count,
  listed: names(count).map((name) => ({ type: 'user', name })),
  isDeclared: false,
  accepted: { by: 'Dana Doe', reason: 'Until March', at, until: at },
});

test('the PDF has each answer in words with its reason, date and evidence, and whose it is', async () => {
  const evidence = {
    checkId: 'dns.spf',
    title: 'SPF names the permitted senders',
    status: 'pass' as const,
    message: 'All have one.',
    decides: true,
    observed: [],
    affectedCount: 0,
    sources: ['DNS'],
    readAt: '2025-12-01T12:00:00.000Z',
    accepted: null,
  };
  const { text } = await printed(
    modelOf([
      question('1.1', { evidence: [evidence] }),
      question('1.2', { answer: 'no' }),
      question('1.3', { answer: 'notSeen' }),
      question('1.4', { answer: null, judgedAt: null }),
    ]),
  );
  for (const expected of [
    'Cyber insurance in full',
    'Contoso',
    'Harbor IT',
    'Edition: Edition 1',
    'https://insurer.example/form',
  ]) {
    expect(text).toContain(expected);
  }
  // By the clock of the report's time zone it is the next day.
  expect(text).toContain('Judged Jan 3, 2026 by: SPF names the permitted senders: Pass (DNS, read Dec 1, 2025)');
  for (const word of ['Yes', 'No', 'Not seen', 'Left to the client']) expect(text).toContain(word);
  expect(text).toContain('Reason 1.4.');
});

test('a few exceptions stand beside the answer, and a long list whole at the end', async () => {
  const { text } = await printed(
    modelOf([
      question('1.1', { answer: 'yesExcept', exceptions: [exception(2)] }),
      question('1.2', { answer: 'yesExcept', exceptions: [exception(200)] }),
    ]),
  );
  expect(text).toContain('Except: MFA for all users: user0@contoso.example, user1@contoso.example');
  expect(text).toContain('Risk accepted by Dana Doe on Jan 3, 2026');
  expect(text).toContain('192 more, all of them at the end');
  expect(text).toContain('Exceptions in full');
  for (const name of names(200)) expect(text).toContain(name);
});

test('what the client said is theirs, with who wrote it down and when, and an old answer says so', async () => {
  const given = { answer: 'yes', text: 'On each laptop', by: 'Jane', isOnBehalf: true, at, isToConfirm: true } as const;
  const { text } = await printed(modelOf([question('1.1', { answer: null, judgedAt: null, given: { ...given } })]));
  expect(text).toContain('Client: yes');
  expect(text).toContain('On each laptop');
  expect(text).toContain('Jane, on the client’s behalf, Jan 3, 2026. Older than a year: to be confirmed');
});

test('hostile texts and none at all are laid out, on as many pages as they need', async () => {
  const long = `${'\u202e<b>=cmd '.repeat(400)}`;
  const hostile = Array.from({ length: 4 }, (_, index) =>
    question(`1.${index}`, {
      answer: 'yesExcept',
      because: [long, long, long],
      exceptions: [
        {
          ...exception(200),
          title: 'A title',
          listed: names(200).map((name) => ({ type: null, name: `${name}${long}` })),
        },
      ],
      given: { answer: null, text: 'line\n'.repeat(400), by: long, isOnBehalf: false, at, isToConfirm: true },
    }),
  );
  const { text, pages } = await printed(modelOf(hostile));
  expect(pages).toBeGreaterThan(4);
  // A row that is higher than a page would be lost.
  for (const { text: asked } of hostile) expect(text.split(asked).length).toBeGreaterThan(2);
  expect(text.split('to be confirmed').length).toBe(hostile.length + 1);
  expect(text).not.toContain('\u202e');
  const empty = await printed(modelOf([], { auditedAt: null, reason: 'Never scanned.' }));
  expect(empty.text).toContain('Nothing is answered with yes');
});

test('a reason that is too long ends at a word, and what the font lacks is said once', async () => {
  const reason = `${'word '.repeat(66)}somebody.with.a.long.name@contoso.example and others`;
  const { text } = await printed(
    modelOf([question('1.1', { answer: 'no', because: [reason, 'Two.', 'Three.', 'Four 😀 مرحبا.'] })]),
  );
  const flat = text.replace(/\s+/g, ' ');
  expect(flat).toContain('word … (more in the CSV)');
  expect(flat).not.toContain('somebody.with');
  expect(flat).toContain('And 1 more in the CSV.');
  expect(flat).toMatch(
    /characters in names or texts are not in the font of this report and printed as .\. The CSV has them\./,
  );
});

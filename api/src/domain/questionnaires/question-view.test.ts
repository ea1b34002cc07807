import type { QuestionAnswer } from '@tenantry/contract/questionnaires';
import type { Verdict, VerdictStatus } from '@tenantry/contract/verdicts';
import { describe, expect, test } from 'vitest';
import { told } from '../../audit/findings/questionnaires/question-set.ts';
import type { QuestionnaireAnswerRecord } from '../../store/questionnaire-answers.ts';
import { emptyOutbox } from '../audit-trail/outbox.ts';
import { type AnswerSources, questionView } from './question-view.ts';

const now = new Date('2026-06-01T00:00:00.000Z');
const auditedAt = '2026-05-30T00:00:00.000Z';

const verdictOf = (status: VerdictStatus, over: Partial<Verdict> = {}): Verdict => ({
  checkId: 'dns.spf',
  title: 'SPF names the permitted senders',
  category: 'mail-flow',
  severity: 'high',
  status,
  message: `It is ${status}.`,
  recommendation: '',
  evidence: [{ dataset: 'dns', observed: 'contoso.example: v=spf1 -all' }],
  affected: [],
  affectedCount: 0,
  references: [],
  ...over,
});

const except = {
  affected: [{ type: 'domain' as const, id: 'b.example', name: 'b.example' }],
  affectedCount: 1,
  population: { of: 3, untold: 0 },
};

const dataset = (fetchedAt: string, state: 'ok' | 'couldNotCheck' = 'ok') =>
  new Map([
    [
      'dns',
      {
        name: 'dns',
        state,
        fetchedAt,
        status: null,
        code: null,
        message: null,
        permission: null,
        grantUrl: null,
        license: null,
      },
    ],
  ]);

const sourcesWith = (verdict: Verdict | null, over: Partial<AnswerSources> = {}): AnswerSources => ({
  reader: 'staff',
  now,
  auditedAt,
  verdicts: new Map(verdict === null ? [] : [[verdict.checkId, verdict]]),
  datasets: dataset(auditedAt),
  accepted: new Map(),
  noLongerYes: null,
  ...over,
});

const spf = told('spf', 'Is there SPF?', 'dns.spf', 'Other senders are not seen.');
const view = (sources: AnswerSources, record?: QuestionnaireAnswerRecord) => questionView(spf, '1.1', record, sources);

const acceptance = {
  reason: 'Sold in July',
  acceptedBy: 'Dana Doe',
  acceptedAt: '2026-05-01T00:00:00.000Z',
  expiresAt: '2026-07-01T00:00:00.000Z',
  condition: { status: 'fail' as const, affected: [], affectedCount: 0, settings: {} },
};

const given = (over: Partial<QuestionnaireAnswerRecord> = {}): QuestionnaireAnswerRecord => ({
  id: 'tenant_answer',
  tenantId: 'tenant',
  questionnaireId: 'cyber-insurance',
  questionId: 'spf',
  answer: null,
  text: 'We are at it',
  by: { name: 'Dana Doe', contactId: null },
  at: '2026-05-01T00:00:00.000Z',
  revision: 2,
  isSimulated: false,
  ...emptyOutbox,
  ...over,
});

describe('a question', () => {
  test('is answered with reason, evidence, source and date', () => {
    expect(view(sourcesWith(verdictOf('pass')))).toMatchObject({
      answer: 'yes',
      because: ['It is pass.'],
      judgedAt: auditedAt,
      beyond: 'Other senders are not seen.',
      evidence: [
        { status: 'pass', sources: ['DNS records'], readAt: auditedAt, observed: ['contoso.example: v=spf1 -all'] },
      ],
    });
  });

  test.each<[string, Partial<AnswerSources>, QuestionAnswer, QuestionAnswer, QuestionAnswer]>([
    ['nothing is in the way', {}, 'yes', 'yesExcept', 'no'],
    ['the tenant is in trouble', { noLongerYes: 'There are no new results.' }, 'notSeen', 'notSeen', 'no'],
    [
      'what decides was read more than 90 days ago',
      { datasets: dataset('2026-02-01T00:00:00.000Z') },
      'notSeen',
      'notSeen',
      'no',
    ],
  ])('where %s is a yes only of what is known today, and a no stays one', (_, over, pass, some, fail) => {
    expect(view(sourcesWith(verdictOf('pass'), over)).answer).toBe(pass);
    expect(view(sourcesWith(verdictOf('fail', except), over)).answer).toBe(some);
    expect(view(sourcesWith(verdictOf('fail'), over)).answer).toBe(fail);
  });

  test('says why it is no longer a yes, and names no exceptions of a yes that it is not', () => {
    const { because, exceptions } = view(
      sourcesWith(verdictOf('fail', except), { noLongerYes: 'There are no new results.' }),
    );
    expect([because, exceptions]).toEqual([['There are no new results.'], []]);
  });

  test('of a check that is newer than the audit is not seen, by the title of the check', () => {
    const { answer, because, evidence } = view(sourcesWith(null));
    expect(answer).toBe('notSeen');
    expect(because[0]).toContain('“SPF names the permitted senders”');
    expect(evidence[0]?.status).toBeNull();
  });

  test('does not call read what was asked for in vain', () => {
    const sources = sourcesWith(verdictOf('couldNotCheck'), { datasets: dataset(auditedAt, 'couldNotCheck') });
    expect(view(sources).evidence[0]?.readAt).toBeNull();
  });

  test('marks an accepted risk with who took it on, and is no better for it', () => {
    const accepted = new Map([['dns.spf', { acceptance }]]);
    const { answer, exceptions, evidence } = view(sourcesWith(verdictOf('fail', except), { accepted }));
    expect(answer).toBe('yesExcept');
    for (const one of [exceptions[0], evidence[0]]) {
      expect(one?.accepted).toMatchObject({ by: 'Dana Doe', reason: 'Sold in July' });
    }
    expect(view(sourcesWith(verdictOf('fail'), { accepted })).answer).toBe('no');
    const over = new Map([['dns.spf', { acceptance: { ...acceptance, expiresAt: '2026-05-31T00:00:00.000Z' } }]]);
    expect(view(sourcesWith(verdictOf('fail', except), { accepted: over })).exceptions[0]?.accepted).toBeNull();
  });

  test('of a no tells each check that fails, with whom, and no sentence twice', () => {
    const both = told('mail', 'Are SPF and DMARC there?', 'dns.spf dns.dmarc dns.dkim');
    const domains = Array.from({ length: 7 }, (_, index) => ({
      type: 'domain' as const,
      id: `d${index}.example`,
      name: `d${index}.example`,
    }));
    const verdicts = new Map([
      ['dns.spf', verdictOf('fail', { message: 'No SPF.', affected: domains, affectedCount: 7 })],
      ['dns.dmarc', verdictOf('fail', { ...except, checkId: 'dns.dmarc', message: 'No DMARC.' })],
      ['dns.dkim', verdictOf('fail', { checkId: 'dns.dkim', message: 'No SPF. No DKIM.' })],
    ]);
    const { answer, because } = questionView(both, '1.1', undefined, sourcesWith(null, { verdicts }));
    expect([answer, because]).toEqual(['no', ['No DMARC. Affected: b.example.', 'No SPF. No DKIM.']]);
    verdicts.delete('dns.dkim');
    expect(questionView(both, '1.1', undefined, sourcesWith(null, { verdicts })).because[0]).toBe(
      'No SPF. Affected: d0.example, d1.example, d2.example, d3.example, d4.example and 2 more.',
    );
  });

  test('says of who is left out on purpose that they are, and not that somebody accepted it', () => {
    const accepted = new Map([['dns.spf', { acceptance }]]);
    const verdict = verdictOf('fail', { ...except, population: { of: 9, untold: 0 }, excluded: ['account emergency'] });
    const { exceptions } = view(sourcesWith(verdict, { accepted }));
    expect(exceptions.map(({ isDeclared, accepted: one }) => [isDeclared, one?.by ?? null])).toEqual([
      [false, 'Dana Doe'],
      [true, null],
    ]);
  });

  test('tells contacts of the client no lines of evidence and no name of the provider’s people', () => {
    const accepted = new Map([['dns.spf', { acceptance }]]);
    const sources = sourcesWith(verdictOf('fail', except), { accepted, reader: 'client' });
    const shown = view(sources, given());
    expect(shown.evidence[0]).toMatchObject({ observed: [], accepted: { by: null, reason: null } });
    expect(shown.given).toMatchObject({ by: 'Your service provider', isOnBehalf: true });
    expect(JSON.stringify(shown)).not.toMatch(/Dana Doe|Sold in July/);
  });

  test('asks for an answer again after a year, and shows nothing where it was taken back', () => {
    const sources = sourcesWith(verdictOf('pass'));
    expect(view(sources, given()).given?.isToConfirm).toBe(false);
    expect(view(sources, given({ at: '2025-05-01T00:00:00.000Z' })).given?.isToConfirm).toBe(true);
    expect(view(sources, given({ text: '' }))).toMatchObject({ given: null, revision: 2 });
  });

  test('names objects once that several checks leave out', () => {
    const both = told('mail', 'Are SPF and DMARC there?', 'dns.spf dns.dmarc.published');
    const verdicts = new Map(
      ['dns.spf', 'dns.dmarc.published'].map((checkId) => [
        checkId,
        verdictOf('fail', { ...except, checkId, title: checkId }),
      ]),
    );
    const { exceptions } = questionView(both, '1.1', undefined, sourcesWith(null, { verdicts }));
    expect(exceptions.map(({ title, count }) => [title, count])).toEqual([['dns.spf; dns.dmarc.published', 1]]);
  });
});

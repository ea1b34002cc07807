import { listAuditTrail } from '@tenantry/contract/audit-trail';
import {
  answerAsClient,
  answerForClient,
  downloadClientQuestionnaire,
  downloadQuestionnaire,
  getClientQuestionnaire,
  getQuestionnaire,
  listClientQuestionnaires,
  listQuestionnaires,
  Questionnaire,
  QuestionnaireId,
  Questionnaires,
  type QuestionView,
} from '@tenantry/contract/questionnaires';
import { startScan } from '@tenantry/contract/scans';
import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { mixedProfile } from '@tenantry/simulator/profiles/mixed-profile';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const weak = weakProfile.id;
const good = goodProfile.id;
const mixed = mixedProfile.id;
const insurance = { questionnaire: 'cyber-insurance' } as const;

const questionsOf = ({ sections }: Questionnaire): QuestionView[] => sections.flatMap(({ questions }) => questions);
const byId = (set: Questionnaire) => new Map(questionsOf(set).map((one) => [one.id, one]));

describe('questionnaires', () => {
  let app: TestApp;
  let administrator: string;
  let technician: string;
  let viewer: string;
  let client: string;
  beforeAll(async () => {
    app = await createTestApp();
    administrator = await app.registerAdmin();
    technician = await app.signInAs('technician', { kind: 'tenants', tenantIds: [weak] });
    viewer = await app.signInAs('viewer', { kind: 'tenants', tenantIds: [weak, good, mixed] });
    client = await app.signInAsClient(weak);
    for (const tenant_id of [weak, good, mixed])
      await app.call(startScan, { body: { tenant_id }, cookie: administrator });
    await app.drainQueue();
  });
  afterAll(() => app.close());

  const read = async (questionnaire: QuestionnaireId, tenantId = weak, cookie = viewer) => {
    const answer = await app.call(getQuestionnaire, { params: { questionnaire }, query: { tenantId }, cookie });
    return z.parse(Questionnaire, answer.json);
  };
  const readAsClient = async () =>
    z.parse(
      Questionnaire,
      (await app.call(getClientQuestionnaire, { params: insurance, tenantId: weak, cookie: client })).json,
    );
  const answer = (question: string, body: object, cookie = technician) =>
    app.call(answerForClient, { params: { id: weak, ...insurance, question }, body, cookie });
  const answerByClient = (question: string, body: object, tenantId = weak, cookie = client) =>
    app.call(answerAsClient, { params: { ...insurance, question }, tenantId, body, cookie });

  it('are listed with the figures that their questions add up to', async () => {
    const listed = z.parse(
      Questionnaires,
      (await app.call(listQuestionnaires, { query: { tenantId: weak }, cookie: viewer })).json,
    );
    expect(listed).toMatchObject({ tenantId: weak, isSimulated: true, reason: null });
    expect(listed.questionnaires.map(({ id }) => id)).toEqual(QuestionnaireId.options);
    for (const { id, counts, sources } of listed.questionnaires) {
      const all = questionsOf(await read(id));
      const { yes, yesExcept, no, notSeen, leftToClient } = counts;
      expect(yes + yesExcept + no + notSeen + leftToClient).toBe(all.length);
      expect(all.filter(({ answer: one }) => one === 'no')).toHaveLength(no);
      expect(sources.length).toBeGreaterThan(0);
    }
  });

  it('are answered of the weak tenant as its settings are', async () => {
    const answers = byId(await read('cyber-insurance'));
    const told = (id: string) => answers.get(id)?.answer;
    expect([told('mfa-email'), told('mfa-admins'), told('mail-spf'), told('mail-dmarc')]).toEqual([
      'no',
      'yesExcept',
      'yesExcept',
      'no',
    ]);
    const admins = answers.get('mfa-admins');
    expect(admins?.exceptions[0]?.listed.map(({ name }) => name.split('@')[0])).toEqual([
      'farid.meier',
      'samir.jacobs',
      'fiona.moreau',
    ]);
    // Report-only does nothing.
    expect(answers.get('mfa-email')?.because.join(' ')).toContain('report-only, without effect');
    expect(told('mail-attachments')).toBe('notSeen');
    expect(answers.get('mail-attachments')?.because[0]).toContain('no license');
    expect(told('edr')).toBeNull();
  });

  it('of the good tenant name the emergency accounts that are let out of MFA', async () => {
    const mfa = byId(await read('cyber-insurance', good)).get('mfa-email');
    expect(mfa?.answer).toBe('yesExcept');
    expect(mfa?.exceptions[0]).toMatchObject({ isDeclared: true, count: 2 });
    expect(mfa?.exceptions[0]?.listed[0]?.name).toContain('emergency.access1');
  });

  it('name the declared accounts that hold a role for good', async () => {
    const rights = byId(await read('cyber-insurance', good)).get('admin-temporary');
    expect(rights?.answer).toBe('yesExcept');
    expect(rights?.exceptions[0]).toMatchObject({ isDeclared: true, count: 2 });
    expect(rights?.exceptions[0]?.listed[0]?.name).toContain('emergency.access1');
  });

  it('count each account once, on the page and in the file, and name the group that leaves it out', async () => {
    const mfa = byId(await read('cyber-insurance', mixed)).get('mfa-email');
    const [left] = mfa?.exceptions ?? [];
    expect([left?.count, left?.listed.map(({ name }) => name)]).toEqual([
      3,
      [expect.stringContaining('(group MFA exceptions)'), expect.any(String), expect.any(String)],
    ]);
    expect(mfa?.because.join(' ')).toContain('3 of ');
    const params = { id: mixed, ...insurance };
    const { text } = await app.call(downloadQuestionnaire, { params, query: { format: 'csv' }, cookie: administrator });
    expect(text).toContain('3 left out: dunja.xu');
    expect(text).not.toContain('4 left out: MFA exceptions');
  });

  it('carry the evidence of each answer, with its data and date', async () => {
    for (const { answer: one, evidence, because, judgedAt } of questionsOf(await read('cisa-cpg'))) {
      expect(because.length).toBeGreaterThan(0);
      if (one === null) continue;
      expect(Date.parse(judgedAt ?? '')).toBeGreaterThan(0);
      expect(evidence.length).toBeGreaterThan(0);
      for (const { sources, message } of evidence) expect([sources.length > 0, message !== '']).toEqual([true, true]);
    }
  });

  it('before the first audit see nothing, and say why', async () => {
    const unscanned = (await app.tenantIds()).find((id) => ![weak, good, mixed].includes(id)) ?? '';
    const set = await read('cyber-insurance', unscanned, administrator);
    expect(set).toMatchObject({ auditedAt: null, reason: expect.stringContaining('never been scanned') });
    for (const { answer: one, evidence } of questionsOf(set)) {
      expect([null, 'notSeen']).toContain(one);
      expect(evidence).toEqual([]);
    }
  });

  it('are answered by staff on the client’s behalf, once for what was read, and the trail has both sides', async () => {
    const first = await answer('edr', { answer: 'yes', text: 'Defender on each computer', revision: 0 });
    expect(first.json).toMatchObject({
      revision: 1,
      answer: null,
      given: { answer: 'yes', by: 'A technician', isOnBehalf: true, isToConfirm: false },
    });
    expect((await answer('edr', { answer: 'no', text: '', revision: 0 })).status).toBe(409);
    expect((await answer('edr', { answer: 'no', text: 'Not on servers', revision: 1 })).json.revision).toBe(2);
    const trail = await app.call(listAuditTrail, { query: { tenantId: weak }, cookie: administrator });
    expect(trail.text).toContain('questionnaire_answered');
    expect(trail.text).toContain('Defender on each computer');
    expect((await answer('edr', { answer: 'no', text: '', revision: 2 }, viewer)).status).toBe(403);
    expect((await answer('no-such-question', { answer: 'no', text: '', revision: 0 })).status).toBe(404);
    expect((await answer('patching', { answer: 'other', text: ' ', revision: 0 })).status).toBe(400);
  });

  it('take no answer to what Microsoft 365 answers, and a comment beside it', async () => {
    const refused = await answer('mfa-email', { answer: 'yes', text: 'We do', revision: 0 });
    expect([refused.status, refused.json.code]).toEqual([400, 'INVALID_INPUT']);
    expect((await answerByClient('mfa-email', { answer: 'yes', text: '', revision: 0 })).status).toBe(400);
    const said = await answerByClient('mfa-email', { answer: null, text: 'Planned for March', revision: 0 });
    expect(said.json).toMatchObject({
      answer: 'no',
      given: { answer: null, text: 'Planned for March', isOnBehalf: false },
    });
  });

  it('are open to contacts of the client in their own tenant alone, without what is of staff', async () => {
    await answer('backup-offline', { answer: 'yes', text: 'Tapes', revision: 0 });
    const own = await readAsClient();
    expect(byId(own).get('backup-offline')?.given).toMatchObject({ by: 'Your service provider', isOnBehalf: true });
    expect(JSON.stringify(own)).not.toContain('A technician');
    for (const { evidence } of questionsOf(own)) for (const { observed } of evidence) expect(observed).toEqual([]);
    for (const call of [listClientQuestionnaires, getClientQuestionnaire, downloadClientQuestionnaire] as const) {
      const foreign = await app.call(call, {
        params: insurance,
        query: { format: 'csv' },
        tenantId: good,
        cookie: client,
      });
      expect(foreign.status).toBe(404);
    }
    expect((await answerByClient('training', { answer: 'yes', text: '', revision: 0 }, good)).status).toBe(404);
    expect((await answerByClient('training', { answer: 'yes', text: '', revision: 0 })).json).toMatchObject({
      given: { answer: 'yes', by: 'Jane Doe', isOnBehalf: false },
    });
    expect(
      (await answerByClient('response-plan', { answer: 'yes', text: '', revision: 0 }, weak, technician)).status,
    ).toBe(403);
    expect((await read('cyber-insurance')).questionnaire.counts).toMatchObject({
      leftToClient: 8,
      answered: 3,
      open: 5,
    });
  });

  it('are saved as CSV, a line for each question, and the trail tells who', async () => {
    const params = { id: weak, ...insurance };
    const file = await app.call(downloadQuestionnaire, { params, query: { format: 'csv' }, cookie: viewer });
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(file.headers['content-disposition']).toContain('Questionnaire_cyber-insurance_');
    const lines = file.text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(31);
    expect(lines.find((line) => line.includes('Does every administrator account need MFA?'))).toContain(
      '"Yes, except these"',
    );
    await app.call(downloadClientQuestionnaire, {
      params: insurance,
      query: { format: 'csv' },
      tenantId: weak,
      cookie: client,
    });
    const trail = await app.call(listAuditTrail, { query: { tenantId: weak }, cookie: administrator });
    expect(trail.text.split('questionnaire_downloaded').length).toBeGreaterThan(2);
    expect(trail.text).toContain('"byClient":true');
  });
});

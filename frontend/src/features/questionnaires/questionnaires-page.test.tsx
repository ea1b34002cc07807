import type {
  Questionnaire,
  QuestionnaireSummary,
  Questionnaires,
  QuestionView,
} from '@tenantry/contract/questionnaires';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { storageKeys } from '../../lib/storage.ts';
import { apiError, contoso, type FakeServer, json, signedInServer } from '../../testing/fake-server.ts';
import { renderApp } from '../../testing/render-app.tsx';

const at = '2026-01-02T03:04:00.000Z';

const question = (id: string, over: Partial<QuestionView>): QuestionView => ({
  id,
  number: '1.1',
  reference: null,
  text: `Question ${id}?`,
  answer: 'yes',
  because: [`Because of ${id}.`],
  exceptions: [],
  evidence: [],
  judgedAt: at,
  beyond: null,
  given: null,
  revision: 0,
  ...over,
});

const evidence = {
  checkId: 'ca.mfa.admins',
  title: 'MFA for administrators',
  status: 'fail' as const,
  message: 'Three are not covered.',
  decides: true,
  observed: ['"MFA for Global Administrators" is on and applies'],
  affectedCount: 3,
  sources: ['Conditional Access policies'],
  readAt: at,
  accepted: null,
};

const admins = question('admins', {
  answer: 'yesExcept',
  evidence: [evidence],
  exceptions: [
    {
      checkId: 'ca.mfa.admins',
      title: 'MFA for administrators',
      count: 2,
      listed: [
        { type: 'user', name: 'farid@contoso.example' },
        { type: 'user', name: 'samir@contoso.example' },
      ],
      isDeclared: false,
      accepted: { by: 'Dana Doe', reason: 'Until March', at, until: '2026-03-01T00:00:00.000Z' },
    },
  ],
});
const backups = question('backups', { answer: null, judgedAt: null, because: ['Backups are made by other products.'] });
const training = question('training', {
  answer: null,
  judgedAt: null,
  given: {
    answer: 'yes',
    text: 'Each spring',
    by: 'Jane',
    isOnBehalf: false,
    at: '2024-01-02T00:00:00.000Z',
    isToConfirm: true,
  },
  revision: 3,
});

const summary = (id: QuestionnaireSummary['id'], shortName: string): QuestionnaireSummary => ({
  id,
  name: `${shortName} in full`,
  shortName,
  edition: 'Edition 1',
  note: `Note of ${shortName}.`,
  sources: [{ title: 'A form', url: 'https://insurer.example/form' }],
  counts: { yes: 4, yesExcept: 1, no: 7, notSeen: 2, leftToClient: 2, answered: 1, open: 1, toConfirm: 1 },
});
const audited = { tenantId: contoso.id, auditedAt: at, reason: null, isSimulated: false };
const all: Questionnaires = {
  ...audited,
  questionnaires: [summary('cyber-insurance', 'Insurance'), summary('cisa-cpg', 'CISA')],
};
const setOf = (id: QuestionnaireSummary['id'], name: string, questions: QuestionView[]): Questionnaire => ({
  ...audited,
  questionnaire: summary(id, name),
  sections: [{ id: 'one', label: 'Section one', questions }],
});

const serverWith = (role: 'technician' | 'viewer' = 'technician', list: Questionnaires = all): FakeServer =>
  signedInServer(role)
    .on('GET /api/questionnaires', () => json(list))
    .on('GET /api/questionnaires/cyber-insurance', () =>
      json(setOf('cyber-insurance', 'Insurance', [admins, question('mail', {}), backups, training])),
    )
    .on('GET /api/questionnaires/cisa-cpg', () =>
      json(setOf('cisa-cpg', 'CISA', [question('goal', { answer: 'no' })])),
    );

const itemOf = async (name: string) => within(await screen.findByRole('listitem', { name }));

describe('the page of questionnaires', () => {
  beforeEach(() => localStorage.setItem(storageKeys.tenantId, contoso.id));

  test('shows each set with its figures in words', async () => {
    renderApp('/questionnaires', serverWith());
    const cards = within(await screen.findByRole('navigation', { name: 'Questionnaires' }));
    const [insurance] = cards.getAllByRole('link');
    expect(insurance?.textContent).toContain('Yes: 4');
    expect(insurance?.textContent).toContain('Yes, except these: 1');
    expect(insurance?.textContent).toContain('No: 7');
    expect(insurance?.textContent).toContain('Not seen: 2');
    expect(insurance?.textContent).toContain('Left to the client: 1 of 2 answered, 1 to confirm');
    expect(insurance?.getAttribute('aria-current')).toBe('page');
  });

  test('the chosen set is in the address, with where it comes from', async () => {
    const { user, path } = renderApp('/questionnaires', serverWith());
    await user.click(await screen.findByRole('link', { name: /^CISA/ }));
    await screen.findByRole('region', { name: 'CISA in full' });
    expect(path()).toBe(`/questionnaires?tenantId=${contoso.id}&set=cisa-cpg`);
    expect(screen.getByRole('link', { name: 'Source: A form' }).getAttribute('href')).toBe(
      'https://insurer.example/form',
    );
  });

  test('an answer names what is excepted and who took the risk on, and opens to its evidence', async () => {
    const { user } = renderApp('/questionnaires', serverWith());
    const item = await itemOf('Question admins?');
    expect(item.getByText('Yes, except these')).toBeDefined();
    expect(item.getByText('farid@contoso.example')).toBeDefined();
    expect(item.getByText(/^Risk accepted by Dana Doe/)).toBeDefined();
    await user.click(item.getByRole('button', { name: 'Evidence' }));
    expect(item.getByText('Three are not covered.')).toBeDefined();
    expect(item.getByText(/Source: Conditional Access policies/)).toBeDefined();
  });

  test('what is left to the client says why, and an old answer asks to be confirmed', async () => {
    renderApp('/questionnaires', serverWith());
    const item = await itemOf('Question backups?');
    expect(item.getByText('Left to the client')).toBeDefined();
    expect(item.getByText('Backups are made by other products.')).toBeDefined();
    const old = await itemOf('Question training?');
    expect(old.getByText('Client: Yes')).toBeDefined();
    expect(old.getByText(/Older than a year: please confirm/)).toBeDefined();
    expect(old.getByRole('button', { name: 'Confirm or change' })).toBeDefined();
  });

  test('a technician answers on the client’s behalf, for what was read', async () => {
    const server = serverWith().on(`PUT /api/tenant/${contoso.id}/questionnaires/cyber-insurance/answers/backups`, () =>
      json(backups),
    );
    const { user } = renderApp('/questionnaires', server);
    await user.click((await itemOf('Question backups?')).getByRole('button', { name: 'Answer' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/on the client’s behalf/)).toBeDefined();
    await user.click(dialog.getByRole('radio', { name: 'In words' }));
    await user.click(dialog.getByRole('button', { name: 'Save answer' }));
    await dialog.findByText('Say in words how it is');
    await user.type(dialog.getByRole('textbox'), 'Tapes, each night');
    await user.click(dialog.getByRole('button', { name: 'Save answer' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [sent] = server.requestsTo(`/api/tenant/${contoso.id}/questionnaires/cyber-insurance/answers/backups`);
    expect(sent?.body).toEqual({ answer: 'other', text: 'Tapes, each night', revision: 0 });
    expect(server.requestsTo('/api/questionnaires').length).toBeGreaterThan(1);
  });

  test('an answer that somebody gave meanwhile is said in the dialog', async () => {
    const server = serverWith().on(`PUT /api/tenant/${contoso.id}/questionnaires/cyber-insurance/answers/backups`, () =>
      apiError('CONFLICT', 'Somebody answered this question meanwhile. Reload it and answer again.'),
    );
    const { user } = renderApp('/questionnaires', server);
    await user.click((await itemOf('Question backups?')).getByRole('button', { name: 'Answer' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('radio', { name: 'Yes' }));
    await user.click(dialog.getByRole('button', { name: 'Save answer' }));
    await dialog.findByText(/Somebody answered this question meanwhile/);
  });

  test('what Microsoft 365 answers takes a comment alone', async () => {
    const { user } = renderApp('/questionnaires', serverWith());
    await user.click((await itemOf('Question mail?')).getByRole('button', { name: 'Comment' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('radio')).toBeNull();
    expect(dialog.getByText('A comment stands beside the answer and does not change it.')).toBeDefined();
  });

  test('a viewer reads and answers nothing', async () => {
    renderApp('/questionnaires', serverWith('viewer'));
    const item = await itemOf('Question backups?');
    expect(item.queryByRole('button')).toBeNull();
    expect(screen.getByRole('button', { name: 'Download PDF' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Download CSV' })).toBeDefined();
  });

  test('before the first audit says that nothing is answered with yes, and why', async () => {
    const reason = 'This tenant has never been scanned. Nothing is known of it before the first scan.';
    renderApp('/questionnaires', serverWith('viewer', { ...all, auditedAt: null, reason }));
    await screen.findByText('Nothing is answered with yes');
    expect(screen.getByText(reason)).toBeDefined();
  });

  test('an outage of the questions is an error with Retry beside the cards', async () => {
    const server = serverWith().on('GET /api/questionnaires/cyber-insurance', () =>
      apiError('UNAVAILABLE', 'No response'),
    );
    const { user } = renderApp('/questionnaires', server);
    await screen.findByText('Failed to load the questions. Please try again later.');
    server.on('GET /api/questionnaires/cyber-insurance', () => json(setOf('cyber-insurance', 'Insurance', [admins])));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('region', { name: 'Insurance in full' });
  });
});

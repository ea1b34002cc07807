import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Incident } from '@tenantry/contract/incidents';
import { afterAll, expect, test } from 'vitest';
import { copyFonts } from '../../../font-files.mjs';
import { catalog } from '../../audit/checks/catalog.ts';
import { remedyOf, remedyOfCheck } from '../../audit/findings/remedies/remedies.ts';
import { clientSummaryDocument, clientSummaryPdf } from './client-summary.ts';
import { readPressFonts } from './press/press-fonts.ts';
import type { DoneWork, ReportModel, ReportPlan } from './report-model.ts';
import { sampleFinding, sampleReport } from './report-samples.ts';
import { pdfText } from './testing/pdf-text.ts';
import { everyGlyph, linksOf, textOf } from './testing/report-text.ts';

const fontsDir = mkdtempSync(join(tmpdir(), 'tenantry-fonts-'));
copyFonts(fontsDir);
afterAll(() => rmSync(fontsDir, { recursive: true }));
const fonts = readPressFonts(fontsDir);

function summaryModel(findings: number, changes: Partial<ReportModel> = {}): ReportModel {
  const model: ReportModel = { ...sampleReport(findings), form: 'summary' };
  model.findings = model.findings.map((finding, index) => ({
    ...finding,
    checkId: catalog[index % catalog.length]?.id ?? '',
  }));
  if (model.estimate)
    model.estimate.work = model.findings.map(({ title, checkId }) => ({
      title,
      checkIds: [checkId],
      hours: 3,
      price: 450,
    }));
  const whole = { ...model, ...changes };
  return { ...whole, remedies: changes.remedies ?? remediesOf(whole.findings) };
}

/** What closes these findings, in their order. */
function remediesOf(findings: ReportModel['findings']): ReportModel['remedies'] {
  return [...Map.groupBy(findings, ({ checkId }) => remedyOfCheck(checkId)?.id ?? null)].flatMap(([id, own]) =>
    own[0] === undefined
      ? []
      : [
          {
            ...{ id, title: remedyOf(id ?? '')?.title ?? '', severity: own[0].severity },
            ...{ needsLicense: null, isFreeSwitch: false, points: null, checkIds: own.map(({ checkId }) => checkId) },
          },
        ],
  );
}

const summaryText = (model: ReportModel) => textOf(clientSummaryDocument(model, everyGlyph).content);

const work = (title: string): DoneWork => ({
  title,
  priority: 'high',
  completedAt: '2026-11-18T10:00:01Z',
  completedBy: 'Tilda Technician',
  checkIds: ['spo.sharing', 'spo.reshare'],
  proof: { message: `${title} is so no more.`, checkedAt: '2026-11-18T10:00:00Z', evidence: [] },
  isWithoutProof: false,
});

function planOf(title: string): ReportPlan {
  const figures = {
    totalItems: 4,
    completed: 1,
    estimatedHours: 8,
    completedHours: 2,
    withoutEstimate: 1,
    revenue: 1200,
  };
  const task = { title, priority: 'high', category: 'mfa', checkIds: [], hours: 2, price: 300 } as const;
  const open = { status: 'open', approval: null, completedAt: null, completedBy: null } as const;
  const done = {
    status: 'completed',
    approval: null,
    completedAt: '2026-11-18T10:00:01Z',
    completedBy: 'Tilda',
  } as const;
  return {
    ...figures,
    auditedAt: '2026-11-20T13:40:00Z',
    pricesAreDefault: true,
    phases: ['Now', 'Next', 'Later'].map((phase) => ({
      ...figures,
      title: phase,
      description: 'Critical work, and high-priority work of up to 2 hours',
      tasks: [
        { ...task, ...open },
        { ...task, ...open, approval: 'pending' as const },
        { ...task, ...open, hours: null, price: null },
        { ...task, ...done },
      ],
    })),
  };
}

const wide = 'W'.repeat(5000);
const risk = (title: string) => ({
  title,
  severity: 'medium' as const,
  checkId: 'app.register',
  affectedCount: 2,
  reason: title,
  acceptedBy: title,
  acceptedAt: '2026-11-01T00:00:00Z',
  until: '2027-02-01T00:00:00Z',
});

/** As much as there can be, in the widest letters. */
function longest(letters: string): ReportModel {
  return summaryModel(500, {
    tenant: { name: letters, domain: letters, isSimulated: true },
    preparedBy: { organization: letters },
    trouble: { kind: 'scanFailing', since: '2026-11-20T13:50:00.000Z', reason: letters },
    doneWork: Array.from({ length: 100 }, () => work(letters)),
    acceptedRisks: Array.from({ length: 60 }, () => risk(letters)),
    plan: planOf(letters),
    unreadSources: Array.from({ length: 12 }, () => ({
      ...{
        label: letters,
        state: 'notPermitted' as const,
        isOfFeature: false,
        because: null,
        permission: null,
        grantUrl: null,
        license: null,
      },
      ...{ status: 403, code: letters, retryAt: null },
    })),
  });
}

const dead = {
  kind: 'connectionLost' as const,
  since: '2026-10-02T00:00:00.000Z',
  reason: 'The consent was withdrawn.',
};
const nothing = { evaluated: 0, applicable: 0, percent: 0 };

test.each<[string, ReportModel]>([
  ['no finding', summaryModel(0, { estimate: null })],
  ['one finding', summaryModel(1)],
  ['500 findings', summaryModel(500)],
  ['a plan and work done', summaryModel(40, { plan: planOf('Ask for MFA'), doneWork: [work('Guests can share')] })],
  [
    'no score, no comparison and no history',
    summaryModel(3, { score: null, comparison: null, scoreHistory: [], secureScoreHistory: [] }),
  ],
  ['a tenant that nobody reaches', summaryModel(2, { trouble: dead, score: null, coverage: nothing, findings: [] })],
  ['the longest and widest texts', longest(wide)],
  ['the longest texts in Japanese', longest('株'.repeat(5000))],
  ['the longest texts with spaces', longest('Long words '.repeat(500))],
])(
  'the summary has four pages at most: %s',
  async (_, model) => {
    const { pages, text } = pdfText(await clientSummaryPdf(model, fonts));
    expect(pages).toBeLessThanOrEqual(4);
    for (const heading of ['What to do first', 'What comes next', 'Accepted risks', 'How sure this is']) {
      expect(text).toContain(heading);
    }
  },
  60_000,
);

test('it names five things at most, each with what can happen and what is proposed, and counts the others', () => {
  const text = summaryText(summaryModel(90));
  expect(text.split('What can happen: ')).toHaveLength(6);
  expect(text.split('What we propose: ')).toHaveLength(6);
  expect(text).toMatch(/\d+ further steps are in the report/);
});

test('findings that one piece of work closes are one thing', () => {
  const findings = ['ca.mfa.all', 'ca.mfa.admins', 'ca.legacy'].map((checkId, index) => ({
    ...sampleFinding(index),
    severity: 'high' as const,
    checkId,
  }));
  const text = summaryText(summaryModel(0, { findings }));
  expect(text).toContain('A password alone opens accounts\nHigh · closes 2 weaknesses');
  expect(text.split('What can happen: ')).toHaveLength(3);
});

test('no id of a check, no finding and no table of results is in it', () => {
  const model = summaryModel(90);
  const text = summaryText(model);
  expect(model.findings.filter(({ checkId, title }) => text.includes(checkId) || text.includes(title))).toEqual([]);
});

test('what was done stands with what shows it, and what nobody looked at again says so', () => {
  const unproven = { ...work('Train the staff'), proof: null, isWithoutProof: true };
  const model = summaryModel(1, { doneWork: [work('Guests can share'), unproven] });
  if (model.comparison) model.comparison.resolved = ['spo.sharing', 'spo.reshare', 'ca.legacy'];
  const text = summaryText(model);
  expect(text).toContain(
    'Guests can share\nDone on Nov 18, 2026. Looked at again on Nov 18, 2026: Guests can share is so no more.',
  );
  expect(text).toContain('Train the staff\nDone on Nov 18, 2026. It could not be looked at again.');
  // What a task closed is not told twice.
  expect(text.split('Closed: ')).toHaveLength(2);
  expect(text).toContain('Closed: Old mail programs go around the second proof');
});

test('what comes next has hours and price of what is open, and says what waits and what nobody estimated', () => {
  const text = summaryText(summaryModel(9, { plan: planOf('Ask for MFA') }));
  expect(text).toMatch(/Now\nCritical work[^\n]*\n3\n4\n\$600/);
  expect(text).toMatch(/In all\n9\n12\n\$1,800/);
  expect(text).toContain('3 tasks wait for an approval. 3 tasks have no estimate yet and are in no sum.');
});

test('without a plan the estimate is by the price list and says so', () => {
  expect(summaryText(summaryModel(4))).toContain(
    'Closing the 4 open weaknesses takes about 12 hours of work and costs about $1,800. This is an estimate by standard prices, not an offer.',
  );
});

test('without a plan the first steps stand with their weaknesses, hours and price, no more than matter most', () => {
  const text = summaryText(summaryModel(4));
  const steps = text.slice(text.indexOf('First steps'));
  expect(steps).toMatch(/^First steps\nWeaknesses\nHours\nPrice\n[^\n]+\n\d+\n\d+\n\$/);
  const closed = [...steps.matchAll(/\n(\d+)\n(\d+)\n\$([\d,]+)/g)].map((row) =>
    row.slice(1).map((text) => Number(text.replace(',', ''))),
  );
  expect(closed.map(([count]) => count).reduce((all, one) => Number(all) + Number(one))).toBe(4);
  for (const [count, hours, price] of closed) expect([hours, price]).toEqual([3 * Number(count), 450 * Number(count)]);
});

test('what is not known is said and never told as good', () => {
  const text = summaryText(
    summaryModel(0, {
      score: null,
      comparison: null,
      scoreHistory: [],
      secureScoreHistory: [],
      coverage: nothing,
      estimate: null,
      trouble: dead,
    }),
  );
  for (const part of [
    'Too little could be read for a score',
    'There is no earlier audit to compare with.',
    'The next report shows it: this is the first audit.',
    'Nothing could be checked, so that nothing is known. This does not mean that all is well.',
    'Connection lost since October 2, 2026',
    'This is the first audit.',
    'No check could be made.',
  ]) {
    expect(text).toContain(part);
  }
});

test('until there are two days of our own score, the course of Microsoft’s is drawn and named as theirs', () => {
  const [first] = sampleReport(1).scoreHistory;
  const text = summaryText(summaryModel(1, { scoreHistory: first ? [first] : [] }));
  expect(text).toContain('How Microsoft’s score developed');
  expect(text).toMatch(/Microsoft Secure Score: \d+% on \w+ \d+, \d+% on \w+ \d+\. This is Microsoft’s own score/);
  expect(summaryText(summaryModel(1))).not.toContain('Microsoft’s own score');
});

const alert = {
  ...{ kind: 'alert' as const, severity: 'high' as const, title: 'Suspicious inbox forwarding rule', count: 1 },
  ...{ at: '2026-11-18T08:00:00Z', url: 'https://security.microsoft.com/alerts/1' },
};
const detection = {
  ...{ kind: 'detection' as const, severity: 'medium' as const, title: 'Risk detection (medium risk)', count: 1 },
  ...{ at: null, url: 'https://entra.microsoft.com/#view/Risk' },
};
const account = 'anna@fabrikam.example';
const together: Incident = {
  ...{ severity: 'high', leads: true, account, title: `${account}: both`, url: alert.url },
  signals: [alert, detection],
};
const alone: Incident = {
  ...together,
  leads: false,
  severity: 'medium',
  account: 'ben@fabrikam.example',
  signals: [detection],
};

test('an open alert and a risk detection on the same account stand before all else, by name and with their links', () => {
  const model = summaryModel(5, { incidents: { items: [together, alone], total: 2, notRead: [] } });
  const { content } = clientSummaryDocument(model, everyGlyph);
  const text = textOf(content);
  expect(text.indexOf(account)).toBeGreaterThan(text.indexOf('Security summary'));
  expect(text.indexOf(account)).toBeLessThan(text.indexOf('Where you stand'));
  expect(text).toContain('Two warnings of Microsoft about the same account: somebody may be in it right now.');
  expect(text).toContain('Suspicious inbox forwarding rule, since Nov 18, 2026');
  expect(linksOf(content)).toEqual(expect.arrayContaining([alert.url, detection.url]));
  expect(text).not.toContain('ben@fabrikam.example');
});

test('without an incident nothing asks to be looked at today', () => {
  expect(summaryText(summaryModel(5))).not.toContain('Look at this today');
  expect(summaryText(summaryModel(5, { incidents: null }))).not.toContain('Look at this today');
});

test('a free switch comes with no price, a license with no price of ours, and neither leaves weaknesses open', () => {
  const of = (over: Partial<ReportModel['remedies'][number]>) => ({
    ...{
      id: null,
      title: 'Title',
      severity: 'critical' as const,
      needsLicense: null,
      isFreeSwitch: false,
      points: null,
      checkIds: ['ca.mfa.all'],
    },
    ...over,
  });
  const remedies = [of({ isFreeSwitch: true }), of({ needsLicense: 'Microsoft Entra ID P1', severity: 'high' })];
  const text = summaryText(summaryModel(2, { remedies }));
  expect(text.indexOf('A free protection of Microsoft is switched off')).toBeGreaterThan(0);
  expect(text.indexOf('A free protection')).toBeLessThan(text.indexOf('Microsoft’s license “Microsoft Entra ID P1”'));
  expect(text).toContain('It needs no license.');
  expect(text).not.toContain('stay open');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PressDocument } from './press/press.ts';
import { createReportDocument } from './report-document.ts';
import { isUnanswered } from './report-model.ts';
import { sampleFinding, sampleReport } from './report-samples.ts';
import { everyGlyph, linksOf, reportText, textOf } from './testing/report-text.ts';

function footer(document: PressDocument, currentPage: number, pageCount: number): string {
  if (typeof document.footer !== 'function') throw new Error('The footer is not made for each page');
  return textOf(document.footer(currentPage, pageCount, { width: 595, height: 842, orientation: 'portrait' }));
}

test('the report names the tenant, the dates with their zone, the score and its coverage', () => {
  const text = reportText(sampleReport(12));
  for (const part of [
    'Fabrikam Manufacturing',
    'fabrikam.example',
    'Northwind Managed Services',
    'November 20, 2026, 14:05',
    'November 20, 2026, 13:40',
    'Times are in UTC.',
    'The security score is 61 of 100.',
    '38 of 44 checks (86%)',
  ]) {
    expect(text).toContain(part);
  }
});

test('a report of a tenant whose scans fail says since when, why, and how old its figures are', () => {
  const reason = 'The consent was withdrawn.';
  const text = reportText({
    ...sampleReport(0),
    trouble: { kind: 'scanFailing', since: '2026-11-20T13:50:00.000Z', reason },
  });
  expect(text).toContain('Scan failing since November 20, 2026, 13:50');
  expect(text).toContain(`${reason} The figures are from November 20, 2026, 13:40.`);
  expect(reportText(sampleReport(0))).not.toContain('Scan failing');
});

test('every check of every category is printed once, with its message', () => {
  const model = { ...sampleReport(0), comparison: null };
  let number = 0;
  for (const verdict of model.categories.flatMap((category) => category.verdicts)) {
    number += 1;
    Object.assign(verdict, { title: `Title ${number} of a check`, message: `Number ${number} says that it is so.` });
  }
  const text = reportText(model);
  for (const { title, message } of model.categories.flatMap((category) => category.verdicts)) {
    expect(text.split(title)).toHaveLength(2);
    expect(text.split(message)).toHaveLength(2);
  }
});

test('every finding is printed with what is wrong, what was seen, whom it concerns and what to do', () => {
  const model = sampleReport(3);
  for (const [index, finding] of model.findings.entries()) finding.recommendation += ` This is advice ${index}.`;
  const text = reportText(model);
  for (const finding of model.findings) {
    for (const part of [finding.title, finding.message, finding.recommendation.slice(-17), finding.references[1] ?? ''])
      expect(text).toContain(part);
    for (const { observed } of finding.evidence) expect(text).toContain(observed);
  }
});

test('findings are grouped from critical to info, whatever their order in the model', () => {
  const model = sampleReport(0);
  model.findings = (['info', 'low', 'critical', 'medium', 'high'] as const).map((severity, index) => ({
    ...sampleFinding(index),
    severity,
  }));
  const places = ['Critical', 'High', 'Medium', 'Low', 'Info'].map((word) =>
    reportText(model).indexOf(`${word} findings (1)`),
  );
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test('a report without a score says so and shows no figure instead', () => {
  const model = { ...sampleReport(0), score: null, status: 'Unknown' as const };
  model.coverage = { evaluated: 2, applicable: 44, percent: 4.5 };
  model.categories = model.categories.map((category) => ({ ...category, score: null, status: 'unknown' as const }));
  const text = reportText(model);
  expect(text).toContain('Not enough data was available for a security score.');
  expect(text).toContain('Not enough data for a score.');
  expect(text).toContain('this result is incomplete');
  expect(text).not.toMatch(/of 100(?!\.)/);
  expect(text).not.toMatch(/null|NaN|undefined/);
});

test('what the cloud does not offer is counted beside the coverage, and no data that could not be read', () => {
  const model = sampleReport(1);
  const message = 'Microsoft Graph does not offer it in GCC High.';
  const [category] = model.categories;
  const [verdict] = category?.verdicts ?? [];
  if (!category || !verdict) throw new Error('The sample has no check');
  category.verdicts.push({ ...verdict, checkId: 'exo.lockbox', title: 'Lockbox', status: 'notOffered', message });
  model.coverage = { ...model.coverage, applicable: model.coverage.applicable + 1, notOffered: 1 };
  const nothing = { permission: null, grantUrl: null, license: null, status: 0, code: 'NotOffered', retryAt: null };
  const labels = Array.from({ length: 13 }, (_, index) => `Setting ${index}`);
  model.unreadSources = [
    { ...nothing, label: 'Risky users', state: 'notOffered', isOfFeature: false, because: message },
    ...labels.map((label) => ({
      ...nothing,
      label,
      state: 'notOffered' as const,
      isOfFeature: true,
      because: message,
    })),
  ];
  const text = reportText(model);
  expect(text).toContain('1 cannot be made in the organization’s cloud.');
  expect(text).toContain('Not offered: 1 check (the organization’s cloud does not offer the data)');
  expect(text).toContain('Settings of Exchange, Defender, Purview and Teams (13 sources)');
  expect(text).toContain('Risky users');
  expect(text).toContain(message);
  expect(text).not.toContain('Data that could not be read');
});

test('data that could not be read says what would change that, with the link and the time', () => {
  const model = sampleReport(1);
  const source = {
    isOfFeature: false,
    because: null,
    permission: null,
    grantUrl: null,
    license: null,
    status: null,
    code: null,
    retryAt: null,
  };
  const grantUrl = 'https://login.microsoftonline.com/tenant/adminconsent?client_id=app';
  model.unreadSources = [
    { ...source, label: 'Groups', state: 'notPermitted', permission: 'GroupMember.Read.All', grantUrl },
    { ...source, label: 'Risky users', state: 'notLicensed', license: 'Microsoft Entra ID P2' },
    { ...source, label: 'Users', state: 'couldNotCheck', status: 503, code: 'x', retryAt: '2026-11-20T15:05:00.000Z' },
  ];
  const text = reportText(model);
  expect(text).toContain('Needs the permission GroupMember.Read.All.');
  expect(text).toContain('Microsoft offers it with Microsoft Entra ID P2.');
  expect(text).toContain('Error 503 x. Tried again on November 20, 2026, 15:05 at the latest.');
  expect(linksOf(createReportDocument(model, everyGlyph).content)).toContain(grantUrl);
});

test('coverage that is not complete is never rounded up to 100%', () => {
  const model = { ...sampleReport(0), coverage: { evaluated: 999, applicable: 1000, percent: 99.9 } };
  expect(reportText(model)).toContain('999 of 1,000 checks (99%)');
});

test('without findings the report says what was judged and does not claim that all is well', () => {
  const text = reportText(sampleReport(0));
  expect(text).toContain('No finding is recorded. The audit judged 38 checks.');
  expect(text).toContain('12 checks failed or gave a warning');
  expect(text).toContain('12 further checks gave no answer');
});

test('what could not be checked is listed with its reason and is never called passed', () => {
  const model = sampleReport(0);
  const text = reportText(model);
  const [before, section = ''] = text.split('gave no answer: they do not count');
  const unanswered = model.categories
    .flatMap((category) => category.verdicts)
    .filter(({ status }) => isUnanswered(status));
  expect(unanswered).toHaveLength(12);
  for (const { title } of unanswered) expect(section).toContain(title);
  expect(before).toContain('Passed checks');
  expect(section).toContain('Not licensed: 6 checks');
});

test('simulated data is marked on the title page, on every page and in the properties, and only then', () => {
  const simulated = createReportDocument(sampleReport(1), everyGlyph);
  expect(textOf(simulated.content)).toContain('Simulated data');
  expect(footer(simulated, 7, 9)).toContain('Simulated data');
  expect(simulated.info?.subject).toContain('simulated data');
  const model = sampleReport(1);
  model.tenant.isSimulated = false;
  const live = createReportDocument(model, everyGlyph);
  expect(textOf(live.content) + footer(live, 7, 9) + live.info?.subject).not.toMatch(/simulated/i);
});

test('each page says which of how many it is and when the report was made', () => {
  const text = footer(createReportDocument(sampleReport(1), everyGlyph), 7, 9);
  expect(text).toContain('Page 7 of 9');
  expect(text).toContain('November 20, 2026, 14:05');
});

test('the document properties carry title, author, subject, language and the time of the report', () => {
  const { info, language } = createReportDocument(sampleReport(1), everyGlyph);
  expect(info).toMatchObject({
    title: 'Microsoft 365 security audit: Fabrikam Manufacturing',
    author: 'Northwind Managed Services',
    subject: 'Security audit of November 20, 2026 (simulated data)',
    creationDate: new Date('2026-11-20T14:05:00Z'),
  });
  expect(language).toBe('en-US');
});

test('a category is judged in the words of the web page, the tenant in its own', () => {
  const model = { ...sampleReport(0), status: 'Critical' as const };
  model.categories = (['pass', 'warning', 'fail', 'unknown'] as const).map((status) => ({
    category: 'mfa' as const,
    label: `Area ${status}`,
    score: 50,
    status,
    coverage: { evaluated: 1, applicable: 1, percent: 100 },
    verdicts: [],
  }));
  const text = reportText(model);
  for (const [status, word] of [
    ['pass', 'Pass'],
    ['warning', 'Warning'],
    ['fail', 'Fail'],
    ['unknown', 'Not known'],
  ])
    expect(text).toMatch(new RegExp(`Area ${status}\\s+50\\s+(of 100\\s+)?${word}\\b`));
  expect(text).toMatch(/State\s+Critical/);
});

test('text of a tenant never reaches the XML of a drawing', () => {
  const hostile = '</svg><image href="file:///etc/passwd"/>&x;';
  const model = sampleReport(3);
  model.tenant.name = hostile;
  for (const category of model.categories) category.label = hostile;
  for (const finding of model.findings) finding.title = hostile;
  const drawings =
    JSON.stringify(createReportDocument(model, everyGlyph).content).match(/"svg":"(?:[^"\\]|\\.)*"/g) ?? [];
  expect(drawings.length).toBeGreaterThan(10);
  expect(drawings.filter((drawing) => drawing.includes('passwd'))).toEqual([]);
});

test('any text makes a document, and no control or direction character survives', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      (a, b) => {
        const model = sampleReport(2);
        model.tenant.name = a;
        for (const finding of model.findings)
          Object.assign(finding, { title: b, recommendation: `${a}\n${b}`, references: [a, b] });
        expect(reportText(model).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      },
    ),
    { numRuns: 60 },
  );
});

test('a trend is drawn from two points on, and a maximum of 0 is not divided by', () => {
  const model = sampleReport(0);
  const point = { date: '2026-11-19T00:00:00Z', currentScore: 500, maxScore: 1000 };
  model.secureScoreHistory = [point, { ...point, maxScore: 0 }];
  expect(reportText(model)).toContain('not enough history');
  model.secureScoreHistory = [point, { ...point, date: '2026-11-10T00:00:00Z', currentScore: 400 }];
  expect(reportText(model)).toContain('Nov 10');
});

test('a date that is no instant stops the report with the value in the message', () => {
  expect(() => createReportDocument({ ...sampleReport(0), auditedAt: 'yesterday' }, everyGlyph)).toThrow('"yesterday"');
});

test('work that was done stands with its evidence, who did it and when; what was not proven says so', () => {
  const proof = {
    message: 'Guests cannot share items that they do not own.',
    checkedAt: '2026-11-18T10:00:00Z',
    evidence: ['isResharingByExternalUsersEnabled = false'],
  };
  const work = {
    title: 'Guests can share what is not theirs',
    priority: 'high' as const,
    completedAt: '2026-11-18T10:00:01Z',
    completedBy: 'Tilda Technician',
    checkIds: ['spo.reshare'],
    proof,
    isWithoutProof: false,
  };
  const unproven = { ...work, title: 'Train the staff', proof: null, isWithoutProof: true };
  const text = reportText({ ...sampleReport(3), doneWork: [work, unproven] });
  expect(text).toContain(
    'Guests can share what is not theirs\nGuests cannot share items that they do not own.\nisResharingByExternalUsersEnabled = false\nCompleted by Tilda Technician · re-checked on Nov 18, 2026\nNov 18, 2026',
  );
  expect(text).toContain('2 tasks were completed; 1 of them proven by a re-check.');
  expect(text).toContain('Train the staff\nCompleted without proof: its check could not be made.');
  expect(reportText(sampleReport(3))).not.toContain('Work done');
});

test('accepted risks stand apart from the findings, with who took them on, why and until when', () => {
  const risk = {
    title: 'Users can register applications',
    severity: 'medium' as const,
    checkId: 'app.register',
    affectedCount: 2,
    reason: 'The developers of the customer need it',
    acceptedBy: 'Ada Lovelace',
    acceptedAt: '2026-11-01T00:00:00Z',
    until: '2027-02-01T00:00:00Z',
  };
  const text = reportText({ ...sampleReport(3), acceptedRisks: [risk] });
  expect(text).toContain(
    'Users can register applications\nThe developers of the customer need it\nAccepted by Ada Lovelace on Nov 1, 2026 · 2 objects affected\nFeb 1, 2027',
  );
  expect(text).toContain('1 risk is accepted');
  expect(reportText(sampleReport(3))).not.toContain('Accepted risks');
});

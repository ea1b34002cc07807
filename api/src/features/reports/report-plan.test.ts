import { describe, expect, test } from 'vitest';
import { createReportDocument } from './report-document.ts';
import type { ReportModel, ReportPlan, ReportTask } from './report-model.ts';
import { sampleReport } from './report-samples.ts';
import { everyGlyph, reportText } from './testing/report-text.ts';

const task = (over: Partial<ReportTask> = {}): ReportTask => ({
  title: 'Require a second factor for administrators',
  priority: 'critical',
  category: 'mfa',
  checkIds: [],
  hours: 3,
  price: 450,
  status: 'open',
  approval: null,
  completedAt: null,
  completedBy: null,
  ...over,
});
const figures = {
  totalItems: 2,
  completed: 1,
  estimatedHours: 7.5,
  completedHours: 3,
  withoutEstimate: 0,
  revenue: 1125,
};

function withPlan(tasks: readonly ReportTask[], over: Partial<ReportPlan> = {}): ReportModel {
  const model = sampleReport(3);
  const phase = { ...figures, title: 'Phase 1: Now', description: 'Critical work', tasks: [...tasks] };
  const plan = { ...figures, auditedAt: model.auditedAt, pricesAreDefault: false, phases: [phase], ...over };
  return { ...model, plan };
}

describe('the project plan in the report', () => {
  test('is printed with its phases, hours, price and progress', () => {
    const text = reportText(withPlan([task(), task({ title: 'Block legacy authentication', hours: 4.5, price: 675 })]));
    for (const part of [
      'Project plan',
      '2 tasks in 1 phase: 7.5 hours of work, $1,125.',
      '1 of 2 tasks completed (3 of 7.5 hours).',
      'Phase 1: Now',
      'Critical work · 1 of 2 tasks completed · 7.5 hours · $1,125',
      'Require a second factor for administrators',
      'Block legacy authentication',
      '4.5',
      '$675',
      'Prices are estimates in US dollars.',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('says what was done, when and by whom, and what waits', () => {
    const done = task({ status: 'completed', completedAt: '2026-11-03T10:00:00Z', completedBy: 'Tess Tischler' });
    const text = reportText(withPlan([done, task({ approval: 'pending' }), task({ status: 'on_hold' })]));
    for (const part of ['Completed\nNov 3, 2026 by Tess Tischler', 'Open\nApproval pending', 'On Hold']) {
      expect(text).toContain(part);
    }
  });

  test('names the findings that a task closes by their numbers', () => {
    const model = withPlan([]);
    const checkIds = model.findings.slice(0, 2).map(({ checkId }) => checkId);
    model.plan?.phases[0]?.tasks.push(task({ checkIds: [...checkIds, 'gone.check'] }));
    expect(reportText(model)).toMatch(/Multi-factor authentication · No\. \n\d+\n, \n\d+\n/);
  });

  test('prints no figure for what nobody estimated, and says how many that are', () => {
    const text = reportText(withPlan([task({ hours: null, price: null })], { withoutEstimate: 1 }));
    expect(text).toContain('1 task has no estimate and no price.');
    expect(text).toContain('—\n—');
  });

  test('says that its prices are defaults, and that it was made from an earlier audit, where that is so', () => {
    const text = reportText(withPlan([task()], { pricesAreDefault: true, auditedAt: '2026-10-01T08:00:00Z' }));
    expect(text).toContain('Prices are estimates in US dollars, by standard prices.');
    expect(text).toContain('The plan was made from the audit of October 1, 2026.');
    expect(reportText(withPlan([task()]))).not.toContain('The plan was made from');
  });

  test('is left out of a report without one, and of its contents', () => {
    for (const plan of [null, undefined]) {
      const model = { ...sampleReport(3), ...(plan === undefined ? {} : { plan }) };
      expect(reportText(model)).not.toContain('Project plan');
    }
  });

  test('cleans what people wrote', () => {
    const text = reportText(withPlan([task({ title: `Evil\u202e${'x'.repeat(900)}`, completedBy: null })]));
    expect(text).not.toContain('\u202e');
    expect(text).not.toContain('x'.repeat(250));
    expect(() => createReportDocument(withPlan([task({ title: '\u0000' })]), everyGlyph)).not.toThrow();
  });
});

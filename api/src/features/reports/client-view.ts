import type { ClientSummary } from '@tenantry/contract/client-summary';
import { leadingIncidents } from '../../domain/incidents/incidents.ts';
import { doneItems, firstSteps, openPhases } from './client-course.ts';
import { mattersOf } from './client-matters.ts';
import { certaintySentences, standing } from './client-standing.ts';
import { basisText } from './report-changes.ts';
import type { ReportModel, ReportTask } from './report-model.ts';
import { printableModel } from './report-printable.ts';
import { createTextCleaner } from './report-text.ts';
import { troubleWords } from './report-title-page.ts';

/** More of each nobody reads on one page; the report has all. */
const shown = { matters: 5, done: 20, incidents: 5, risks: 20, characters: 300 } as const;

/** A browser has a glyph for everything, unlike the fonts of the PDF. */
const anyGlyph = createTextCleaner(() => true);

const sum = (tasks: readonly ReportTask[], of: 'hours' | 'price'): number | null => {
  const known = tasks.flatMap((task) => task[of] ?? []);
  return known.length === 0 ? null : known.reduce((total, one) => total + one, 0);
};

const troubleSentence = (...told: Parameters<typeof troubleWords>): string => {
  const { title, text } = troubleWords(...told);
  return `${title}. ${text}`;
};

/** What comes next: the phases of the plan, or without one what to do first. @param withPrices of what it takes, else nothing */
function nextSteps({ plan, estimate, remedies }: ReportModel, withPrices: boolean): ClientSummary['next'] {
  const priced = (hours: number | null, price: number | null) =>
    withPrices ? { hours, price } : { hours: null, price: null };
  if (plan) {
    return openPhases(plan).map(({ title, description, tasks }) => {
      const openTasks = tasks.length;
      return { title, description, openTasks, ...priced(sum(tasks, 'hours'), sum(tasks, 'price')) };
    });
  }
  // Without a plan the steps are those to do first, with what they take: without that they would be said twice.
  if (estimate === null || !withPrices) return [];
  return firstSteps(estimate, remedies)
    .slice(0, shown.matters)
    .map(({ title, hours, price }) => ({ title, description: '', openTasks: 0, ...priced(hours, price) }));
}

/** When an incident was first seen, as an instant; null where Microsoft does not tell. */
function firstSeen({ incidents }: ReportModel, index: number): string | null {
  const signals = incidents === null ? [] : (leadingIncidents(incidents)[index]?.signals ?? []);
  return signals.flatMap(({ at }) => at ?? []).sort()[0] ?? null;
}

/** The figures and words of an audit for a client's room: those of the management summary, by the same rules. */
export function clientFigures(
  model: ReportModel,
  { withPrices }: { withPrices: boolean },
): Omit<ClientSummary, 'clientName' | 'domain' | 'provider' | 'color' | 'hasLogo' | 'welcome' | 'showsPrices'> {
  const printable = printableModel(model, anyGlyph);
  const matters = mattersOf(printable.remedies);
  const done = doneItems(printable, shown);
  const { comparison, trouble, acceptedRisks, incidents } = printable;
  return {
    isSimulated: model.tenant.isSimulated,
    auditedAt: model.auditedAt,
    trouble: !trouble ? null : troubleSentence(trouble, printable.auditedAt),
    score: model.score === null ? null : Math.round(model.score),
    status: model.status,
    standing: standing(printable),
    trend: model.scoreHistory.flatMap(({ at, score }) => (score === null ? [] : [{ at, score: Math.round(score) }])),
    incidents: (incidents === null ? [] : leadingIncidents(incidents))
      .slice(0, shown.incidents)
      .map(({ title, severity }, index) => ({ title, severity, at: firstSeen(model, index) })),
    matters: matters.slice(0, shown.matters).map(({ words, remedy: { severity, checkIds } }) => ({
      ...words,
      severity,
      closes: checkIds.length,
    })),
    mattersLeft: printable.remedies.length - Math.min(shown.matters, matters.length),
    doneSince: comparison && basisText(comparison),
    // The instant as it is kept: those of the printable model are clock times of the report.
    done: done
      .slice(0, shown.done)
      .map((item, index) => ({ ...item, at: model.doneWork[index]?.completedAt ?? model.auditedAt })),
    next: nextSteps(printable, withPrices),
    acceptedRisks: acceptedRisks.slice(0, shown.risks).map(({ title, acceptedBy, isByClient }, index) => ({
      title,
      // Who of the staff did it is the provider's own.
      acceptedBy: isByClient ? acceptedBy : null,
      until: model.acceptedRisks[index]?.until ?? null,
    })),
    certainty: certaintySentences(printable),
  };
}

/** Before the first audit nothing is known, and that is said. */
export const noFigures: ReturnType<typeof clientFigures> = {
  ...{ isSimulated: false, auditedAt: null, trouble: null, score: null, status: 'Unknown' as const, standing: [] },
  ...{ trend: [], incidents: [], matters: [], mattersLeft: 0, doneSince: null, done: [], next: [], acceptedRisks: [] },
  certainty: ['Nothing was audited yet. This does not mean that all is well: nothing is known.'],
};

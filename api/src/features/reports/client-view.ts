import type { ClientSummary } from '@tenantry/contract/client-summary';
import { wordsOfFinding } from '../../audit/findings/remedies/client-words.ts';
import { leadingIncidents } from '../../domain/incidents/incidents.ts';
import type { AgreedStep } from './client-agreed.ts';
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

type Step = ClientSummary['next'][number];

/** What comes next: the phases of the plan, work that is agreed on beside it, and without a plan, with prices, what is proposed. */
function nextSteps({ plan, estimate, remedies }: ReportModel, { withPrices, agreed }: ForClient): Step[] {
  const priced = (hours: number | null, price: number | null) =>
    withPrices ? { hours, price } : { hours: null, price: null };
  const phases = (plan ? openPhases(plan) : []).map(({ title, description, tasks }) => {
    const openTasks = tasks.length;
    return { title, description, openTasks, ...priced(sum(tasks, 'hours'), sum(tasks, 'price')) };
  });
  const steps: Step[] = [...phases, ...agreed.map((step) => ({ ...step, hours: null, price: null }))];
  // Without what it takes, what is proposed would be said twice.
  if (plan || estimate === null || !withPrices) return steps;
  const known = new Set(agreed.map(({ title }) => title));
  const proposed = firstSteps(estimate, remedies).filter(({ title }) => !known.has(title));
  return [
    ...steps,
    ...proposed
      .slice(0, shown.matters)
      .map(({ title, hours, price }) => ({ title, description: 'Proposed', openTasks: 0, ...priced(hours, price) })),
  ];
}

/** When an incident was first seen, as an instant; null where Microsoft does not tell. */
function firstSeen({ incidents }: ReportModel, index: number): string | null {
  const signals = incidents === null ? [] : (leadingIncidents(incidents)[index]?.signals ?? []);
  return signals.flatMap(({ at }) => at ?? []).sort()[0] ?? null;
}

/** What the room shows beside the audit. `agreed`: open work that no plan holds. */
type ForClient = { withPrices: boolean; agreed: readonly AgreedStep[] };

/** The figures and words of an audit for a client's room: those of the management summary, by the same rules. */
export function clientFigures(
  model: ReportModel,
  forClient: ForClient,
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
    next: nextSteps(printable, forClient),
    acceptedRisks: acceptedRisks.slice(0, shown.risks).map(({ title, checkId, acceptedBy, isByClient }, index) => ({
      title,
      topic: wordsOfFinding({ checkId })?.topic ?? null,
      // Who of the staff did it is the provider's own.
      acceptedBy: isByClient ? acceptedBy : null,
      until: model.acceptedRisks[index]?.until ?? null,
    })),
    certainty: certaintySentences(printable, 'Your provider can say what it is, and why.'),
  };
}

/** Before the first audit nothing is known, and that is said. */
export const noFigures: ReturnType<typeof clientFigures> = {
  ...{ isSimulated: false, auditedAt: null, trouble: null, score: null, status: 'Unknown' as const, standing: [] },
  ...{ trend: [], incidents: [], matters: [], mattersLeft: 0, doneSince: null, done: [], next: [], acceptedRisks: [] },
  certainty: ['Nothing was audited yet. This does not mean that all is well: nothing is known.'],
};

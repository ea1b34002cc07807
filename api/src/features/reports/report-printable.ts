import type { Incidents } from '@tenantry/contract/incidents';
import type { Affected, Evidence, Verdict } from '@tenantry/contract/verdicts';
import { wallClock } from './report-format.ts';
import type { ReportCategory, ReportFinding, ReportModel, ReportPlan, ReportSettings } from './report-model.ts';
import type { TextCleaner } from './report-text.ts';

// Characters; each bound keeps a table row well below the height of a page, because pdfmake cannot break a kept row.
const maxName = 120;
const maxLabel = 60;
const maxTitle = 200;
const maxId = 128;
const maxMessage = 700;
const maxObserved = 400;
const maxReference = 300;
/** Of a setting, before and after. */
const maxValue = 300;
const maxRecommendation = 1500;
const maxRecommendationLines = 20;
/** Roles, licenses or users of an affected object. */
const maxNames = 5;

/** An instant as the clock of the report's time zone shows it. */
type Clock = (iso: string) => string;

/**
 * The same model with every text cleaned and bounded for print, and every instant by the clock of the report's time zone.
 * Lists and figures are unchanged.
 */
export function printableModel(model: ReportModel, text: TextCleaner): ReportModel {
  const { organization } = model.preparedBy;
  const clock = wallClock(model.timeZone);
  const clockOrNull = (iso: string | null) => (iso === null ? null : clock(iso));
  return {
    ...model,
    tenant: {
      ...model.tenant,
      name: text.line(model.tenant.name, maxName) || 'Unnamed organization',
      domain: text.line(model.tenant.domain, maxName),
    },
    preparedBy: { organization: organization === null ? null : text.line(organization, maxName) || null },
    generatedAt: clock(model.generatedAt),
    auditedAt: clock(model.auditedAt),
    ...(model.trouble && {
      trouble: {
        ...model.trouble,
        since: clockOrNull(model.trouble.since),
        reason: text.line(model.trouble.reason, maxMessage),
      },
    }),
    scoreHistory: model.scoreHistory.map((point) => ({ ...point, at: clock(point.at) })),
    comparison: model.comparison && {
      ...model.comparison,
      // A day that somebody chose is the same everywhere.
      since: model.comparison.basis === 'date' ? model.comparison.since : clock(model.comparison.since),
      auditedAt: clock(model.comparison.auditedAt),
    },
    categories: model.categories.map((category) => printableCategory(category, text)),
    findings: model.findings.map((finding) => printableFinding(finding, text, clock)),
    remedies: model.remedies.map((remedy) => ({ ...remedy, title: text.line(remedy.title, maxTitle) })),
    settings: model.settings && printableSettings(model.settings, text, clock),
    incidents: model.incidents && printableIncidents(model.incidents, text, clock),
    acceptedRisks: model.acceptedRisks.map((risk) => ({
      ...risk,
      title: text.line(risk.title, maxTitle),
      checkId: text.line(risk.checkId, maxId),
      reason: text.line(risk.reason, maxMessage),
      acceptedBy: risk.acceptedBy === null ? null : text.line(risk.acceptedBy, maxName),
      acceptedAt: clockOrNull(risk.acceptedAt),
      until: clockOrNull(risk.until),
    })),
    ...(model.baselines && {
      baselines: model.baselines.map((baseline) => ({
        ...baseline,
        name: text.line(baseline.name, maxName),
        exceptions: baseline.exceptions.map((one) => ({
          ...one,
          reason: text.line(one.reason, maxMessage),
          by: text.line(one.by, maxName),
          until: clock(one.until),
        })),
      })),
    }),
    ...(model.plan && { plan: printablePlan(model.plan, text, clock) }),
    doneWork: model.doneWork.map((work) => ({
      ...work,
      title: text.line(work.title, maxTitle),
      completedBy: text.line(work.completedBy, maxName),
      completedAt: clock(work.completedAt),
      proof: work.proof && {
        ...work.proof,
        checkedAt: clock(work.proof.checkedAt),
        message: text.line(work.proof.message, maxMessage),
        evidence: work.proof.evidence.map((one) => text.line(one, maxObserved)),
      },
    })),
    ...(model.checklist && {
      checklist: model.checklist.map((item) => ({
        ...item,
        comment: text.line(item.comment, maxMessage),
        by: item.by === null ? null : text.line(item.by, maxName),
        at: clockOrNull(item.at),
      })),
    }),
    ...(model.unreadSources && {
      unreadSources: model.unreadSources.map((source) => ({
        ...source,
        label: text.line(source.label, maxLabel),
        because: source.because === null ? null : text.line(source.because, maxMessage),
        code: source.code === null ? null : text.line(source.code, maxLabel),
        retryAt: clockOrNull(source.retryAt),
      })),
    }),
  };
}

/** Names and values are anybody's words. */
function printableSettings(settings: ReportSettings, text: TextCleaner, clock: Clock): ReportSettings {
  const lineOrNull = (value: string | null) => (value === null ? null : text.line(value, maxValue));
  return {
    ...settings,
    notCompared: settings.notCompared.map((one) => text.line(one, maxMessage)),
    changes: settings.changes.map((change) => ({
      ...change,
      objectName: text.line(change.objectName, maxName) || 'Unnamed',
      path: change.path.map((part) => text.line(part, maxLabel)),
      before: lineOrNull(change.before),
      after: lineOrNull(change.after),
      attention: change.attention && { ...change.attention, title: text.line(change.attention.title, maxTitle) },
      who: {
        unknownBecause: lineOrNull(change.who.unknownBecause),
        entries: change.who.entries.map(({ at, activity, by }) => ({
          at: clock(at),
          activity: text.line(activity, maxLabel),
          by: by && { ...by, name: text.line(by.name, maxName) },
        })),
      },
    })),
  };
}

function printableIncidents(incidents: Incidents, text: TextCleaner, clock: Clock): Incidents {
  return {
    ...incidents,
    notRead: incidents.notRead.map((one) => text.line(one, maxMessage)),
    items: incidents.items.map((incident) => ({
      ...incident,
      account: incident.account === null ? null : text.line(incident.account, maxName) || null,
      title: text.line(incident.title, maxTitle),
      signals: incident.signals.map((signal) => ({
        ...signal,
        title: text.line(signal.title, maxTitle),
        at: signal.at === null || Number.isNaN(Date.parse(signal.at)) ? null : clock(signal.at),
      })),
    })),
  };
}

/** Titles of tasks and names of people are anybody's words. */
function printablePlan(plan: ReportPlan, text: TextCleaner, clock: Clock): ReportPlan {
  return {
    ...plan,
    auditedAt: clock(plan.auditedAt),
    phases: plan.phases.map((phase) => ({
      ...phase,
      tasks: phase.tasks.map((task) => ({
        ...task,
        title: text.line(task.title, maxTitle) || 'Untitled task',
        completedBy: task.completedBy === null ? null : text.line(task.completedBy, maxName) || null,
        completedAt: task.completedAt === null ? null : clock(task.completedAt),
      })),
    })),
  };
}

function printableCategory(category: ReportCategory, text: TextCleaner): ReportCategory {
  return {
    ...category,
    label: text.line(category.label, maxLabel),
    verdicts: category.verdicts.map((verdict) => printableCheck(verdict, text)),
  };
}

function printableCheck(check: Verdict, text: TextCleaner): Verdict {
  return {
    ...check,
    checkId: text.line(check.checkId, maxId),
    title: text.line(check.title, maxTitle),
    message: text.line(check.message, maxMessage),
  };
}

function printableFinding(finding: ReportFinding, text: TextCleaner, clock: Clock): ReportFinding {
  return {
    ...finding,
    title: text.line(finding.title, maxTitle) || 'Untitled finding',
    message: text.line(finding.message, maxMessage),
    impact: finding.impact === null ? null : text.line(finding.impact, maxMessage),
    status: text.line(finding.status, maxName),
    checkId: text.line(finding.checkId, maxId),
    covers: finding.covers.map((one) => ({ ...one, title: text.line(one.title, maxTitle) })),
    evidence: finding.evidence.map((evidence) => printableEvidence(evidence, text)),
    affected: finding.affected.map((affected) => printableAffected(affected, text, clock)),
    firstSeen: clock(finding.firstSeen),
    lastSeen: clock(finding.lastSeen),
    recommendation: text.paragraph(finding.recommendation, maxRecommendation, maxRecommendationLines),
    references: finding.references.map((reference) => text.line(reference, maxReference)),
  };
}

function printableEvidence(evidence: Evidence, text: TextCleaner): Evidence {
  return {
    dataset: text.line(evidence.dataset, maxId),
    observed: text.line(evidence.observed, maxObserved),
    ...(evidence.objectId === undefined ? {} : { objectId: text.line(evidence.objectId, maxId) }),
  };
}

function printableAffected({ type, id, name, account, alert }: Affected, text: TextCleaner, clock: Clock): Affected {
  const lines = (names: string[] | null) => {
    const kept = names?.slice(0, maxNames).map((one) => text.line(one, maxLabel)) ?? null;
    const more = (names?.length ?? 0) - maxNames;
    return more > 0 && kept ? [...kept, `${more} more`] : kept;
  };
  // What Microsoft gave as an instant, which may be none.
  const moment = (one: string | null) =>
    one === null ? null : Number.isNaN(Date.parse(one)) ? text.line(one, maxLabel) : clock(one);
  return {
    type,
    id: text.line(id, maxId),
    name: text.line(name, maxName),
    ...(account && {
      account: {
        ...account,
        roles: lines(account.roles),
        licenses: lines(account.licenses),
        lastSignIn: moment(account.lastSignIn),
      },
    }),
    ...(alert && { alert: { ...alert, users: lines(alert.users), createdAt: moment(alert.createdAt) } }),
  };
}

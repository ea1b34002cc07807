import type { Affected, Evidence, Verdict } from '@tenantry/contract/verdicts';
import type { ReportCategory, ReportFinding, ReportModel, ReportPlan } from './report-model.ts';
import type { TextCleaner } from './report-text.ts';

// Characters; each bound keeps a table row well below the height of a page, because pdfmake cannot break a kept row.
const maxName = 120;
const maxLabel = 60;
const maxTitle = 200;
const maxId = 128;
const maxMessage = 700;
const maxObserved = 400;
const maxReference = 300;
const maxRecommendation = 1500;
const maxRecommendationLines = 20;
/** Roles, licenses or users of an affected object. */
const maxNames = 5;

/** The same model with every text cleaned and bounded for print. Lists and figures are unchanged. */
export function printableModel(model: ReportModel, text: TextCleaner): ReportModel {
  const { organization } = model.preparedBy;
  return {
    ...model,
    tenant: {
      ...model.tenant,
      name: text.line(model.tenant.name, maxName) || 'Unnamed organization',
      domain: text.line(model.tenant.domain, maxName),
    },
    preparedBy: { organization: organization === null ? null : text.line(organization, maxName) || null },
    ...(model.trouble && { trouble: { ...model.trouble, reason: text.line(model.trouble.reason, maxMessage) } }),
    categories: model.categories.map((category) => printableCategory(category, text)),
    findings: model.findings.map((finding) => printableFinding(finding, text)),
    acceptedRisks: model.acceptedRisks.map((risk) => ({
      ...risk,
      title: text.line(risk.title, maxTitle),
      checkId: text.line(risk.checkId, maxId),
      reason: text.line(risk.reason, maxMessage),
      acceptedBy: text.line(risk.acceptedBy, maxName),
    })),
    ...(model.plan && { plan: printablePlan(model.plan, text) }),
    doneWork: model.doneWork.map((work) => ({
      ...work,
      title: text.line(work.title, maxTitle),
      completedBy: text.line(work.completedBy, maxName),
      proof: work.proof && {
        ...work.proof,
        message: text.line(work.proof.message, maxMessage),
        evidence: work.proof.evidence.map((one) => text.line(one, maxObserved)),
      },
    })),
    ...(model.checklist && {
      checklist: model.checklist.map((item) => ({
        ...item,
        comment: text.line(item.comment, maxMessage),
        by: item.by === null ? null : text.line(item.by, maxName),
      })),
    }),
    ...(model.unreadSources && {
      unreadSources: model.unreadSources.map((source) => ({
        ...source,
        label: text.line(source.label, maxLabel),
        code: source.code === null ? null : text.line(source.code, maxLabel),
      })),
    }),
  };
}

/** Titles of tasks and names of people are anybody's words. */
function printablePlan(plan: ReportPlan, text: TextCleaner): ReportPlan {
  return {
    ...plan,
    phases: plan.phases.map((phase) => ({
      ...phase,
      tasks: phase.tasks.map((task) => ({
        ...task,
        title: text.line(task.title, maxTitle) || 'Untitled task',
        completedBy: task.completedBy === null ? null : text.line(task.completedBy, maxName) || null,
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

function printableFinding(finding: ReportFinding, text: TextCleaner): ReportFinding {
  return {
    ...finding,
    title: text.line(finding.title, maxTitle) || 'Untitled finding',
    message: text.line(finding.message, maxMessage),
    impact: finding.impact === null ? null : text.line(finding.impact, maxMessage),
    status: text.line(finding.status, maxName),
    checkId: text.line(finding.checkId, maxId),
    covers: finding.covers.map((one) => ({ ...one, title: text.line(one.title, maxTitle) })),
    evidence: finding.evidence.map((evidence) => printableEvidence(evidence, text)),
    affected: finding.affected.map((affected) => printableAffected(affected, text)),
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

function printableAffected({ type, id, name, account, alert }: Affected, text: TextCleaner): Affected {
  const lines = (names: string[] | null) => {
    const kept = names?.slice(0, maxNames).map((one) => text.line(one, maxLabel)) ?? null;
    const more = (names?.length ?? 0) - maxNames;
    return more > 0 && kept ? [...kept, `${more} more`] : kept;
  };
  const line = (one: string | null) => (one === null ? null : text.line(one, maxLabel));
  return {
    type,
    id: text.line(id, maxId),
    name: text.line(name, maxName),
    ...(account && {
      account: {
        ...account,
        roles: lines(account.roles),
        licenses: lines(account.licenses),
        lastSignIn: line(account.lastSignIn),
      },
    }),
    ...(alert && { alert: { ...alert, users: lines(alert.users), createdAt: line(alert.createdAt) } }),
  };
}

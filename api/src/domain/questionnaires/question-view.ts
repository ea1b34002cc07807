import { datasetLabel } from '@tenantry/contract/dataset-labels';
import {
  type AnswerEvidence,
  type AnswerException,
  answerGoodDays,
  auditGoodDays,
  type GivenText,
  type QuestionView,
} from '@tenantry/contract/questionnaires';
import type { Verdict } from '@tenantry/contract/verdicts';
import { catalog } from '../../audit/checks/catalog.ts';
import {
  type AnsweredQuestion,
  answerQuestion,
  type Exception,
  objectsOf,
  type ReadCheck,
} from '../../audit/findings/questionnaires/answer-question.ts';
import type { Decision, Question } from '../../audit/findings/questionnaires/question-set.ts';
import type { KeptDatasetState } from '../../store/audits.ts';
import type { FindingRecord } from '../../store/findings.ts';
import type { QuestionnaireAnswerRecord } from '../../store/questionnaire-answers.ts';
import { acceptanceView } from '../finding/acceptance-view.ts';
import { answerToday, isOlderThan } from './standing.ts';

/** Who reads it: contacts of the client see no lines of evidence and no names of the provider's people. */
export type Reader = 'staff' | 'client';

/** What the answers of a tenant are made of. */
export type AnswerSources = {
  reader: Reader;
  now: Date;
  auditedAt: string | null;
  /** By check. */
  verdicts: ReadonlyMap<string, Verdict>;
  datasets: ReadonlyMap<string, KeptDatasetState>;
  /** Accepted findings, by check. */
  accepted: ReadonlyMap<string, Pick<FindingRecord, 'acceptance'>>;
  /** Why nothing is a yes today; null where nothing is in the way. */
  noLongerYes: string | null;
};

const checks = new Map(catalog.map((check) => [check.id, check]));
const titleOf = ({ checkId, verdict }: Pick<ReadCheck, 'checkId' | 'verdict'>): string =>
  verdict?.title ?? checks.get(checkId)?.title ?? checkId;

/** Who wrote it, where clients are told no name of the provider's people. */
const provider = 'Your service provider';

function acceptedOf(checkId: string, { accepted, reader, now }: AnswerSources): AnswerEvidence['accepted'] {
  const finding = accepted.get(checkId);
  const view = finding ? acceptanceView(finding) : null;
  if (view === null || Date.parse(view.expiresAt) <= now.getTime()) return null;
  const { acceptedBy, reason, acceptedAt: at, expiresAt: until } = view;
  return reader === 'staff' ? { by: acceptedBy, reason, at, until } : { by: null, reason: null, at, until };
}

/** What the check looked at: what its evidence names, else what it reads. */
const datasetsOf = ({ checkId, verdict }: ReadCheck): string[] => {
  const seen = verdict?.evidence.map(({ dataset }) => dataset) ?? [];
  return [...new Set(seen.length > 0 ? seen : (checks.get(checkId)?.datasets ?? []))];
};

/** When the oldest of what it looked at was read; null where that is not known. */
function readAtOf(check: ReadCheck, { datasets }: AnswerSources): string | null {
  const times = datasetsOf(check).flatMap((name) => {
    const dataset = datasets.get(name);
    // What was asked for in vain was not read.
    return dataset?.state === 'ok' ? (dataset.fetchedAt ?? []) : [];
  });
  return times.toSorted()[0] ?? null;
}

function evidenceOf(check: ReadCheck, sources: AnswerSources): AnswerEvidence {
  const { checkId, verdict, decides } = check;
  return {
    checkId,
    title: titleOf(check),
    status: verdict?.status ?? null,
    message: verdict?.message ?? 'The latest audit is older than this check. Run a scan.',
    decides,
    observed: sources.reader === 'client' ? [] : (verdict?.evidence.map(({ observed }) => observed) ?? []),
    affectedCount: verdict?.affectedCount ?? 0,
    sources: datasetsOf(check).map(datasetLabel),
    readAt: readAtOf(check, sources),
    accepted: acceptedOf(checkId, sources),
  };
}

function exceptionView(check: ReadCheck, exception: Exception, sources: AnswerSources): AnswerException {
  const { checkId, count, named, isDeclared } = exception;
  return {
    checkId,
    title: titleOf(check),
    count,
    listed: named.map(({ type, name }) => ({ type: type === 'words' ? null : type, name })),
    isDeclared,
    // What was accepted is what the finding names: who is left out on purpose is not in it.
    accepted: isDeclared ? null : acceptedOf(checkId, sources),
  };
}

/** The same objects are named once, whichever checks leave them out. */
function together(exceptions: readonly AnswerException[]): AnswerException[] {
  const byNames = new Map<string, AnswerException>();
  for (const one of exceptions) {
    const key = JSON.stringify([one.listed, one.isDeclared, one.accepted]);
    const same = byNames.get(key);
    byNames.set(key, same ? { ...same, title: `${same.title}; ${one.title}` } : one);
  }
  return [...byNames.values()];
}

/** Old data proves no yes, whichever day the audit was made. */
function whyOldData({ checks: read }: AnsweredQuestion, sources: AnswerSources): string | null {
  const times = read.flatMap((check) => (check.decides ? (readAtOf(check, sources) ?? []) : []));
  const oldest = times.toSorted()[0];
  if (oldest === undefined || !isOlderThan(oldest, auditGoodDays, sources.now)) return null;
  return `What it is judged by was read on ${oldest.slice(0, 10)}, more than ${auditGoodDays} days ago.`;
}

/** Of a no each check that fails is told, those too that would have been exceptions. */
function becauseOf({ answer, checks: read }: AnsweredQuestion): string[] {
  const isTold = ({ decides, verdict }: ReadCheck) =>
    decides || (answer === 'no' && (verdict?.status === 'fail' || verdict?.status === 'warning'));
  const deciding = read.filter(isTold);
  const texts = (deciding.length > 0 ? deciding : read).map((check) => evidenceText(check));
  // One check says what another says and more: the sentence stands once.
  const told = texts.filter((one) => !texts.some((other) => other !== one && other.includes(one)));
  const who = new Map((answer === 'no' ? deciding : []).map((check) => [evidenceText(check), whoOf(check)]));
  return [...new Set(told)].map((one) => `${one}${who.get(one) ?? ''}`);
}

/** As many stand behind a sentence; the finding names all. */
const namedAtMost = 5;

/** Whom a check fails for, as far as its message does not say. */
function whoOf({ verdict }: ReadCheck): string {
  if (verdict === null) return '';
  const objects = objectsOf(verdict).filter(({ type }) => type !== 'people' && type !== 'tenant');
  if (objects.length === 0 || objects.every(({ name }) => verdict.message.includes(name))) return '';
  const names = objects.slice(0, namedAtMost).map(({ name }) => name);
  const isWhole = verdict.affected.length === verdict.affectedCount;
  const more = (isWhole ? objects.length : verdict.affectedCount) - names.length;
  return ` Affected: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

const evidenceText = (check: ReadCheck): string =>
  check.verdict?.message ?? `The latest audit is older than the check “${titleOf(check)}”. Run a scan.`;

/** What Microsoft 365 answers. */
function toldView(decision: Decision, sources: AnswerSources) {
  if (sources.auditedAt === null) {
    return { answer: 'notSeen' as const, because: [sources.noLongerYes ?? ''], exceptions: [], evidence: [] };
  }
  const answered = answerQuestion(decision, sources.verdicts);
  const why = sources.noLongerYes ?? whyOldData(answered, sources);
  const answer = answerToday(answered.answer, why);
  const isOverruled = answer !== answered.answer;
  return {
    answer,
    because: isOverruled && why !== null ? [why] : becauseOf(answered),
    exceptions:
      answer === 'yesExcept'
        ? together(
            answered.checks.flatMap((check) =>
              check.decides ? check.exceptions.map((one) => exceptionView(check, one, sources)) : [],
            ),
          )
        : [],
    evidence: answered.checks.map((check) => evidenceOf(check, sources)),
  };
}

function givenView(record: QuestionnaireAnswerRecord | undefined, { reader, now }: AnswerSources): GivenText | null {
  if (record === undefined || (record.answer === null && record.text === '')) return null;
  const { answer, text, by, at } = record;
  const isOnBehalf = by.contactId === null;
  return {
    answer,
    text,
    by: isOnBehalf && reader === 'client' ? provider : by.name,
    isOnBehalf,
    at,
    isToConfirm: isOlderThan(at, answerGoodDays, now),
  };
}

/** One question as it is answered now. @param number within the set */
export function questionView(
  question: Question,
  number: string,
  record: QuestionnaireAnswerRecord | undefined,
  sources: AnswerSources,
): QuestionView {
  const { id, text, reference, by } = question;
  const shared = { id, number, reference, text, given: givenView(record, sources), revision: record?.revision ?? 0 };
  if (by.kind === 'client') {
    const nothing = { answer: null, exceptions: [], evidence: [], judgedAt: null, beyond: null };
    return { ...shared, ...nothing, because: [by.because] };
  }
  return { ...shared, ...toldView(by, sources), judgedAt: sources.auditedAt, beyond: by.beyond };
}

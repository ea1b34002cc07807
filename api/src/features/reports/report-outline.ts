import { Severity, type Verdict } from '@tenantry/contract/verdicts';
import {
  type AcceptedRisk,
  isUnanswered,
  type ReportFinding,
  type ReportModel,
  type Unanswered,
} from './report-model.ts';

/** Its number in the report, by which every other place refers to it. */
type Numbered<Key extends string, Value> = { number: number } & Record<Key, Value>;
export type NumberedFinding = Numbered<'finding', ReportFinding>;
export type NumberedRisk = Numbered<'risk', AcceptedRisk>;
/** `isByHand`: its finding was resolved by hand, and nothing has verified that. */
export type NumberedCheck = Numbered<'check', Verdict> & { isByHand?: boolean };
export type UnansweredCheck = Numbered<'check', Verdict & { status: Unanswered }>;

/** Where each check of the audit stands in the report: in one place, under one number. */
export type ReportOutline = {
  /** The most severe first; within a severity in the order of the model. */
  findings: readonly NumberedFinding[];
  risks: readonly NumberedRisk[];
  /** Failures and warnings that are no open finding: those that only inform, and those that somebody resolved since. */
  others: readonly NumberedCheck[];
  passed: readonly NumberedCheck[];
  unanswered: readonly UnansweredCheck[];
  notApplicable: readonly NumberedCheck[];
  /** Where the result of a check stands, by its id. */
  numberOf: ReadonlyMap<string, number>;
};

const bySeverity = <T extends { severity: Severity }>(entries: readonly T[]): T[] =>
  Severity.options.flatMap((severity) => entries.filter((entry) => entry.severity === severity));

const isWeak = ({ status }: Verdict) => status === 'fail' || status === 'warning';
const hasNoAnswer = (check: Verdict): check is Verdict & { status: Unanswered } => isUnanswered(check.status);
const unansweredOrder: readonly Unanswered[] = ['couldNotCheck', 'notPermitted', 'notLicensed', 'notOffered'];

/** Those that gave no answer for the same reason in the same words stand together. */
function byReason<T extends Verdict & { status: Unanswered }>(checks: readonly T[]): T[] {
  const groups = Map.groupBy(checks, ({ status, message }) => `${status} ${message}`);
  return unansweredOrder.flatMap((status) => [...groups.values()].filter(([one]) => one?.status === status).flat());
}

/** Gives each finding, accepted risk and check of the report its place and its number. */
export function reportOutline(model: ReportModel): ReportOutline {
  let last = 0;
  const next = () => {
    last += 1;
    return last;
  };
  const verdicts = model.categories.flatMap((category) => category.verdicts);
  const findings = bySeverity(model.findings).map((finding) => ({ number: next(), finding }));
  const risks = bySeverity(model.acceptedRisks).map((risk) => ({ number: next(), risk }));
  const weakPlaces = new Map([
    ...risks.map(({ number, risk }) => [risk.checkId, number] as const),
    ...findings.flatMap(({ number, finding: { checkId, covers } }) =>
      [checkId, ...covers.map((one) => one.checkId)].map((id) => [id, number] as const),
    ),
  ]);
  const numbered = <T extends Verdict>(checks: readonly T[]) => checks.map((check) => ({ number: next(), check }));
  const byHand = new Set(model.resolvedByHand);
  const others = numbered(bySeverity(verdicts.filter((check) => isWeak(check) && !weakPlaces.has(check.checkId)))).map(
    (one) => ({ ...one, isByHand: byHand.has(one.check.checkId) }),
  );
  const passed = numbered(verdicts.filter(({ status }) => status === 'pass'));
  const unanswered = numbered(byReason(verdicts.filter(hasNoAnswer)));
  const notApplicable = numbered(verdicts.filter(({ status }) => status === 'notApplicable'));
  const numberOf = new Map([
    ...verdicts.filter(isWeak).flatMap(({ checkId }) => {
      const number = weakPlaces.get(checkId);
      return number === undefined ? [] : [[checkId, number] as const];
    }),
    ...[...others, ...passed, ...unanswered, ...notApplicable].map(
      ({ number, check }) => [check.checkId, number] as const,
    ),
  ]);
  return { findings, risks, others, passed, unanswered, notApplicable, numberOf };
}

/** Name of the place in the PDF where an entry stands. */
export const entryAnchor = (number: number): string => `entry-${number}`;

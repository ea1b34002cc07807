import { Severity, type Verdict } from '@tenantry/contract/verdicts';
import { countedOnce } from './license-group.ts';

type Found = Pick<Verdict, 'severity' | 'checkId'> & { needsLicense?: string | null | undefined };

/** What a list of open findings comes to, wherever it is told (docs/figures.md). */
export type FindingFigures = {
  open: number;
  critical: number;
  /** Of critical or high severity. */
  urgent: number;
  bySeverity: Record<Severity, number>;
};

/** @param open those that somebody has to do something about: not accepted, not resolved, not informational */
export function findingFigures(open: readonly Found[]): FindingFigures {
  const counted = countedOnce(open);
  const of = (severity: Severity) => counted.filter((one) => one.severity === severity).length;
  const bySeverity = Object.fromEntries(Severity.options.map((severity) => [severity, of(severity)]));
  const figures = bySeverity as Record<Severity, number>;
  return {
    open: counted.length,
    critical: figures.critical,
    urgent: figures.critical + figures.high,
    bySeverity: figures,
  };
}

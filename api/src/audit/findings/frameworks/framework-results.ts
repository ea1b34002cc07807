import type { ControlStatus, FrameworkCoverage, UnknownReason } from '@tenantry/contract/compliance';
import type { Verdict, VerdictStatus } from '@tenantry/contract/verdicts';
import type { Framework, FrameworkControl } from './framework.ts';

/** A check of a control. Without a verdict the audit is older than the check: its title is the catalog's. */
export type ControlCheck = { checkId: string; verdict: Verdict | null };

export type ControlResult = {
  control: FrameworkControl;
  status: ControlStatus;
  /** Why a control could not be judged; empty for every other status. */
  unknownBecause: readonly UnknownReason[];
  checks: readonly ControlCheck[];
};

export type FrameworkResult = {
  framework: Framework;
  counts: Record<ControlStatus, number>;
  coverage: FrameworkCoverage;
  controls: readonly ControlResult[];
};

const unknownReasons: readonly UnknownReason[] = [
  'notPermitted',
  'notLicensed',
  'couldNotCheck',
  'notOffered',
  'notInAudit',
];

function reasonOf(status: VerdictStatus | undefined): UnknownReason | null {
  if (status === undefined) return 'notInAudit';
  return unknownReasons.find((reason) => reason === status) ?? null;
}

function statusOf(
  coverage: FrameworkControl['coverage'],
  statuses: readonly (VerdictStatus | undefined)[],
): ControlStatus {
  if (statuses.length === 0) return 'notAssessed';
  if (statuses.includes('fail')) return 'notMet';
  // Before warnings: what is not known could be a failure, so that losing data never makes a control look better.
  if (statuses.some((status) => reasonOf(status) !== null)) return 'couldNotJudge';
  if (statuses.includes('warning')) return 'partlyMet';
  if (statuses.includes('pass')) return coverage === 'partial' ? 'supported' : 'met';
  return 'notApplicable';
}

function controlResult(control: FrameworkControl, verdicts: ReadonlyMap<string, Verdict>): ControlResult {
  const checks = control.checkIds.map((checkId) => ({ checkId, verdict: verdicts.get(checkId) ?? null }));
  const statuses = checks.map(({ verdict }) => verdict?.status);
  const status = statusOf(control.coverage, statuses);
  const reasons = new Set(statuses.map(reasonOf));
  return {
    control,
    status,
    unknownBecause: status === 'couldNotJudge' ? unknownReasons.filter((reason) => reasons.has(reason)) : [],
    checks,
  };
}

function countsOf(controls: readonly ControlResult[]): FrameworkResult['counts'] {
  const counts: FrameworkResult['counts'] = {
    met: 0,
    supported: 0,
    partlyMet: 0,
    notMet: 0,
    couldNotJudge: 0,
    notApplicable: 0,
    notAssessed: 0,
  };
  for (const { status } of controls) counts[status] += 1;
  return counts;
}

/**
 * What an audit says of a framework's controls. Pure. A control is not met where any of its checks fails; it could not
 * be judged where none fails and any gave no answer or is missing from the audit; it is partly met where any warns; and
 * met, or supported where its checks speak for a part of it only, where all that apply pass. Without checks it is not
 * assessed. Taking verdicts away leaves a control as it is or makes it unknown, and never better.
 */
export function frameworkResults(framework: Framework, verdicts: readonly Verdict[]): FrameworkResult {
  const byCheck = new Map(verdicts.map((verdict) => [verdict.checkId, verdict]));
  const controls = framework.controls.map((control) => controlResult(control, byCheck));
  const counts = countsOf(controls);
  return {
    framework,
    counts,
    coverage: {
      total: controls.length,
      assessed: controls.length - counts.notAssessed,
      judged: counts.met + counts.supported + counts.partlyMet + counts.notMet,
    },
    controls,
  };
}

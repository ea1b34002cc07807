import type { Verdict, VerdictStatus } from '@tenantry/contract/verdicts';
import { areSecurityDefaultsTheWay, turnOnSecurityDefaults } from '../checks/shared/security-defaults.ts';
import { type Facts, factOf } from '../facts/facts.ts';
import { isJudgedStatus } from './score.ts';

/** The facts of the same tenant with security defaults on; null where they are on, or not the way to go. */
export function withDefaultsOn(facts: Facts): Facts | null {
  const { securityDefaults } = facts;
  const value = factOf(facts, 'securityDefaults');
  if (securityDefaults?.state !== 'ok' || value === undefined || !areSecurityDefaultsTheWay(facts)) return null;
  return { ...facts, securityDefaults: { ...securityDefaults, value: { ...value, isEnabled: true } } };
}

const badness = (status: VerdictStatus): number => (status === 'fail' ? 2 : status === 'warning' ? 1 : 0);

const isBetter = (before: VerdictStatus, after: VerdictStatus): boolean =>
  isJudgedStatus(before) && isJudgedStatus(after) && badness(after) < badness(before);

/** A verdict that the switch closes, or makes better, says so: no license is asked for where a free switch does it. */
export function advised(before: Verdict, after: VerdictStatus): Verdict {
  if (!isBetter(before.status, after)) return before;
  if (after !== 'pass') {
    return { ...before, recommendation: `${turnOnSecurityDefaults} ${before.recommendation}`.trim() };
  }
  const { needsLicense: _, ...closed } = before;
  return { ...closed, closedBy: 'securityDefaults', recommendation: turnOnSecurityDefaults };
}

import type { Verdict } from '@tenantry/contract/verdicts';
import type { Check } from '../checks/shared/check.ts';
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

/** Whether a check looks at what the switch changes. */
export const readsTheSwitch = ({ datasets, helpful = [] }: Pick<Check, 'datasets' | 'helpful'>): boolean =>
  [...datasets, ...helpful].includes('securityDefaults');

const badness = ({ status }: Verdict): number => (status === 'fail' ? 2 : status === 'warning' ? 1 : 0);

const isBetter = (before: Verdict, after: Verdict): boolean =>
  isJudgedStatus(before.status) && isJudgedStatus(after.status) && badness(after) < badness(before);

/** A verdict that the switch closes, or makes better, says so: no license is asked for where a free switch does it. */
export function advised(before: Verdict, after: Verdict): Verdict {
  if (!isBetter(before, after)) return before;
  if (after.status !== 'pass') {
    return { ...before, recommendation: `${turnOnSecurityDefaults} ${before.recommendation}`.trim() };
  }
  const { needsLicense: _, ...closed } = before;
  return { ...closed, closedBy: 'securityDefaults', recommendation: turnOnSecurityDefaults };
}

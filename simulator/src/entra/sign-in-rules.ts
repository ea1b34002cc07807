import { type EntraError, entraErrors } from './entra-errors.ts';

/** What Entra holds against a sign-in, or against what an earlier one granted. */
export type FailingRule =
  | 'mfaRequired'
  | 'mfaNotPassed'
  | 'mfaExpired'
  | 'blocked'
  | 'securityPolicy'
  | 'deviceNotFound'
  | 'signInFrequency'
  | 'passwordChanged'
  | 'sessionRevoked';

const failures: Readonly<Record<FailingRule, (tenantId: string) => EntraError>> = {
  mfaRequired: entraErrors.mfaRequired,
  mfaNotPassed: entraErrors.mfaNotPassed,
  mfaExpired: entraErrors.mfaExpired,
  blocked: entraErrors.blocked,
  securityPolicy: entraErrors.securityPolicy,
  deviceNotFound: entraErrors.deviceNotFound,
  signInFrequency: entraErrors.signInFrequency,
  passwordChanged: entraErrors.passwordChanged,
  sessionRevoked: entraErrors.sessionRevoked,
};

/** What happens when somebody signs in, or renews what he was granted. */
export type SignInRule = 'allowed' | FailingRule;

export const signInRules: readonly SignInRule[] = ['allowed', ...Object.keys(failures).filter(isFailing)];

/** These end what was granted before, and a person at the page passes them by signing in. */
const ofGrantsAlone: ReadonlySet<FailingRule> = new Set([
  'mfaExpired',
  'signInFrequency',
  'passwordChanged',
  'sessionRevoked',
]);

export function isFailing(rule: string): rule is FailingRule {
  return Object.hasOwn(failures, rule);
}

/** Whether the rule stands in the way of somebody who signs in at the page. */
export function stopsSignIn(rule: FailingRule): boolean {
  return !ofGrantsAlone.has(rule);
}

export function ruleError(rule: FailingRule, tenantId: string): EntraError {
  return failures[rule](tenantId);
}

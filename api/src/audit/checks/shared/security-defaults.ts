import { type Facts, factOf } from '../../facts/facts.ts';
import { booleanAt, enumAt } from '../../facts/json-reader.ts';
import { portal } from '../../microsoft/portal-paths.ts';
import { lacksEntraP1 } from './entra-p1.ts';

export const turnOnDefaults = `${portal.securityDefaults}: turn on security defaults.`;

/** Where nothing has to be bought for it. */
export const turnOnSecurityDefaults = `${turnOnDefaults} They are included in every license.`;

/** Whether a policy of Conditional Access is on, which security defaults exclude; where policies were not read, none is seen. */
export const hasEnabledPolicy = (facts: Facts): boolean =>
  (factOf(facts, 'conditionalAccessPolicies') ?? []).some((policy) => enumAt(policy, 'state') === 'enabled');

/** Whether security defaults are off in a tenant that has no license for Conditional Access, and no policy from before. */
export const areSecurityDefaultsTheWay = (facts: Facts): boolean =>
  lacksEntraP1(facts) &&
  booleanAt(factOf(facts, 'securityDefaults'), 'isEnabled') === false &&
  !hasEnabledPolicy(facts);

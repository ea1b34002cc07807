import type { Facts } from '../../facts/facts.ts';
import { hasServicePlan } from '../../facts/licenses.ts';
import { type CheckVerdict, evidenceFrom } from './check.ts';

export const entraP1 = 'Microsoft Entra ID P1';

/** What a license would bring, for one finding or for all that need it. */
export const conditionalAccessByLicense = (license: string): string =>
  `${license} (part of Microsoft 365 Business Premium, E3 and E5) would bring Conditional Access.`;

/** Whether the tenant has no Conditional Access. Not known counts as having it: nobody is told to buy what may be there. */
export const lacksEntraP1 = (facts: Facts): boolean => hasServicePlan(facts, 'AAD_PREMIUM', 'AAD_PREMIUM_P2') === false;

/**
 * A failure or warning whose remedy is a Conditional Access policy: where the tenant has no license for one, it says what the
 * license would bring, and counts together with all others of its kind (license-group.ts).
 * @param policy the settings of that policy
 */
export function needingEntraP1(judged: CheckVerdict, policy: string, facts: Facts): CheckVerdict {
  if ((judged.status !== 'fail' && judged.status !== 'warning') || !lacksEntraP1(facts)) return judged;
  return {
    ...judged,
    evidence: [
      ...judged.evidence,
      evidenceFrom('subscribedSkus', 'no subscription contains the service plan AAD_PREMIUM or AAD_PREMIUM_P2'),
    ],
    needsLicense: entraP1,
    recommendation: `${conditionalAccessByLicense(entraP1)} Then: ${policy}.`,
  };
}

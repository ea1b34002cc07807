import type { Facts } from '../../facts/facts.ts';
import { hasServicePlan } from '../../facts/licenses.ts';
import { type CheckVerdict, verdict } from '../shared/check.ts';
import { missingData } from '../shared/missing-data.ts';

const intune = 'Microsoft Intune';

/** Without the license the settings of Intune do nothing. */
export const unlicensed = (facts: Facts): CheckVerdict | null => {
  if (facts.subscribedSkus?.state === 'failed') return missingData(facts, ['subscribedSkus']);
  return hasServicePlan(facts, 'INTUNE_A', 'INTUNE_P2', 'INTUNE_EDU', 'INTUNE_SMBIZ') === false
    ? {
        ...verdict('notLicensed', `The tenant has no license for ${intune}, which this needs.`),
        recommendation: `Assign a license with ${intune}, or accept the risk.`,
      }
    : null;
};

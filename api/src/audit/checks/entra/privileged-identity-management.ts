import type { DatasetName } from '../../facts/datasets.ts';
import { type Facts, factOf } from '../../facts/facts.ts';
import { hasServicePlan } from '../../facts/licenses.ts';
import { type Check, type CheckContext, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { missingData } from '../shared/missing-data.ts';

/** Role activation is part of Entra ID P2: without it there is nothing to judge. */
export function withP2(
  dataset: DatasetName,
  judge: (facts: Facts, context: CheckContext) => CheckVerdict,
): Check['evaluate'] {
  return (facts, context) => {
    const licensed = hasServicePlan(facts, 'AAD_PREMIUM_P2', 'Entra_Identity_Governance');
    if (licensed === false) {
      return {
        ...verdict(
          'notLicensed',
          'Privileged Identity Management needs Microsoft Entra ID P2 or Microsoft Entra ID Governance, and the tenant has neither.',
          [
            evidenceFrom(
              'subscribedSkus',
              'no subscription contains the service plan AAD_PREMIUM_P2 or Entra_Identity_Governance',
            ),
          ],
        ),
        recommendation:
          'Microsoft Entra ID P2 or Microsoft Entra ID Governance would bring just-in-time roles with approval and alerts.',
      };
    }
    if (factOf(facts, dataset) === undefined) return missingData(facts, [dataset]);
    const judged = judge(facts, context);
    // Without the license the settings would be there and yet not in force, so licenses have to be known for a pass.
    return judged.status === 'pass' && licensed === null ? missingData(facts, ['subscribedSkus']) : judged;
  };
}

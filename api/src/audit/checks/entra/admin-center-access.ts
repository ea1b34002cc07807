import type { Facts } from '../../facts/facts.ts';
import { coverageHelp } from '../conditional-access/ca-check.ts';
import type { CaPolicy } from '../conditional-access/policy.ts';
import { type Check, type CheckContext, type CheckVerdict, evidenceFrom, verdict } from '../shared/check.ts';
import { onPolicies } from './on-policies.ts';
import { adminPortals } from './policy-hygiene.ts';

const place = 'Microsoft Entra admin center > Entra ID > Users > User settings';
const setting = '"Restrict access to Microsoft Entra admin center"';

/**
 * CIS 5.1.2.4 asks for a switch of the portal, which Graph does not have. A policy that blocks the admin portals does more
 * than it; without one the switch may be on all the same, so that nothing fails here.
 */
function adminCenter(policies: readonly CaPolicy[], facts: Facts, context: CheckContext): CheckVerdict {
  const judged = adminPortals(policies, facts, context);
  if (judged.status === 'pass')
    return { ...judged, message: 'A Conditional Access policy blocks the admin portals for users without a role.' };
  if (judged.status !== 'fail' && judged.status !== 'warning') return judged;
  return verdict(
    'warning',
    `No policy blocks the admin portals for everyone without a role, and Microsoft Graph does not show whether ${setting} is on.`,
    [evidenceFrom('conditionalAccessPolicies', judged.message), ...judged.evidence],
  );
}

export const adminCenterChecks: readonly Check[] = [
  {
    id: 'tenant.admincenter',
    title: 'The Entra admin center is restricted to administrators',
    findingTitle: 'The Entra admin center may be open to every user',
    category: 'secure-score',
    severity: 'low',
    endangers: 'nobody',
    frameworks: { cis: ['5.1.2.4'] },
    datasets: ['conditionalAccessPolicies'],
    helpful: coverageHelp,
    recommendation: `${place}: set ${setting} to Yes. Where the license allows it, also block Microsoft Admin Portals by Conditional Access; only that is seen here.`,
    impact: 'Any user account, taken over, shows an attacker users, groups and settings of the tenant in a few clicks.',
    evaluate: onPolicies(adminCenter),
  },
];

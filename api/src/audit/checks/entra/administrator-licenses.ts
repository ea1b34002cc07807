import { maxAffectedListed } from '@tenantry/contract/verdicts';
import { factOf, failureOfDataset } from '../../facts/facts.ts';
import { enumAt, type JsonObject, objectsAt } from '../../facts/json-reader.ts';
import { mayHaveMore } from '../../facts/role-holders.ts';
import { countOf, named } from '../../facts/sentence-parts.ts';
import { withAgentWords } from '../../microsoft/directory-object-types.ts';
import { type Check, evidenceFrom, verdict } from '../shared/check.ts';
import { missingData, withData } from '../shared/missing-data.ts';

/** Products that administer: Entra ID and nothing to read mail or open files with (CIS Microsoft 365, 1.1.4). */
const plainProducts = new Set([
  'aad_premium',
  'aad_premium_p2',
  'aad_basic',
  'microsoft_entra_suite',
  'entra_id_governance',
]);

const partNumber = (sku: JsonObject) => enumAt(sku, 'skuPartNumber') ?? '';

/** A product whose every plan is of Entra ID. Null where neither its name nor its plans are told. */
function isPlain(sku: JsonObject): boolean | null {
  if (plainProducts.has(partNumber(sku))) return true;
  const plans = objectsAt(sku, 'servicePlans').map((plan) => enumAt(plan, 'servicePlanName') ?? '');
  if (plans.length === 0) return partNumber(sku) === '' ? null : false;
  return plans.every((plan) => plan.startsWith('aad_premium') || plan === 'mfa_premium');
}

const evaluate = withData(['roles', 'users'], ([roles, users], _context, facts) => {
  const skus = factOf(facts, 'subscribedSkus');
  const licenses = new Map(users.licenses ?? []);
  const products = new Map((skus ?? []).map((sku) => [enumAt(sku, 'skuId') ?? '', sku]));
  const holders = new Map(
    roles.holdings
      .filter(({ principalType }) => principalType === 'user')
      .map((one) => [one.principalId.toLowerCase(), one]),
  );
  if (holders.size === 0) return verdict('couldNotCheck', 'Nobody was found who holds an administrative role.');
  const judged = [...holders].map(([id, holder]) => {
    const held = licenses.get(id);
    if (held === undefined) return { holder, wrong: null };
    const plain = held.map((skuId) => {
      const sku = products.get(skuId.toLowerCase());
      return { name: sku === undefined ? '' : partNumber(sku), isPlain: sku === undefined ? null : isPlain(sku) };
    });
    const wrong = plain.flatMap((one) => (one.isPlain === false ? [one.name] : []));
    // One that is not known hides nothing where another is wrong.
    return { holder, wrong: wrong.length === 0 && plain.some((one) => one.isPlain === null) ? null : wrong };
  });
  const licensed = judged.filter(({ wrong }) => (wrong?.length ?? 0) > 0);
  const unknown = judged.filter(({ wrong }) => wrong === null);
  const which = [...new Set(licensed.flatMap(({ wrong }) => wrong ?? []))].map((name) => name.toUpperCase());
  const evidence = [
    evidenceFrom(
      'users',
      `${countOf(licensed.length, 'administrator')} with products beyond Microsoft Entra ID${which.length > 0 ? `: ${named(which)}` : ''}`,
    ),
  ];
  if (licensed.length > 0)
    return {
      ...verdict(
        'fail',
        `${countOf(licensed.length, 'administrative account')} ${licensed.length === 1 ? 'has' : 'have'} a license for mail or Office.`,
        evidence,
        licensed.slice(0, maxAffectedListed).map(({ holder }) => ({
          type: 'user',
          id: holder.principalId,
          name: withAgentWords(holder.name, holder.agent),
        })),
      ),
      affectedCount: licensed.length,
    };
  if (unknown.length > 0 && skus === undefined) return missingData(facts, ['subscribedSkus']);
  if (unknown.length > 0)
    return verdict(
      'couldNotCheck',
      `The licenses of ${countOf(unknown.length, 'administrative account')} are not known.`,
      evidence,
    );
  if (failureOfDataset(facts.roles) !== undefined) return missingData(facts, ['roles']);
  const more = mayHaveMore(roles, () => true);
  if (more !== null) {
    const lost = [...evidence, evidenceFrom('roles', more)];
    return verdict('couldNotCheck', `There may be more administrative accounts: ${more}.`, lost);
  }
  return verdict('pass', 'Administrative accounts have no license for mail or Office.', evidence);
});

export const administratorLicenseChecks: readonly Check[] = [
  {
    id: 'role.licenses',
    title: 'Administrative accounts have no mailbox or Office',
    findingTitle: 'Administrative accounts have licenses for mail or Office',
    category: 'mfa',
    severity: 'medium',
    endangers: 'tenant',
    frameworks: {
      cis: ['1.1.4'],
      prowler: ['admincenter_users_admins_reduced_license_footprint'],
      nist: ['PR.AA-05'],
      iso: ['A.8.2'],
    },
    datasets: ['roles', 'users'],
    helpful: ['subscribedSkus'],
    recommendation:
      'Microsoft 365 admin center > Users > Active users: give administrators an account of its own for that work, with Microsoft Entra ID P1 or P2 at most.',
    impact: 'An administrator opens a bad attachment or link with the very account that rules the tenant.',
    evaluate,
  },
];

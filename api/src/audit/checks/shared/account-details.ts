import type { AccountDetails } from '@tenantry/contract/verdicts';
import { type Facts, factOf, failureOfDataset } from '../../facts/facts.ts';
import { textAt } from '../../facts/json-reader.ts';
import { mayHaveMore } from '../../facts/role-holders.ts';
import { licenseName } from '../../microsoft/license-names.ts';

type Tell<T> = (id: string) => T | null;
const tellsNothing = () => null;

/** Roles by lower-case account id. "No role" is said only where all holders are known. */
function rolesTold(facts: Facts): Tell<string[]> {
  const roles = factOf(facts, 'roles');
  if (roles === undefined) return tellsNothing;
  const held = new Map<string, Map<string, boolean>>();
  for (const { principalId, principalType, roleName, eligible } of roles.holdings) {
    if (principalType !== 'user') continue;
    const id = principalId.toLowerCase();
    const own = held.get(id) ?? new Map<string, boolean>();
    own.set(roleName, (own.get(roleName) ?? true) && eligible);
    held.set(id, own);
  }
  const isWhole =
    roles.eligibility !== 'asGiven' &&
    failureOfDataset(facts.roles) === undefined &&
    mayHaveMore(roles, () => true) === null;
  return (id) => {
    const own = held.get(id);
    if (own === undefined) return isWhole ? [] : null;
    return [...own].map(([name, isEligible]) => (isEligible ? `${name} (eligible)` : name));
  };
}

function licensesTold(facts: Facts): Tell<string[]> {
  const assigned = new Map(factOf(facts, 'users')?.licenses);
  const skus = (factOf(facts, 'subscribedSkus') ?? []).map((sku) => {
    const skuId = textAt(sku, 'skuId')?.toLowerCase() ?? '';
    return [skuId, licenseName(textAt(sku, 'skuPartNumber') ?? skuId)] as const;
  });
  const names = new Map(skus);
  return (id) => assigned.get(id)?.map((skuId) => names.get(skuId) ?? skuId) ?? null;
}

function mfaTold(facts: Facts): Tell<boolean> {
  const registration = factOf(facts, 'registration');
  if (registration === undefined) return tellsNothing;
  const { capableById, incapable, incapableAdmins } = registration;
  const without = new Set([...incapable.listed, ...incapableAdmins.listed].map(({ id }) => id.toLowerCase()));
  return (id) => (Object.hasOwn(capableById, id) ? (capableById[id] ?? null) : without.has(id) ? false : null);
}

function lastSignInTold(facts: Facts): Tell<string> {
  const told = new Map(factOf(facts, 'signInActivity')?.lastSignIns);
  return (id) => told.get(id) ?? null;
}

/** Tells what the facts know of an account by its id, whatever check names it. What they do not know is null. */
export function accountDetailsOf(facts: Facts): (id: string) => AccountDetails {
  const [roles, licenses, mfa, lastSignIn] = [
    rolesTold(facts),
    licensesTold(facts),
    mfaTold(facts),
    lastSignInTold(facts),
  ];
  return (id) => {
    const key = id.toLowerCase();
    return { roles: roles(key), licenses: licenses(key), lastSignIn: lastSignIn(key), mfa: mfa(key) };
  };
}

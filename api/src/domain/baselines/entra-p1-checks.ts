import { catalog } from '../../audit/checks/catalog.ts';
import { type Check, noExemption } from '../../audit/checks/shared/check.ts';
import { type DatasetName, datasets } from '../../audit/facts/datasets.ts';
import type { Facts } from '../../audit/facts/facts.ts';

const judgedAt = new Date('2026-01-01T00:00:00.000Z');
const read = <T>(value: T) => ({ state: 'ok' as const, fetchedAt: judgedAt.toISOString(), value });

/** The most that a tenant without Entra ID P1 can do about sign-ins: security defaults. */
const withDefaultsOnly: Facts = {
  subscribedSkus: read([]),
  securityDefaults: read({ isEnabled: true }),
  conditionalAccessPolicies: read([]),
};

const licensesWithP1 = new Set(['Microsoft Entra ID P1', 'Microsoft Entra ID P2']);
const needsLicense = (name: DatasetName): boolean => {
  const { license } = datasets[name];
  return license !== null && licensesWithP1.has(license);
};

/**
 * Whether a tenant without Entra ID P1 cannot pass a check: with security defaults on it still asks for the license, or what it reads is
 * not there without.
 */
function asksForP1(check: Check): boolean {
  const { status } = check.evaluate(withDefaultsOnly, { now: judgedAt, exemption: noExemption });
  return status !== 'pass' && [...check.datasets].some(needsLicense);
}

let found: ReadonlySet<string> | undefined;

/** The ids of the checks that a tenant without Entra ID P1 cannot pass, by what the checks declare. */
export function checksThatNeedP1(): ReadonlySet<string> {
  found ??= new Set(catalog.filter(asksForP1).map(({ id }) => id));
  return found;
}

import type { Witness } from '@tenantry/contract/witness';
import type { JsonObject } from '../../facts/json-reader.ts';
import { noExemption } from '../shared/check.ts';
import { readPolicy } from './policy.ts';
import type { Requirement } from './requirement.ts';

/**
 * Whether a policy that applies to a sign-in does for it what a requirement asks for. The policy comes as Microsoft Graph has it, and
 * that it applies is taken for granted.
 */
export const protectsSignIn =
  ({ satisfies, exceptOn }: Pick<Requirement, 'satisfies' | 'exceptOn'>) =>
  (raw: JsonObject, { aspect, client, device }: Witness): boolean => {
    const policy = readPolicy(raw, noExemption);
    const minor = client === 'exchangeActiveSync' || client === 'other';
    const target = { items: [], label: '', group: '', minor, ...(aspect !== undefined && { aspect }) };
    if (satisfies(policy, target)) return true;
    const states = new Set([
      ...(device.isCompliant === true ? ['devicestate:compliant'] : []),
      ...(device.trust === 'hybridJoined' ? ['devicestate:domainjoined'] : []),
    ]);
    return (exceptOn?.(policy) ?? []).some((except) => !except.some((state) => states.has(state)));
  };

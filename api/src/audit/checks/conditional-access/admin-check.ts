import type { Check } from '../shared/check.ts';
import { missingData } from '../shared/missing-data.ts';
import { type CaCheckOptions, caCheck } from './ca-check.ts';
import type { CaPolicy } from './policy.ts';
import { protectsSignIn } from './protects-sign-in.ts';
import type { Target } from './requirement.ts';
import { adminRolesOf, heldAdminRoles, roleTargets } from './targets.ts';

type AdminOptions = Omit<CaCheckOptions, 'requirement'> & {
  readsSession?: boolean;
  alternative?(policy: CaPolicy): boolean;
  exceptOn?(policy: CaPolicy): readonly (readonly string[])[];
  satisfies(policy: CaPolicy, target: Target): boolean;
  targets?: (items: readonly string[], label: string) => Target[];
};

/**
 * A Conditional Access check on the holders of privileged roles. Where the holders are not fully known, only a policy
 * that covers every administrative role passes; a known gap fails all the same.
 */
export function adminCheck(options: AdminOptions): Check {
  const { satisfies, targets, readsSession = false, alternative, exceptOn, ...rest } = options;
  const over = (roles: readonly string[]) => ({
    targets: roleTargets(roles, targets),
    satisfies,
    readsSession,
    ...(alternative && { alternative }),
    ...(exceptOn && { exceptOn }),
  });
  const protects = protectsSignIn({ satisfies, ...(exceptOn && { exceptOn }) });
  const known = caCheck({ ...rest, protects, requirement: (facts) => over(heldAdminRoles(facts).known) });
  const roles = adminRolesOf[rest.frameworks.scuba === undefined ? 'cis' : 'cisa'];
  const every = caCheck({ ...rest, requirement: over(roles) });
  return {
    ...known,
    helpful: [...(known.helpful ?? []), 'roles', 'roleSchedules'],
    evaluate(facts, context) {
      const verdict = known.evaluate(facts, context);
      if (verdict.status !== 'pass' || heldAdminRoles(facts).complete) return verdict;
      const wide = every.evaluate(facts, context);
      return wide.status === 'pass' ? wide : missingData(facts, ['roles']);
    },
  };
}

import type { Remedy } from '../remedy.ts';
import { stepsForOpen } from './plan-settings.ts';
import { MissingForScript, type RemedyStep, type ScriptTenant } from './remedy-plan.ts';
import { remedyPlans } from './remedy-plans.ts';
import { remedyScript, type ScriptHosts, scopesOf, scriptFileName } from './remedy-script.ts';

export type RemedyScript = {
  fileName: string;
  text: string;
  /** What it does, a line each, and what it asks Microsoft for. */
  steps: readonly {
    title: string;
    call: string;
    closes: readonly string[];
    caution: string | null;
    turnOn: string | null;
  }[];
  reads: readonly string[];
  writes: readonly string[];
  note: string | null;
};

/** Why there is no script: the scan lacks something, or nothing of what it could set is open. */
export type NoScript = { because: string };

const isPolicy = ({ path }: RemedyStep): boolean => path.startsWith('/identity/conditionalAccess/policies');

/** What is left to a person after the script, in our own words. */
function noteOf(steps: readonly RemedyStep[], tenant: ScriptTenant): string | null {
  const isNew = steps.some((step) => step.kind === 'create' && isPolicy(step));
  if (!isNew) return null;
  const breakGlass =
    tenant.emergencyAccounts.length === 0
      ? ' No break-glass account is declared, so that none is excluded: declare them before a policy is switched on.'
      : '';
  return `New Conditional Access policies enter report-only, so that the findings stay until they are on: look at the sign-in log, scan again, take a new script and name them with -TurnOn.${breakGlass}`;
}

/** The script of a remedy for one tenant, from what its last scan saw. Pure. Null where the remedy has none (remedy-means.ts). */
export function scriptForTenant(
  remedy: Remedy,
  tenant: ScriptTenant,
  hosts: ScriptHosts,
): RemedyScript | NoScript | null {
  const plan = remedyPlans[remedy.id];
  if (plan === undefined) return null;
  try {
    const steps = stepsForOpen(plan(tenant), tenant.open);
    if (steps.length === 0) return { because: 'Nothing that a script can set is open here.' };
    const note = noteOf(steps, tenant);
    return {
      fileName: scriptFileName(remedy),
      text: remedyScript({ remedy, tenant, hosts, steps, note }),
      steps: steps.map((step) => ({
        title: step.title,
        call: `${step.method} ${step.path}`,
        closes: step.closes,
        caution: step.caution ?? null,
        turnOn: step.kind === 'update' ? (step.turnOn ?? null) : null,
      })),
      ...scopesOf(steps),
      note,
    };
  } catch (error) {
    if (error instanceof MissingForScript) return { because: error.message };
    throw error;
  }
}

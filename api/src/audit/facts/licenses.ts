import { type Facts, factOf } from './facts.ts';
import { enumAt, objectsAt } from './json-reader.ts';

const withoutService = new Set(['suspended', 'deleted', 'lockedout']);

/**
 * Whether a live subscription contains one of the service plans (by name); null where licenses are not known, also where
 * an answer names a subscription without its plans.
 */
export function hasServicePlan(facts: Facts, ...planNames: readonly string[]): boolean | null {
  const skus = factOf(facts, 'subscribedSkus');
  if (skus === undefined) return null;
  const wanted = planNames.map((name) => name.toLowerCase());
  const live = skus.filter((sku) => !withoutService.has(enumAt(sku, 'capabilityStatus') ?? ''));
  const found = live.some((sku) =>
    objectsAt(sku, 'servicePlans').some(
      (plan) =>
        wanted.includes(enumAt(plan, 'servicePlanName') ?? '') && enumAt(plan, 'provisioningStatus') !== 'disabled',
    ),
  );
  if (found) return true;
  return live.every((sku) => Array.isArray(sku.servicePlans)) ? false : null;
}

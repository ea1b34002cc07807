import { factOf } from './check.ts';
import type { Facts } from './facts.ts';
import { enumAt, objectsAt } from './json-reader.ts';

const withoutService = new Set(['suspended', 'deleted', 'lockedout']);

/** Whether a live subscription contains a service plan (by its name); null where licences are not known. */
export function hasServicePlan(facts: Facts, planName: string): boolean | null {
  const skus = factOf(facts, 'subscribedSkus');
  if (skus === undefined) return null;
  return skus.some(
    (sku) =>
      !withoutService.has(enumAt(sku, 'capabilityStatus') ?? '') &&
      objectsAt(sku, 'servicePlans').some(
        (plan) =>
          enumAt(plan, 'servicePlanName') === planName.toLowerCase() &&
          enumAt(plan, 'provisioningStatus') !== 'disabled',
      ),
  );
}

import { type Facts, factOf } from './facts.ts';
import { enumAt, objectsAt } from './json-reader.ts';

/**
 * The service plans that come with a license, by its name in datasets.ts (Microsoft Entra, "Product names and service plan
 * identifiers for licensing").
 */
const plansOf: Readonly<Record<string, readonly string[]>> = {
  'Microsoft Entra ID P1': ['AAD_PREMIUM', 'AAD_PREMIUM_P2'],
  'Microsoft Entra ID P2': ['AAD_PREMIUM_P2'],
  'Microsoft Intune': ['INTUNE_A', 'INTUNE_P2', 'INTUNE_EDU', 'INTUNE_SMBIZ'],
  'Microsoft Defender for Identity': ['ATA'],
  'SharePoint Online': [
    ...['SHAREPOINTSTANDARD', 'SHAREPOINTENTERPRISE', 'SHAREPOINTDESKLESS', 'SHAREPOINT_S_DEVELOPER'],
    ...['SHAREPOINTSTANDARD_EDU', 'SHAREPOINTENTERPRISE_EDU', 'SHAREPOINTENTERPRISE_MIDMARKET'],
    ...['SHAREPOINTSTANDARD_GOV', 'SHAREPOINTENTERPRISE_GOV', 'SHAREPOINTDESKLESS_GOV', 'SHAREPOINTLITE'],
  ],
};

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

/** Whether the tenant's live subscriptions hold a license; null where that is not known, or its service plans are not listed here. */
export function hasLicense(facts: Facts, license: string): boolean | null {
  const plans = plansOf[license];
  return plans === undefined ? null : hasServicePlan(facts, ...plans);
}

/** Whether licenses were asked for, and could not be read. */
export const hasUnreadLicenses = ({ subscribedSkus }: Facts): boolean =>
  subscribedSkus !== undefined && subscribedSkus.state !== 'ok';

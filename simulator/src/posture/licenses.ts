import type { SubscribedSku } from '@microsoft/microsoft-graph-types';

interface Sku {
  skuId: string;
  plans: Record<string, string>;
}

const plan = {
  entraP1: { AAD_PREMIUM: '41781fb2-bc02-4b7c-bd55-b576c07bb09d' },
  entraP2: { AAD_PREMIUM_P2: 'eec0eb4f-6444-4f95-aba0-50c24d67f998' },
  exchangeStandard: { EXCHANGE_S_STANDARD: '9aaf7827-d63c-4b61-89c3-182f06f82e5c' },
  exchangeEnterprise: { EXCHANGE_S_ENTERPRISE: 'efb87545-963c-4e0d-99df-69c6916d9eb0' },
  sharePoint: { SHAREPOINTENTERPRISE: '5dbe027f-2339-4123-9542-606e4d348a72' },
  sharePointStandard: { SHAREPOINTSTANDARD: 'c7699d2e-19aa-44de-8edf-1736da088ca1' },
  teams: { TEAMS1: '57ff2da0-773e-42df-b2af-ffb7a2317929' },
  intune: { INTUNE_A: 'c1ec4a95-1f05-45b3-a911-aa3fa01094f5' },
  defenderP1: { ATP_ENTERPRISE: 'f20fedf3-f3c3-43c3-8267-2bfdd51c0939' },
  defenderEndpoint: { WINDEFATP: '871d91ec-ec1a-452b-a83f-bd76c7d770ef' },
  defenderIdentity: { ATA: '14ab5db5-e6c4-4b20-b4bc-13e36fd2227f' },
  defenderP2: { THREAT_INTELLIGENCE: '8e0c0a52-6a6c-4d40-8370-dd62790dcd70' },
};

/** Products by their skuPartNumber (learn.microsoft.com/entra, "Product names and service plan identifiers"). */
const skus = {
  SPE_E3: {
    skuId: '05e9a617-0261-4cee-bb44-138d3ef5d965',
    plans: { ...plan.entraP1, ...plan.exchangeEnterprise, ...plan.sharePoint, ...plan.teams, ...plan.intune },
  },
  SPE_E5: {
    skuId: '06ebc4ee-1bb5-47dd-8120-11324bc54e06',
    plans: {
      ...plan.entraP1,
      ...plan.entraP2,
      ...plan.exchangeEnterprise,
      ...plan.sharePoint,
      ...plan.teams,
      ...plan.intune,
      ...plan.defenderP1,
      ...plan.defenderP2,
      ...plan.defenderEndpoint,
      ...plan.defenderIdentity,
    },
  },
  WIN_DEF_ATP: { skuId: '111046dd-295b-4d6d-9724-d52ac90bd1f2', plans: plan.defenderEndpoint },
  ATA: { skuId: '98defdf7-f6c1-44f5-a1f6-943b6764e7a5', plans: plan.defenderIdentity },
  O365_BUSINESS_ESSENTIALS: {
    skuId: '3b555118-da6a-4418-894f-7df1e2096870',
    plans: { ...plan.exchangeStandard, ...plan.sharePointStandard, ...plan.teams },
  },
} satisfies Record<string, Sku>;

export type SkuName = keyof typeof skus;

export function skuIdOf(name: SkuName): string {
  return skus[name].skuId;
}

/** Whether one of the products has the service plan. */
export function hasPlan(names: readonly SkuName[], plan: string): boolean {
  return names.some((name) => plan in skus[name].plans);
}

/** In plan 1 or 2. */
export const hasDefenderForOffice365 = (names: readonly SkuName[]): boolean =>
  hasPlan(names, 'ATP_ENTERPRISE') || hasPlan(names, 'THREAT_INTELLIGENCE');

export const hasSharePoint = (names: readonly SkuName[]): boolean =>
  hasPlan(names, 'SHAREPOINTENTERPRISE') || hasPlan(names, 'SHAREPOINTSTANDARD');

/** The tenant's products as /subscribedSkus shows them; `seats` bought, `used` assigned. */
export function subscribedSku(tenantId: string, name: SkuName, seats: number, used: number): SubscribedSku {
  const { skuId, plans } = skus[name];
  return {
    id: `${tenantId}_${skuId}`,
    accountName: tenantId,
    accountId: tenantId,
    appliesTo: 'User',
    capabilityStatus: 'Enabled',
    consumedUnits: used,
    skuId,
    skuPartNumber: name,
    subscriptionIds: [],
    prepaidUnits: { enabled: seats, suspended: 0, warning: 0, lockedOut: 0 },
    servicePlans: Object.entries(plans).map(([servicePlanName, servicePlanId]) => ({
      servicePlanId,
      servicePlanName,
      provisioningStatus: 'Success',
      appliesTo: 'User',
    })),
  };
}

import type { JsonObject } from '../facts/json-reader.ts';
import { type ConfigurationDataset, configurationTypes } from '../facts/tenant-configuration.ts';

type Instances = readonly JsonObject[] | { readonly error: JsonObject };

/** A snapshot with these instances of types, each by its properties. A type that is not named was not collected. */
export function configurationOf(instances: Partial<Record<ConfigurationDataset, Instances>>): JsonObject {
  const entries = Object.entries(instances) as [ConfigurationDataset, Instances][];
  const tenantConfiguration = entries.map(([name, list]) => [
    configurationTypes[name].type,
    'error' in list ? list : list.map((properties) => ({ displayName: `made up-${name}`, properties })),
  ]);
  return { tenantConfiguration: Object.fromEntries(tenantConfiguration) };
}

/** What a snapshot holds of a type that Microsoft refused to its own service. */
export const refusedType = { error: { status: 403, code: 'Forbidden', message: 'Access Denied.' } };

/** Licenses by the names of their service plans. */
export const licensedFor = (...plans: string[]): JsonObject => ({
  subscribedSkus: [
    { capabilityStatus: 'Enabled', servicePlans: plans.map((servicePlanName) => ({ servicePlanName })) },
  ],
});
export const withDefender = licensedFor('EXCHANGE_S_ENTERPRISE', 'ATP_ENTERPRISE');
export const withoutDefender = licensedFor('EXCHANGE_S_ENTERPRISE');

/** A mail flow rule that acts on every message. */
export const mailRule = (more: JsonObject): JsonObject => ({
  Name: 'Rule',
  Enabled: true,
  Mode: 'Enforce',
  Priority: 0,
  ...more,
});

/** The rule of a policy of its name: on, and for everybody. */
export const ruleOf = (ruleProperty: string, policy: string, more: JsonObject = {}): JsonObject => ({
  Identity: policy,
  [ruleProperty]: policy,
  Enabled: true,
  Priority: 0,
  SentTo: [],
  SentToMemberOf: [],
  RecipientDomainIs: [],
  ...more,
});

import type { JsonObject } from '../json-reader.ts';
import { type ConfigurationDataset, configurationTypes } from '../tenant-configuration.ts';

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

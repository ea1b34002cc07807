import {
  type ConfigurationInstances,
  type ConfigurationReferences,
  defaultConfiguration,
} from './configuration-defaults.ts';

/** What Tenant Configuration Management finds in a tenant. */
export interface ConfigurationPosture {
  /**
   * `none`: nobody has created its service principal. `noExchange`: it lacks the app role for Exchange Online and Purview.
   */
  setUp: 'none' | 'noExchange' | 'whole';
  /** Types of Microsoft's schema that this tenant's Graph refuses all the same: a job that names one is refused as a whole. */
  unsupportedTypes: string[];
  instances(references: ConfigurationReferences): ConfigurationInstances;
}

/** In Microsoft's schema and not in its documentation. */
export const undocumentedTypes = ['microsoft.exchange.eopprotectionpolicyrule', 'microsoft.exchange.externalinoutlook'];

/** A tenant that nobody has set up for it. */
export const noConfiguration: ConfigurationPosture = {
  setUp: 'none',
  unsupportedTypes: undocumentedTypes,
  instances: defaultConfiguration,
};

import { Settings } from './config.ts';

export type SettingName = keyof typeof Settings.shape;

/** Who gives a setting its value on Azure. The generator of infra/bicep/generated/app-settings.json reads this table. */
export type SettingOnAzure =
  /** Everywhere what the schema says where nothing is set; Bicep sets it all the same, so that an operator sees it. */
  | { from: 'default' }
  /** The address or name of a resource, by the name that Bicep has for it. */
  | { from: 'resource'; value: string }
  /** A parameter of main.bicep, by its name; not set where the parameter is empty. */
  | { from: 'parameter'; value: string }
  /** A reference to a secret of the Key Vault; the parameter of main.bicep that has its first value. */
  | { from: 'secret'; value: string }
  /** Left alone unless the parameter `settings` of main.bicep names it. */
  | { from: 'tuning' }
  /** The platform sets it. */
  | { from: 'azure' }
  /** For one machine; never set on Azure. */
  | { from: 'local' };

export const settingsOnAzure = {
  PUBLIC_ORIGIN: { from: 'resource', value: 'publicOrigin' },
  AzureWebJobsStorage: { from: 'local' },
  AzureWebJobsStorage__accountName: { from: 'resource', value: 'storageAccount' },
  STORE: { from: 'default' },
  VAULT: { from: 'default' },
  DATA_DIR: { from: 'local' },
  COSMOS_ENDPOINT: { from: 'resource', value: 'cosmosEndpoint' },
  COSMOS_DATABASE: { from: 'default' },
  KEY_VAULT_URL: { from: 'resource', value: 'keyVaultUrl' },
  SIMULATOR_URL: { from: 'local' },
  MICROSOFT_CLOUD: { from: 'default' },
  MICROSOFT_LOGIN_URL: { from: 'local' },
  DEMONSTRATION_TENANTS: { from: 'tuning' },
  STAFF_TENANT_IDS: { from: 'parameter', value: 'staffTenantIds' },
  STAFF_GUESTS: { from: 'parameter', value: 'staffGuests' },
  SETUP_CODE: { from: 'secret', value: 'setupCode' },
  SESSION_IDLE_MINUTES: { from: 'tuning' },
  SESSION_MAX_HOURS: { from: 'tuning' },
  SESSION_COOKIE: { from: 'tuning' },
  TRUSTED_PROXIES: { from: 'parameter', value: 'trustedProxies' },
  AUTHORIZATION_HEADER: { from: 'tuning' },
  TIMERS_OFF: { from: 'parameter', value: 'disabledTimers' },
  ORGANIZATION_NAME: { from: 'parameter', value: 'organizationName' },
  NODE_USE_ENV_PROXY: { from: 'local' },
  HTTPS_PROXY: { from: 'local' },
  NO_PROXY: { from: 'local' },
  GRAPH_RATE_IDENTITY_PER_SECOND: { from: 'tuning' },
  GRAPH_RATE_REPORTS_PER_10_SECONDS: { from: 'tuning' },
  GRAPH_RATE_ALL_REPORTS_PER_10_SECONDS: { from: 'tuning' },
  GRAPH_RATE_SIGN_IN_ACTIVITY_PER_MINUTE: { from: 'tuning' },
  TENANT_CONFIGURATION: { from: 'tuning' },
  TENANT_CONFIGURATION_SHARE_PERCENT: { from: 'tuning' },
  CHANGE_WATCH_MINUTES: { from: 'tuning' },
  MAIL_PRIVATE_SERVER: { from: 'tuning' },
  LOOPBACK_SERVICES_CA: { from: 'local' },
  EXPORT_ANSWER_MAX_BYTES: { from: 'tuning' },
  SCAN_ANSWER_AFTER_MS: { from: 'tuning' },
  APPLICATIONINSIGHTS_CONNECTION_STRING: { from: 'resource', value: 'insightsConnection' },
  APPLICATIONINSIGHTS_AUTHENTICATION_STRING: { from: 'resource', value: 'insightsIdentity' },
  WEBSITE_SITE_NAME: { from: 'azure' },
  REGION_NAME: { from: 'azure' },
} as const satisfies Record<SettingName, SettingOnAzure>;

/** What the product takes where a setting is not set, as the text of an app setting; null where that is nothing. */
export function defaultOf(name: SettingName): string | null {
  const parsed = Settings.shape[name].safeParse(undefined);
  return parsed.success && parsed.data !== undefined ? String(parsed.data) : null;
}

import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { type TimerName, timerNames } from './domain/timer-runs/timer-names.ts';

const isLoopback = (origin: string) => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname);

/** Every setting. Who gives it its value on Azure stands in azure-settings.ts. */
export const Settings = z.object({
  /** The address under which browsers see the product. Redirects and the same-origin check use it, never Host. */
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
  AzureWebJobsStorage: z.string().min(1).optional(),
  AzureWebJobsStorage__accountName: z
    .string()
    .regex(/^[a-z0-9]{3,24}$/, 'the name of a storage account: 3 to 24 lower-case letters and digits')
    .optional(),
  STORE: z.enum(['sqlite', 'cosmos']).default('cosmos'),
  VAULT: z.enum(['file', 'keyvault']).default('keyvault'),
  /** Folder of the embedded store and vault. */
  DATA_DIR: z.string().min(1).optional(),
  COSMOS_ENDPOINT: z.url().optional(),
  COSMOS_DATABASE: z.string().min(1).default('tenantry'),
  KEY_VAULT_URL: z.url().optional(),
  /** Upstream of simulated tenants; without it the simulator runs inside this process. */
  SIMULATOR_URL: z.url().optional(),
  /** What stands behind live tenants and staff sign-in: Microsoft, or on one machine the simulator at SIMULATOR_URL. */
  MICROSOFT_CLOUD: z.enum(['microsoft', 'simulator']).default('microsoft'),
  /** Where browsers find the sign-in pages of the simulator. */
  MICROSOFT_LOGIN_URL: z.url().optional(),
  /** Whether a fresh system gets the simulated demonstration tenants. */
  DEMONSTRATION_TENANTS: z.enum(['registered', 'none']).default('registered'),
  /** Directory ids, apart by commas, whose people are staff and may sign in with Microsoft. */
  STAFF_TENANT_IDS: z
    .string()
    .regex(/^[0-9a-f-]{36}(,[0-9a-f-]{36})*$/i)
    .optional(),
  /** Whether guests of these directories may sign in too: accounts whose home is elsewhere. */
  STAFF_GUESTS: z.enum(['refused', 'admitted']).default('refused'),
  /** Asked for by /setup and /register; must be set where PUBLIC_ORIGIN is not on loopback. */
  SETUP_CODE: z
    .string()
    .min(16)
    // Azure hands over the reference itself where it cannot read the secret, and that text can be guessed.
    .refine((code) => !code.startsWith('@Microsoft.KeyVault('), 'the reference to Key Vault was not resolved')
    .optional(),
  SESSION_IDLE_MINUTES: z.coerce.number().int().min(5).max(1440).default(120),
  SESSION_MAX_HOURS: z.coerce.number().int().min(1).max(72).default(12),
  SESSION_COOKIE: z
    .string()
    .regex(/^(__Host-|__Secure-)[A-Za-z0-9-]+$/)
    .optional(),
  /** Proxies between the browser and this app whose X-Forwarded-For entry counts. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(5).optional(),
  /**
   * Whose the Authorization header of a request is: the caller's, or that of Static Web Apps, which stands in front and writes its own
   * into each (http/presented-token.ts). The second on Azure, the first elsewhere.
   */
  AUTHORIZATION_HEADER: z.enum(['caller', 'static-web-apps']).optional(),
  /**
   * Timers that do nothing, by name, apart by commas. Azure's own switch is an app setting with the function's name in it, and on
   * Linux none may hold a hyphen (learn.microsoft.com/azure/azure-functions/disable-function).
   */
  TIMERS_OFF: z
    .string()
    .transform((names) => names.split(',').map((name) => name.trim()))
    // Whoever switches the last one on again leaves the setting empty, and the portal keeps it.
    .transform((names) => names.filter((name) => name !== ''))
    .pipe(z.array(z.enum(timerNames)))
    .optional(),
  /** The provider's name on reports. */
  ORGANIZATION_NAME: z.string().min(1).max(120).optional(),
  /** Node's own switch: its fetch goes by the proxy that the environment names. */
  NODE_USE_ENV_PROXY: z.string().optional(),
  /** The proxy of this machine's network, and the hosts that are reached without it, apart by commas. */
  HTTPS_PROXY: z.string().optional(),
  NO_PROXY: z.string().optional(),
  /** How often Microsoft Graph may be asked; 0 for no limit. The defaults are Microsoft's (adapters/graph/graph-rate-limits.ts). */
  GRAPH_RATE_IDENTITY_PER_SECOND: z.coerce.number().int().min(0).max(1000).default(1),
  GRAPH_RATE_REPORTS_PER_10_SECONDS: z.coerce.number().int().min(0).max(1000).default(5),
  GRAPH_RATE_ALL_REPORTS_PER_10_SECONDS: z.coerce.number().int().min(0).max(1000).default(122),
  GRAPH_RATE_SIGN_IN_ACTIVITY_PER_MINUTE: z.coerce.number().int().min(0).max(1000).default(10),
  /** Whether the settings of Exchange, Defender, Purview and Teams are read, by snapshots that Microsoft takes in the tenant. */
  TENANT_CONFIGURATION: z.enum(['on', 'off']).default('on'),
  /** How much of Microsoft's monthly limit of snapshots, which all applications of a tenant share, is used here, in percent. */
  TENANT_CONFIGURATION_SHARE_PERCENT: z.coerce.number().int().min(1).max(100).default(60),
  /** Every how many minutes the directory audit log of each tenant is looked at between two scans; 0: never. */
  CHANGE_WATCH_MINUTES: z.coerce
    .number()
    .int()
    .refine((minutes) => minutes === 0 || (minutes >= 5 && minutes <= 15), 'must be 0, or from 5 to 15')
    .default(10),
  /** Whether the mail server may stand in one's own network, or on this machine: to a private address nothing is sent otherwise. */
  MAIL_PRIVATE_SERVER: z.enum(['refused', 'allowed']).default('refused'),
  /**
   * For one machine: the file of a certificate authority, as PEM, of services at localhost that notifications and tickets may then
   * reach. Without it loopback is refused like every other address that is not public.
   */
  LOOPBACK_SERVICES_CA: z.string().min(1).optional(),
  EXPORT_ANSWER_MAX_BYTES: z.coerce.number().int().min(0).max(32_000_000).default(4_000_000),
  /** How long POST /api/scan waits for a scan to end before it answers 202. */
  SCAN_ANSWER_AFTER_MS: z.coerce.number().int().min(0).max(30_000).default(3000),
  /** Where logs, spans and figures are sent; without it they are lines of JSON on standard output. */
  APPLICATIONINSIGHTS_CONNECTION_STRING: z.string().min(1).optional(),
  /** As the host reads it: `Authorization=AAD`, with `;ClientId=…` of a user-assigned identity. */
  APPLICATIONINSIGHTS_AUTHENTICATION_STRING: z.string().min(1).optional(),
  /** Set by Azure. */
  WEBSITE_SITE_NAME: z.string().optional(),
  REGION_NAME: z.string().optional(),
});

export type Config = {
  publicOrigin: string;
  isLoopback: boolean;
  storage: { connectionString: string } | { accountName: string };
  store: { kind: 'sqlite'; file: string } | { kind: 'cosmos'; endpoint: string; database: string };
  vault: { kind: 'file'; folder: string; keyFile: string } | { kind: 'keyvault'; url: string };
  simulatorUrl: string | null;
  hasDemonstrationTenants: boolean;
  microsoft: { isSimulated: boolean; browserLoginUrl: string | null; staffTenantIds: string[]; admitsGuests: boolean };
  setupCode: string | null;
  session: { cookieName: string; idleMs: number; maxMs: number };
  trustedProxies: number;
  /** Static Web Apps writes its own Authorization header into each request. */
  isAuthorizationOverwritten: boolean;
  timersOff: readonly TimerName[];
  organizationName: string | null;
  /** The proxy for what `fetch` cannot do, which finds it by itself; null where there is none. */
  proxy: { url: string; except: string[] } | null;
  /** The certificate authority of services at localhost, as PEM; null: loopback is refused. */
  loopbackCa: string | null;
  /** Null where nothing is sent. */
  applicationInsights: {
    connectionString: string;
    identity: { clientId: string | null } | null;
    roleName: string;
  } | null;
  scanAnswerAfterMs: number;
  /** An export up to this size is answered with its file; a larger one is a job. */
  exportAnswerMaxBytes: number;
  /** Where it runs, as Azure tells; null elsewhere. */
  azure: { siteName: string | null; region: string | null };
  tenantConfiguration: { isOn: boolean; sharePercent: number };
  /** 0: changes are not watched between scans. */
  changeWatchMinutes: number;
  mailServerMayBePrivate: boolean;
  graphRates: { identity: number; reports: number; reportsOfAll: number; signInActivity: number };
};

/** Settings that are missing or wrong, by name. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(`The settings are not right, so Tenantry does not start:\n${problems.map((one) => `- ${one}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

function storeOf(settings: z.infer<typeof Settings>, problems: string[]): Config['store'] {
  if (settings.STORE === 'sqlite') {
    if (!settings.DATA_DIR) problems.push('DATA_DIR: needed with STORE=sqlite');
    return { kind: 'sqlite', file: `${settings.DATA_DIR}/tenantry.db` };
  }
  if (!settings.COSMOS_ENDPOINT) problems.push('COSMOS_ENDPOINT: needed with STORE=cosmos');
  return { kind: 'cosmos', endpoint: settings.COSMOS_ENDPOINT ?? '', database: settings.COSMOS_DATABASE };
}

function vaultOf(settings: z.infer<typeof Settings>, problems: string[]): Config['vault'] {
  if (settings.VAULT === 'file') {
    if (!settings.DATA_DIR) problems.push('DATA_DIR: needed with VAULT=file');
    return { kind: 'file', folder: `${settings.DATA_DIR}/vault`, keyFile: `${settings.DATA_DIR}/keys/vault-key` };
  }
  if (!settings.KEY_VAULT_URL) problems.push('KEY_VAULT_URL: needed with VAULT=keyvault');
  return { kind: 'keyvault', url: settings.KEY_VAULT_URL ?? '' };
}

function microsoftOf(settings: z.infer<typeof Settings>, onAzure: boolean, problems: string[]): Config['microsoft'] {
  const isSimulated = settings.MICROSOFT_CLOUD === 'simulator';
  if (isSimulated && onAzure)
    problems.push('MICROSOFT_CLOUD: simulator is for one machine and refuses to run on Azure');
  if (isSimulated && !isLoopback(settings.PUBLIC_ORIGIN)) {
    problems.push('MICROSOFT_CLOUD: simulator lets anyone sign in as anyone, so PUBLIC_ORIGIN has to be on loopback');
  }
  if (!isSimulated && settings.MICROSOFT_LOGIN_URL) {
    problems.push('MICROSOFT_LOGIN_URL: only with MICROSOFT_CLOUD=simulator; Microsoft has one address');
  }
  const staffTenantIds = settings.STAFF_TENANT_IDS?.toLowerCase().split(',') ?? [];
  return {
    isSimulated,
    browserLoginUrl: settings.MICROSOFT_LOGIN_URL ?? null,
    staffTenantIds,
    admitsGuests: settings.STAFF_GUESTS === 'admitted',
  };
}

function storageOf(settings: z.infer<typeof Settings>, problems: string[]): Config['storage'] {
  if (settings.AzureWebJobsStorage) return { connectionString: settings.AzureWebJobsStorage };
  if (!settings.AzureWebJobsStorage__accountName) {
    problems.push('AzureWebJobsStorage: a connection string, or AzureWebJobsStorage__accountName, is needed');
  }
  return { accountName: settings.AzureWebJobsStorage__accountName ?? '' };
}

/** Whether this process runs in a function app of Azure, whatever else is set. */
export const isOnAzure = (environment: Record<string, string | undefined>): boolean =>
  environment.WEBSITE_SITE_NAME !== undefined;

function loopbackCaOf(
  { LOOPBACK_SERVICES_CA: file }: z.infer<typeof Settings>,
  onAzure: boolean,
  loopback: boolean,
  problems: string[],
): string | null {
  if (file === undefined) return null;
  if (onAzure || !loopback) {
    problems.push('LOOPBACK_SERVICES_CA: for one machine; refused on Azure and away from loopback');
    return null;
  }
  try {
    return readFileSync(file, 'utf8');
  } catch {
    problems.push('LOOPBACK_SERVICES_CA: there is no such file, or it cannot be read');
    return null;
  }
}

function applicationInsightsOf(settings: z.infer<typeof Settings>): Config['applicationInsights'] {
  const connectionString = settings.APPLICATIONINSIGHTS_CONNECTION_STRING;
  if (connectionString === undefined) return null;
  const parts = (settings.APPLICATIONINSIGHTS_AUTHENTICATION_STRING ?? '').split(';').map((part) => part.trim());
  const clientId = parts.find((part) => /^ClientId=/i.test(part))?.slice('ClientId='.length) ?? null;
  const identity = parts.some((part) => /^Authorization=AAD$/i.test(part)) ? { clientId } : null;
  return { connectionString, identity, roleName: settings.WEBSITE_SITE_NAME ?? 'tenantry' };
}

function proxyOf(
  { NODE_USE_ENV_PROXY, HTTPS_PROXY = '', NO_PROXY = '' }: Partial<z.infer<typeof Settings>>,
  problems: string[],
): Config['proxy'] {
  if (NODE_USE_ENV_PROXY !== '1' || HTTPS_PROXY === '') return null;
  if (!/^https?:$/.test(URL.parse(HTTPS_PROXY)?.protocol ?? '')) {
    problems.push('HTTPS_PROXY: expected the address of a proxy, such as http://proxy.example:3128');
    return null;
  }
  return { url: HTTPS_PROXY, except: NO_PROXY.split(/[\s,]+/).filter((host) => host !== '') };
}

/**
 * The proxy alone, for commands that have no other setting.
 * @throws ConfigError where its address is none
 */
export function readProxy(environment: Record<string, string | undefined>): Config['proxy'] {
  const problems: string[] = [];
  const { NODE_USE_ENV_PROXY, HTTPS_PROXY, NO_PROXY } = environment;
  const proxy = proxyOf({ NODE_USE_ENV_PROXY, HTTPS_PROXY, NO_PROXY }, problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return proxy;
}

/**
 * Reads the settings. This is the only place that looks at the environment.
 * @throws ConfigError that names every setting that is missing or wrong; values are not repeated in it
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const parsed = Settings.safeParse(environment);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const settings = parsed.data;
  const problems: string[] = [];
  const onAzure = settings.WEBSITE_SITE_NAME !== undefined;
  if (onAzure && settings.STORE === 'sqlite')
    problems.push('STORE: sqlite is for one machine and refuses to run on Azure');
  if (onAzure && settings.VAULT === 'file') problems.push('VAULT: file is for one machine and refuses to run on Azure');
  const loopback = isLoopback(settings.PUBLIC_ORIGIN);
  if ((onAzure || !loopback) && !settings.SETUP_CODE) {
    problems.push('SETUP_CODE: needed on Azure and away from loopback, else anyone could be the first administrator');
  }
  if ((onAzure || !loopback) && !settings.PUBLIC_ORIGIN.startsWith('https:')) {
    problems.push('PUBLIC_ORIGIN: needs https: on Azure and away from loopback');
  }
  if (onAzure && settings.TRUSTED_PROXIES === undefined) {
    problems.push('TRUSTED_PROXIES: needed on Azure: how many proxies append to X-Forwarded-For (look at one request)');
  }
  const config: Config = {
    publicOrigin: settings.PUBLIC_ORIGIN,
    isLoopback: loopback,
    storage: storageOf(settings, problems),
    store: storeOf(settings, problems),
    vault: vaultOf(settings, problems),
    simulatorUrl: settings.SIMULATOR_URL ?? null,
    hasDemonstrationTenants: settings.DEMONSTRATION_TENANTS === 'registered',
    microsoft: microsoftOf(settings, onAzure, problems),
    setupCode: settings.SETUP_CODE ?? null,
    session: {
      cookieName: settings.SESSION_COOKIE ?? (onAzure ? '__Secure-tenantry' : '__Host-tenantry'),
      idleMs: settings.SESSION_IDLE_MINUTES * 60_000,
      maxMs: settings.SESSION_MAX_HOURS * 3_600_000,
    },
    trustedProxies: settings.TRUSTED_PROXIES ?? 1,
    isAuthorizationOverwritten:
      (settings.AUTHORIZATION_HEADER ?? (onAzure ? 'static-web-apps' : 'caller')) !== 'caller',
    timersOff: settings.TIMERS_OFF ?? [],
    organizationName: settings.ORGANIZATION_NAME ?? null,
    proxy: proxyOf(settings, problems),
    loopbackCa: loopbackCaOf(settings, onAzure, loopback, problems),
    applicationInsights: applicationInsightsOf(settings),
    scanAnswerAfterMs: settings.SCAN_ANSWER_AFTER_MS,
    exportAnswerMaxBytes: settings.EXPORT_ANSWER_MAX_BYTES,
    azure: { siteName: settings.WEBSITE_SITE_NAME ?? null, region: settings.REGION_NAME ?? null },
    changeWatchMinutes: settings.CHANGE_WATCH_MINUTES,
    mailServerMayBePrivate: settings.MAIL_PRIVATE_SERVER === 'allowed',
    tenantConfiguration: {
      isOn: settings.TENANT_CONFIGURATION === 'on',
      sharePercent: settings.TENANT_CONFIGURATION_SHARE_PERCENT,
    },
    graphRates: {
      identity: settings.GRAPH_RATE_IDENTITY_PER_SECOND,
      reports: settings.GRAPH_RATE_REPORTS_PER_10_SECONDS,
      reportsOfAll: settings.GRAPH_RATE_ALL_REPORTS_PER_10_SECONDS,
      signInActivity: settings.GRAPH_RATE_SIGN_IN_ACTIVITY_PER_MINUTE,
    },
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

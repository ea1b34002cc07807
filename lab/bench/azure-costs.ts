import { alertRules } from '../../api/src/features/health/alert-rules.ts';
import { prices } from './azure-prices.ts';
import type { Requests } from './azure-requests.ts';

/** What was measured: a day of a tenant is one scan, one synchronization and some looks; the timer runs all day. */
export type Measured = {
  scan: Requests;
  synchronization: Requests;
  /** Three pages of the product. */
  pages: Requests;
  quietMinute: { minutes: number; requests: Requests };
};

const days = 30;
/** What is assumed where nothing can be measured here. A run is billed a second at least (decision 049). */
const assumed = {
  /** Looks at three pages, for each tenant and day. */
  looks: 3,
  /** Seconds that an instance works for the three pages of a look. */
  lookSeconds: 3,
  /** Seconds that an instance works for a scan with its synchronization, most of them waiting for Microsoft. */
  workSeconds: 30,
  /** Seconds that an instance works for the timer, each minute. */
  tickSeconds: 2,
  /** Memory of an instance. */
  instanceGb: 2,
  /** What a scan and a synchronization write, kept for 400 days: MB of a tenant after a year. */
  storedMb: 60,
  /** 2 KB a call and message (decision 033), KB for a tenant's day; MB a day of the installation itself, resource logs included. */
  logKbOfTenant: 80,
  logMbOfInstallation: 50,
  /** Hours a day in which people look, and an instance for calls is there. The timer's is there all day. */
  callHours: 12,
} as const;

/** What Microsoft's host does by itself, for each instance and minute: read in its source, not measured. */
const ofHost = {
  /**
   * Rows of AppMetrics: 27 of the .NET runtime, 6 of the process, some 7 of ASP.NET Core and of invocations, sent each minute
   * (azure-functions-host, OpenTelemetryConfigurationExtensions.cs; issue 11672 there). KB of a row: assumed.
   */
  metricRows: 40,
  metricRowKb: 0.8,
  /** The lease of the primary host lasts 15 s and is renewed at half of that (PrimaryHostCoordinatorOptions). */
  leaseCalls: 8,
  /** Of the timer function: its lock lasts a minute and is renewed at half of that, and its status is read and written. */
  timerCalls: 4,
} as const;

/** Hours of instances in a day: each function that is no HTTP trigger has its own (decision 049). */
function instanceHours(tenants: number): number {
  return 24 + assumed.callHours + (tenants * assumed.workSeconds) / 3600;
}

/** GB-seconds that are billed in a month. */
function gbSecondsOf(tenants: number): number {
  const tenantSeconds = assumed.workSeconds + assumed.looks * assumed.lookSeconds;
  return days * assumed.instanceGb * (1440 * assumed.tickSeconds + tenants * tenantSeconds);
}

/** What the host itself asks of the storage account and sends to Log Analytics in a month. */
function hostOf(tenants: number): { blobCalls: number; logsGb: number } {
  const minutes = 60 * instanceHours(tenants);
  return {
    blobCalls: days * (1440 * ofHost.timerCalls + minutes * ofHost.leaseCalls),
    logsGb: (days * minutes * ofHost.metricRows * ofHost.metricRowKb) / 1e6,
  };
}

/**
 * US dollars in a month of 30 days for this many tenants, each scanned and synchronized daily.
 * @returns what each service costs, and the total
 */
export function monthlyCost(tenants: number, { scan, synchronization, pages, quietMinute }: Measured) {
  const perMinute = (pick: (requests: Requests) => number) => pick(quietMinute.requests) / quietMinute.minutes;
  /** Of one figure, in a month. */
  const inMonth = (pick: (requests: Requests) => number) =>
    days * (1440 * perMinute(pick) + tenants * (pick(scan) + pick(synchronization) + assumed.looks * pick(pages)));
  const gbSeconds = gbSecondsOf(tenants);
  // The timer, two queue messages for each tenant, and the calls of the looks.
  const executions = days * (1440 + tenants * (2 + assumed.looks * 9));
  const host = hostOf(tenants);
  const logsGb = (days * (assumed.logMbOfInstallation + (tenants * assumed.logKbOfTenant) / 1000)) / 1000;
  const costs = {
    'Static Web Apps': prices.webApp,
    Functions:
      Math.max(0, gbSeconds - prices.functionsFreeGbSeconds) * prices.functionsGbSecond +
      (Math.max(0, executions - prices.functionsFreeExecutions) / 1e6) * prices.functionsMillion,
    'Cosmos DB, request units': (inMonth(({ units }) => units) / 1e6) * prices.cosmosMillionUnits,
    'Cosmos DB, storage': ((tenants * assumed.storedMb) / 1000) * prices.cosmosGb,
    'Storage account':
      (inMonth(({ blob }) => blob) * prices.blobTenThousand +
        inMonth(({ queue }) => queue) * prices.queueTenThousand +
        inMonth(({ table }) => table) * prices.tableTenThousand) /
      10_000,
    'Storage account, the host itself': (host.blobCalls * prices.blobTenThousand) / 10_000,
    'Key Vault': (inMonth(({ vault }) => vault) * prices.vaultTenThousand) / 10_000,
    'Log Analytics': logsGb * prices.logsGb,
    'Log Analytics, metrics of the host': host.logsGb * prices.logsGb,
    Alerts: alertRules
      .map(({ everyMinutes }) => (everyMinutes === 5 ? prices.alertEveryFiveMinutes : prices.alertLessOften))
      .reduce<number>((total, one) => total + one, 0),
  };
  return { ...costs, Total: Object.values(costs).reduce((total, one) => total + one, 0) };
}

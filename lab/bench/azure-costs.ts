import { alertRules } from '../../api/src/features/health/alert-rules.ts';
import { prices } from './azure-prices.ts';
import type { Requests } from './azure-requests.ts';

/** What was measured: a day of a tenant is one scan, one synchronization and some looks; the timers run all day. */
export type Measured = {
  scan: Requests;
  synchronization: Requests;
  /** Three pages of the product. */
  pages: Requests;
  quietMinute: { minutes: number; requests: Requests };
};

const days = 30;
/** What is assumed of a tenant, where nothing can be measured here. */
export const assumed = {
  /** Looks at three pages, for each tenant and day. */
  looks: 3,
  /** Seconds that an instance works for a scan with its synchronization, most of them waiting for Microsoft. */
  workSeconds: 30,
  /** Seconds that an instance works for the timers, each minute. */
  timerSeconds: 2,
  /** Memory of an instance. */
  instanceGb: 2,
  /** What a scan and a synchronization write, kept for 400 days: MB of a tenant after a year. */
  storedMb: 60,
  /** 2 KB a call and message (decision 033), KB for a tenant's day; MB a day of the installation itself, resource logs included. */
  logKbOfTenant: 80,
  logMbOfInstallation: 60,
} as const;

/**
 * US dollars in a month of 30 days for this many tenants, each scanned and synchronized daily.
 * @returns what each service costs, and the total
 */
export function monthlyCost(tenants: number, { scan, synchronization, pages, quietMinute }: Measured) {
  const perMinute = (pick: (requests: Requests) => number) => pick(quietMinute.requests) / quietMinute.minutes;
  /** Of one figure, in a month. */
  const inMonth = (pick: (requests: Requests) => number) =>
    days * (1440 * perMinute(pick) + tenants * (pick(scan) + pick(synchronization) + assumed.looks * pick(pages)));
  const gbSeconds = days * assumed.instanceGb * (1440 * assumed.timerSeconds + tenants * assumed.workSeconds);
  // Six timers, two queue messages for each tenant, and the calls of the looks.
  const executions = days * (5.2 * 1440 + tenants * (2 + assumed.looks * 9));
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
    'Key Vault': (inMonth(({ vault }) => vault) * prices.vaultTenThousand) / 10_000,
    'Log Analytics': logsGb * prices.logsGb,
    Alerts: alertRules
      .map(({ everyMinutes }) => (everyMinutes === 5 ? prices.alertEveryFiveMinutes : prices.alertLessOften))
      .reduce<number>((total, one) => total + one, 0),
  };
  return { ...costs, Total: Object.values(costs).reduce((total, one) => total + one, 0) };
}

/**
 * List prices in US dollars, pay as you go, East US, without agreements and free amounts unless named. They are the one thing in
 * the table of costs that is not measured: look yours up at azure.microsoft.com/pricing.
 */
export const prices = {
  /** Static Web Apps, Standard, an app and month. */
  webApp: 9,
  /** Functions, Flex Consumption, on demand, a GB-second, and a million executions. */
  functionsGbSecond: 0.000026,
  functionsMillion: 0.4,
  functionsFreeGbSeconds: 100_000,
  functionsFreeExecutions: 250_000,
  /** Cosmos DB serverless, a million request units, and a GB and month. */
  cosmosMillionUnits: 0.25,
  cosmosGb: 0.25,
  /**
   * Storage account, hot, locally redundant: 10,000 calls, the dearest kind of each service. Zone-redundant, the default, is dearer:
   * by a quarter for writes of files (https://azure.microsoft.com/pricing/details/storage/blobs), which are the least of these calls.
   */
  blobTenThousand: 0.05,
  tableTenThousand: 0.00036,
  queueTenThousand: 0.004,
  /** Key Vault, standard, 10,000 calls. */
  vaultTenThousand: 0.03,
  /** Log Analytics, analytics logs, a GB taken in. */
  logsGb: 2.3,
  /** An alert over logs and month, by how often it looks: every five minutes, or every quarter of an hour and less often. */
  alertEveryFiveMinutes: 1.5,
  alertLessOften: 0.5,
} as const;

/** Request units of one document by its size (Microsoft Learn, "Understand request unit consumption", all properties indexed). */
const units = [
  { kb: 1, read: 1, write: 4.95 },
  { kb: 2, read: 1.04, write: 6.29 },
  { kb: 4, read: 1.14, write: 6.67 },
  { kb: 8, read: 1.33, write: 7.04 },
  { kb: 16, read: 1.67, write: 9.52 },
  { kb: 32, read: 2.19, write: 11.23 },
  { kb: 64, read: 4.76, write: 22.67 },
  { kb: 128, read: 9.95, write: 48.19 },
  { kb: 256, read: 20.28, write: 98.29 },
  { kb: 512, read: 40.95, write: 184.57 },
  { kb: 1024, read: 145.9, write: 625 },
  { kb: 2048, read: 291.8, write: 1250 },
] as const;

/** A query costs this much before it reads anything: our assumption, on the high side of what is reported for one partition. */
const queryUnits = 3;

/** Request units of one call of Cosmos DB, estimated: the row of the next larger document. */
export function requestUnits(method: string, bytes: number): number {
  const row = units.find(({ kb }) => bytes <= kb * 1024) ?? units[units.length - 1];
  if (row === undefined) throw new RangeError('There is no row for this size');
  if (method === 'GET' || method === 'PLAN') return row.read;
  return method === 'QUERY' ? queryUnits + row.read : row.write;
}

import { expect, test } from 'vitest';
import { monthlyCost } from './azure-costs.ts';
import { requestUnits } from './azure-prices.ts';
import { requestsOf } from './azure-requests.ts';

const nothing = { units: 0, cosmos: 0, cosmosWrites: 0, writtenKb: 0, blob: 0, queue: 0, table: 0, vault: 0 };
const idle = {
  scan: nothing,
  synchronization: nothing,
  pages: nothing,
  quietMinute: { minutes: 5, requests: nothing },
};

test('the request units of a call are those of the next larger document in Microsoft’s table', () => {
  expect([1, 1024, 1025, 70_000].map((bytes) => requestUnits('POST', bytes))).toEqual([4.95, 4.95, 6.29, 48.19]);
  expect(requestUnits('GET', 3000)).toBe(1.14);
  expect(requestUnits('QUERY', 3000)).toBeCloseTo(4.14);
});

test('requests are told by service, and what is written by its size', () => {
  const requests = requestsOf([
    { method: 'POST', host: 'cosmos.documents.', sizes: [1024, 2048] },
    { method: 'QUERY', host: 'cosmos.documents.', sizes: [500] },
    { method: 'GET', host: 'name.blob.core.windows.net', sizes: [10, 10, 10] },
    { method: 'GET', host: 'name.vault.azure.net', sizes: [10] },
  ]);
  expect(requests).toEqual({ ...nothing, units: 15.24, cosmos: 3, cosmosWrites: 2, writtenKb: 3, blob: 3, vault: 1 });
});

test('a month has 30 days of 1,440 minutes, and each tenant a scan, a synchronization and three looks a day', () => {
  const units = (count: number) => ({ ...nothing, units: count });
  const cosmos = (tenants: number, measured: Partial<typeof idle>) =>
    monthlyCost(tenants, { ...idle, ...measured })['Cosmos DB, request units'];
  // 0.25 dollars a million.
  expect(cosmos(1, { quietMinute: { minutes: 5, requests: units(5_000_000 / 1440) } })).toBeCloseTo(30 * 0.25);
  expect(cosmos(100, { scan: units(10_000) })).toBeCloseTo(30 * 0.25);
  expect(cosmos(100, { synchronization: units(10_000) })).toBeCloseTo(30 * 0.25);
  expect(cosmos(100, { pages: units(10_000) })).toBeCloseTo(3 * 30 * 0.25);
});

test('the timer is billed 1,440 runs a day, and what is free is taken off', () => {
  // 30 days of 1,440 runs of 2 s with 2 GB, less 100,000 GB-seconds; 43,200 runs are below the 250,000 that are free.
  expect(monthlyCost(0, idle).Functions).toBeCloseTo((30 * 1440 * 2 * 2 - 100_000) * 0.000026);
});

test('the host itself is counted: its leases and the state of its timer, and its metrics, for each instance', () => {
  // Without tenants an instance for the timer all day, and one for calls for 12 hours: 2,160 minutes.
  const costs = monthlyCost(0, idle);
  expect(costs['Storage account, the host itself']).toBeCloseTo((30 * (1440 * 4 + 2160 * 8) * 0.05) / 10_000);
  expect(costs['Log Analytics, metrics of the host']).toBeCloseTo((30 * 2160 * 40 * 0.8 * 2.3) / 1e6);
  // 120 tenants, half a minute each: an hour more.
  const more = monthlyCost(120, idle);
  expect(more['Storage account, the host itself']).toBeCloseTo((30 * (1440 * 4 + 2220 * 8) * 0.05) / 10_000);
});

test('the total is the sum of what each service costs', () => {
  const { Total: total, ...services } = monthlyCost(1000, idle);
  expect(Object.values(services).reduce((sum, one) => sum + one, 0)).toBeCloseTo(total);
  expect(services['Static Web Apps']).toBeGreaterThan(0);
});

import { requestUnits } from './azure-prices.ts';

/** As count-requests.cjs writes it: the size of each request of a kind. */
export type Counted = { method: string; host: string; sizes: number[] }[];
/** What was asked of each service in a part of the run. */
export type Requests = {
  units: number;
  cosmos: number;
  cosmosWrites: number;
  writtenKb: number;
  blob: number;
  queue: number;
  table: number;
  vault: number;
};

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

/** Sums up what was asked of each service. */
export function requestsOf(counted: Counted): Requests {
  const of = (service: string) => counted.filter(({ host }) => host.includes(service));
  const calls = (service: string) => sum(of(service).map(({ sizes }) => sizes.length));
  const cosmos = of('.documents.');
  const writes = cosmos.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method));
  return {
    units: sum(cosmos.flatMap(({ method, sizes }) => sizes.map((bytes) => requestUnits(method, bytes)))),
    cosmos: calls('.documents.'),
    cosmosWrites: sum(writes.map(({ sizes }) => sizes.length)),
    writtenKb: sum(writes.flatMap(({ sizes }) => sizes)) / 1024,
    blob: calls('.blob.'),
    queue: calls('.queue.'),
    table: calls('.table.'),
    vault: calls('.vault.'),
  };
}

import { answerLimitBytes } from '../../api/src/mailflow/bounded-answer.ts';
import { checkDomain } from '../../api/src/mailflow/check-domain.ts';
import { type HostileDomain, hostileDomains, hostileName } from '../../api/src/mailflow/testing/hostile-records.ts';
import { readZone, zoneResolver } from '../../api/src/mailflow/zone-resolver.ts';
import type { Size } from './bench-arguments.ts';
import { figure, median, type Section } from './table.ts';

const roundsAt = { usual: 5, smallest: 1 } as const;
const shown = 8;

type Measured = { name: string; inputBytes: number; answerBytes: number; ms: number; floorMs: number; ratio: number };

async function timeMs(work: () => unknown): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

/** The least that a reader does: part the text, and look at each part once. */
const plainPass = (text: string): number =>
  text.split(/[ ;,\n]/).filter((part) => /^[a-z0-9]+[=:]?/i.test(part)).length;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

async function measure({ name, zone, policy = '' }: HostileDomain, rounds: number): Promise<Measured> {
  const dns = zoneResolver(readZone(zone));
  const fetchPolicy = () => Promise.resolve({ status: 'ok' as const, text: policy, contentType: 'text/plain' });
  const check = () => checkDomain(hostileName, { dns, fetchPolicy, now: new Date(0) });
  const input = JSON.stringify([zone, policy]);
  const runs: { ms: number; floorMs: number }[] = [];
  const answerBytes = bytesOf(await check());
  for (let round = 0; round < rounds; round++)
    runs.push({ floorMs: await timeMs(() => plainPass(input)), ms: await timeMs(check) });
  return {
    name,
    inputBytes: Buffer.byteLength(input),
    answerBytes,
    ms: median(runs.map(({ ms }) => ms)),
    floorMs: median(runs.map(({ floorMs }) => floorMs)),
    ratio: median(runs.map(({ ms, floorMs }) => ms / floorMs)),
  };
}

/** Domains whose records are made to be hard to read, beside one plain pass over what they hold. @throws Error where an answer is too large */
export async function benchHostileMail({ size }: { size: Size }): Promise<Section> {
  const rounds = roundsAt[size];
  const data: Measured[] = [];
  for (const domain of hostileDomains) data.push(await measure(domain, rounds));
  const slowest = data.toSorted((a, b) => b.ms - a.ms).slice(0, shown);
  const largest = Math.max(...data.map(({ answerBytes }) => answerBytes));
  if (largest > answerLimitBytes) throw new Error(`An answer has ${largest} bytes; ${answerLimitBytes} are the limit`);
  const rows = slowest.map(({ name, inputBytes, answerBytes, ms, floorMs, ratio }) => [
    ...[name, figure(inputBytes / 1000), figure(ms, 1), figure(floorMs, 1)],
    ...[`${figure(ratio)} ×`, figure(answerBytes / 1000)],
  ]);
  return {
    title: 'Mail: domains whose records are made to be hard to read',
    tables: [{ columns: ['records', 'KB', 'check ms', 'floor ms', 'ratio', 'answer KB'], rows }],
    notes: [
      `The slowest ${shown} of ${data.length}; the floor parts the records and looks at each part once. Median of ${rounds} rounds.`,
      `The largest answer has ${figure(largest / 1000)} KB; ${figure(answerLimitBytes / 1000)} are the limit.`,
    ],
    data,
  };
}

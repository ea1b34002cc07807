import type { ScanStarted } from '@tenantry/contract/scans';
import type { Fault } from '@tenantry/simulator/faults';
import type { ApiSession } from '../../local/stack/api-session.ts';
import { compareScans } from './disturbed-scan.ts';
import { dnsFaultMix, faultMix, outage } from './fault-mix.ts';
import { type Reading, readScan } from './scan-reading.ts';

type Subject = { id: string; name: string };

export type Rounds = {
  api: ApiSession;
  /** Where the simulator's controls are. */
  controlUrl: string;
  tenants: readonly Subject[];
  seed: string;
  rounds: number;
  say(line: string): void;
};

export type Tally = {
  scans: number;
  /** Scans that could not fetch something, and said so. */
  incomplete: number;
  /** How often each dataset could not be fetched. */
  lost: Map<string, number>;
  /** Requests that the simulator spoiled or would have answered, by what was asked. */
  problems: string[];
};

async function control(url: string, method: string, body?: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method, ...(body && { headers, body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
}

async function arm(controlUrl: string, faults: readonly Fault[]): Promise<void> {
  await control(`${controlUrl}/faults`, 'DELETE');
  for (const fault of faults) await control(`${controlUrl}/faults`, 'POST', fault);
}

/** What has a schedule of its own: the second scan may come before it. */
const hasItsOwnSchedule: ReadonlySet<string> = new Set(['signInActivity']);

/** Beside a scan that lacks something, a worse one would seem right. @throws Error where one is not whole */
export function checkUndisturbed({ scan, datasets }: Reading, name: string): void {
  if (scan.status !== 'completed') throw new Error(`${name}, undisturbed, is ${scan.status}: ${scan.errorMessage}`);
  const missing = datasets.filter((one) => one.state === 'couldNotCheck' && !hasItsOwnSchedule.has(one.name));
  if (missing.length === 0) return;
  const told = missing.map((one) => `${one.name} (${one.status} ${one.code}: ${one.message})`).join(', ');
  throw new Error(`${name}, undisturbed, lacks ${told}`);
}

/** Scans all of them at once. */
async function scanAll(api: ApiSession, tenants: readonly Subject[]): Promise<Map<string, Reading>> {
  const readings = tenants.map(async ({ id }): Promise<[string, Reading]> => {
    const { scanLogId } = await api.post<ScanStarted>('/api/scan', { tenant_id: id });
    return [id, await readScan(api, id, scanLogId)];
  });
  return new Map(await Promise.all(readings));
}

/**
 * Scans the tenants undisturbed, then in rounds under the faults of issue 4, every second round with a path of each that
 * fails all the time, and a DNS that does not always answer. Their tokens end at the start of each round, so that the token endpoint is asked under faults too.
 */
export async function disturbedRounds({ api, controlUrl, tenants, seed, rounds, say }: Rounds): Promise<Tally> {
  const tally: Tally = { scans: 0, incomplete: 0, lost: new Map(), problems: [] };
  await arm(controlUrl, []);
  // The first scan may still wait for the last sign-ins; the second has what every later one has.
  await scanAll(api, tenants);
  const undisturbed = await scanAll(api, tenants);
  for (const { id, name } of tenants) {
    const reading = undisturbed.get(id);
    if (reading) checkUndisturbed(reading, name);
  }
  for (let round = 1; round <= rounds; round += 1) {
    const withOutages = round % 2 === 0;
    const faults = tenants.flatMap(({ id }, index) => [
      ...(withOutages ? outage(id, seed, (round / 2 - 1) * tenants.length + index) : []),
      ...faultMix(id, `${seed}/${round}`),
    ]);
    for (const { id } of tenants)
      await control(`${controlUrl}/entra`, 'POST', { tenantId: id, expireAccessTokens: true });
    await arm(controlUrl, [...faults, ...(withOutages ? dnsFaultMix(`${seed}/${round}`) : [])]);
    const readings = await scanAll(api, tenants);
    for (const { id, name } of tenants) {
      const [before, after] = [undisturbed.get(id), readings.get(id)];
      if (!before || !after) throw new Error(`${name} was not scanned`);
      const { problems, lost } = compareScans(before, after);
      tally.scans += 1;
      tally.incomplete += lost.length > 0 ? 1 : 0;
      for (const dataset of lost) tally.lost.set(dataset, (tally.lost.get(dataset) ?? 0) + 1);
      tally.problems.push(...problems.map((problem) => `round ${round}, ${name}: ${problem}`));
    }
    say(
      `round ${round} of ${rounds}: ${tally.scans} scans, ${tally.incomplete} with something missing, ${tally.problems.length} problems`,
    );
  }
  await arm(controlUrl, []);
  const after = await scanAll(api, tenants);
  for (const { id, name } of tenants) {
    const [expected, last] = [undisturbed.get(id), after.get(id)];
    if (expected && last)
      tally.problems.push(...compareScans(expected, last).problems.map((one) => `afterwards, ${name}: ${one}`));
  }
  return tally;
}

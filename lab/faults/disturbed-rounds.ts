import type { ScanStarted } from '@tenantry/contract/scans';
import { asUsual, type ConfigurationTold } from '@tenantry/simulator/directory/configuration-state';
import type { Fault } from '@tenantry/simulator/faults';
import type { ApiSession } from '../../local/stack/api-session.ts';
import { configurationMix } from './configuration-mix.ts';
import { compareScans } from './disturbed-scan.ts';
import { dnsFaultMix, faultMix, outage } from './fault-mix.ts';
import { type Reading, readScan } from './scan-reading.ts';
import { jobProblems, openForeignHost, typesKept } from './snapshot-traces.ts';

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
  /** Of the disturbed scans. */
  verdicts: number;
  /** Scans that could not fetch something, and said so. */
  incomplete: number;
  /** How often each dataset could not be fetched. */
  lost: Map<string, number>;
  /** How many scans there were under each disturbance of snapshots, of tenants that have any. */
  snapshots: Map<string, number>;
  /** Requests that the simulator spoiled or would have answered, by what was asked. */
  problems: string[];
};

async function control(url: string, method: string, body?: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method, ...(body && { headers, body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

async function arm(controlUrl: string, faults: readonly Fault[]): Promise<void> {
  await control(`${controlUrl}/faults`, 'DELETE');
  for (const fault of faults) await control(`${controlUrl}/faults`, 'POST', fault);
}

/** What has a schedule of its own: the second scan may come before it. */
const hasItsOwnSchedule: ReadonlySet<string> = new Set(['signInActivity']);

/** Beside a scan that lacks something, a worse one would seem right; what a tenant goes without is no lack. @throws Error where one is not whole */
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

type Readings = ReadonlyMap<string, Reading>;

/** What a round brings, and who it brings it to. */
type Round = Rounds & { round: number; foreignUrl: string; kept: ReadonlyMap<string, number>; tally: Tally };

/**
 * The faults of issue 4 for each tenant, every second round with a path that fails all the time and a DNS that does not always
 * answer, and something that is wrong with its snapshots. @returns what that is, by tenant
 */
async function disturb({ controlUrl, tenants, seed, round, foreignUrl }: Round): Promise<Map<string, string>> {
  const withOutages = round % 2 === 0;
  const names = new Map<string, string>();
  const faults: Fault[] = withOutages ? dnsFaultMix(`${seed}/${round}`) : [];
  for (const [index, { id: tenantId }] of tenants.entries()) {
    const { name, behavior, ...snapshot } = configurationMix(foreignUrl, seed, (round - 1) * tenants.length + index);
    names.set(tenantId, name);
    await control(`${controlUrl}/configuration`, 'POST', { tenantId, ...behavior });
    // So that the token endpoint is asked under faults too.
    await control(`${controlUrl}/entra`, 'POST', { tenantId, expireAccessTokens: true });
    faults.push(
      ...snapshot.faults.map((fault) => ({ ...fault, tenantId })),
      ...(withOutages ? outage(tenantId, seed, (round / 2 - 1) * tenants.length + index) : []),
      ...faultMix(tenantId, `${seed}/${round}`),
    );
  }
  await arm(controlUrl, faults);
  return names;
}

async function runRound(of: Round, undisturbed: Readings): Promise<void> {
  const { api, controlUrl, tenants, round, kept, tally } = of;
  const disturbances = await disturb(of);
  const readings = await scanAll(api, tenants);
  await arm(controlUrl, []);
  for (const { id, name } of tenants) {
    const [before, after] = [undisturbed.get(id), readings.get(id)];
    if (!before || !after) throw new Error(`${name} was not scanned`);
    const snapshot = disturbances.get(id) ?? '';
    const wanted = kept.get(id) ?? 0;
    const { problems, lost } = compareScans(before, after);
    const left = await typesKept(api, id);
    if (left < wanted) problems.push(`${left} types of settings are kept instead of ${wanted}`);
    tally.scans += 1;
    tally.verdicts += after.verdicts.length;
    tally.incomplete += lost.length > 0 ? 1 : 0;
    if (wanted > 0) tally.snapshots.set(snapshot, (tally.snapshots.get(snapshot) ?? 0) + 1);
    for (const dataset of lost) tally.lost.set(dataset, (tally.lost.get(dataset) ?? 0) + 1);
    tally.problems.push(...problems.map((problem) => `round ${round}, ${name} (snapshot: ${snapshot}): ${problem}`));
  }
}

/** Undisturbed again: the verdicts of before, and what is left of snapshots. */
async function lookAfterwards({ api, controlUrl, tenants }: Rounds, undisturbed: Readings): Promise<string[]> {
  for (const { id: tenantId } of tenants)
    await control(`${controlUrl}/configuration`, 'POST', { tenantId, ...asUsual });
  const readings = await scanAll(api, tenants);
  const problems: string[] = [];
  for (const { id, name } of tenants) {
    const [expected, last] = [undisturbed.get(id), readings.get(id)];
    if (!expected || !last) continue;
    const answer = await control(`${controlUrl}/configuration?tenantId=${id}`, 'GET');
    const left = jobProblems((await answer.json()) as ConfigurationTold, last.scan.startedAt);
    const found = [...compareScans(expected, last).problems, ...left];
    problems.push(...found.map((one) => `afterwards, ${name}: ${one}`));
  }
  return problems;
}

/** Scans the tenants undisturbed, then in rounds under faults, then undisturbed again. */
export async function disturbedRounds(rounds: Rounds): Promise<Tally> {
  const { api, controlUrl, tenants, say } = rounds;
  const tally: Tally = { scans: 0, verdicts: 0, incomplete: 0, lost: new Map(), snapshots: new Map(), problems: [] };
  await arm(controlUrl, []);
  // The first scan may still wait for the last sign-ins; the second has what every later one has.
  await scanAll(api, tenants);
  const undisturbed = await scanAll(api, tenants);
  const kept = new Map<string, number>();
  for (const { id, name } of tenants) {
    const reading = undisturbed.get(id);
    if (reading) checkUndisturbed(reading, name);
    kept.set(id, await typesKept(api, id));
  }
  const foreign = await openForeignHost();
  try {
    for (let round = 1; round <= rounds.rounds; round += 1) {
      await runRound({ ...rounds, round, foreignUrl: foreign.url, kept, tally }, undisturbed);
      const { scans, incomplete, problems } = tally;
      say(
        `round ${round} of ${rounds.rounds}: ${scans} scans, ${incomplete} with something missing, ${problems.length} problems`,
      );
    }
    tally.problems.push(...(await lookAfterwards(rounds, undisturbed)));
    tally.problems.push(...foreign.requests.map((request) => `another host than Graph’s was asked: ${request}`));
  } finally {
    await foreign.close();
  }
  return tally;
}

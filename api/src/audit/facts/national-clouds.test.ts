import { cloudLabels, type cloudNames } from '@tenantry/contract/clouds';
import { checkCloud, missingPaths } from '@tenantry/simulator/graph/paths-by-cloud';
import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { describe, expect, test } from 'vitest';
import { clouds } from '../../adapters/graph/clouds.ts';
import { collectFacts } from '../collect/collect-facts.ts';
import { simulatedDns, simulatedGraph } from '../testing/simulated-graph.ts';
import { testNow } from '../testing/verdict-for.ts';
import { type DatasetName, datasets } from './datasets.ts';
import type { Facts } from './facts.ts';
import { gaps, notOfferedIn } from './national-clouds.ts';
import { configurationDatasets } from './tenant-configuration.ts';

/** Datasets that a scan of the simulator in a cloud could not read, asked as though that cloud were the one told. */
async function unreadIn(host: 'commercial' | 'gcchigh' | 'dod' | 'china', told: (typeof cloudNames)[number]) {
  const cloud = createSimulatedCloud({ now: () => testNow });
  const graph = await simulatedGraph(cloud, goodProfile.id, clouds[host]);
  const dns = simulatedDns(cloud);
  const facts: Facts = await collectFacts({
    graph,
    account: async () => graph,
    dns,
    cloud: told,
    now: testNow,
    done: {},
    onDataset: async () => undefined,
  });
  const unread = Object.entries(facts).flatMap(([name, result]) =>
    result.state === 'failed' && result.reason !== 'notOffered' ? [{ name, ...result }] : [],
  );
  return { facts, unread, paths: graph.paths };
}

describe('what a cloud does not offer', () => {
  test.each(['gcchigh', 'dod', 'china'] as const)('in %s is what the simulated Graph of that cloud refuses', (name) => {
    const refused = (path: string) => {
      try {
        checkCloud(clouds[name].graphOrigin, `/v1.0${path}`);
        return false;
      } catch {
        return true;
      }
    };
    expect(gaps.filter(({ path }) => refused(path))).toEqual(gaps.filter(({ clouds: of }) => of.includes(name)));
    const missing = missingPaths[new URL(clouds[name].graphOrigin).host] ?? [];
    const own = gaps.filter(({ clouds: of }) => of.includes(name)).map(({ path }) => path);
    expect(missing.filter((path) => !own.some((one) => `${one}/`.startsWith(`${path}/`)))).toEqual([]);
  });

  test.each(['commercial', 'gcc'] as const)('is nothing in %s', (name) => {
    expect([...notOfferedIn(name)]).toEqual([]);
    expect(missingPaths[new URL(clouds[name].graphOrigin).host]).toBeUndefined();
  });

  test('that the table leaves out is noticed: a scan that is not told its cloud lacks what the table names, and nothing else', async () => {
    const { unread } = await unreadIn('china', 'commercial');
    const configuration: readonly DatasetName[] = [...configurationDatasets, 'sharedMailboxAccounts'];
    const named = [...notOfferedIn('china')].filter((name) => !configuration.includes(name));
    expect(unread.map(({ name }) => name).sort()).toEqual(named.sort());
    for (const { reason, status, code, message } of unread)
      expect([reason, status, code, message]).toEqual([
        'couldNotCheck',
        400,
        'BadRequest',
        expect.stringMatching(/^Resource not found for the segment '\w+'\.$/),
      ]);
  });

  test.each(['gcchigh', 'dod', 'china'] as const)('in %s is not asked for, and all else is read', async (name) => {
    const { facts, unread, paths } = await unreadIn(name, name);
    expect(unread).toEqual([]);
    for (const dataset of notOfferedIn(name))
      expect(facts[dataset]).toMatchObject({
        state: 'failed',
        reason: 'notOffered',
        message: `Microsoft Graph does not offer it in ${cloudLabels[name]}.`,
      });
    const lacking = gaps.filter(({ clouds: of }) => of.includes(name)).map(({ path }) => `/v1.0${path}`);
    expect(paths.filter((path) => lacking.some((one) => path.startsWith(one)))).toEqual([]);
    expect(paths.length).toBeGreaterThan(20);
  });

  test('names datasets that there are, each in one line', () => {
    const named = gaps.flatMap((gap) => gap.datasets);
    expect(named.filter((name) => !Object.hasOwn(datasets, name))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });
});

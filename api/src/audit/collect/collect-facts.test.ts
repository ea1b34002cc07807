import { createSimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BatchAnswer, type GraphClient, GraphError } from '../../ports/graph.ts';
import { catalog } from '../checks/catalog.ts';
import { emergencyStateOf } from '../checks/entra/emergency-state.ts';
import type { Check } from '../checks/shared/check.ts';
import { type DatasetName, datasetNames, datasets } from '../facts/datasets.ts';
import { collected, type DatasetResult, type Facts, factOf } from '../facts/facts.ts';
import { objectsAt, textAt } from '../facts/json-reader.ts';
import { evaluateFacts } from '../findings/evaluate.ts';
import { simulatedDns, simulatedGraph } from '../testing/simulated-graph.ts';
import { testNow } from '../testing/verdict-for.ts';
import { type CollectConfiguration, type CollectOptions, collectDataset, collectFacts } from './collect-facts.ts';
import { fixedPart, secondPart } from './fixed-part.ts';

const cloud = createSimulatedCloud({ now: () => testNow });
/** These may pass without one of their datasets, where it cannot change the verdict: security defaults on, no policy. */
const alternatives = ['sync.takeover', 'ca.mfa.all', 'ca.mfa.admins', 'ca.legacy', 'ca.breakglass.admin'];
const notKept = async (): Promise<void> => undefined;

async function scan(
  tenantId: string,
  done: Facts = {},
): Promise<{ facts: Facts; asked: string[]; order: DatasetName[] }> {
  const graph = await simulatedGraph(cloud, tenantId);
  const order: DatasetName[] = [];
  const onDataset = async (name: DatasetName): Promise<void> => void order.push(name);
  const account = async (permissions: readonly string[]) => {
    expect(permissions).toEqual(['OnPremDirectorySynchronization.Read.All']);
    return graph;
  };
  const facts = await collectFacts({ graph, account, dns: simulatedDns(cloud), now: testNow, done, onDataset });
  return { facts, asked: graph.paths, order };
}

/** Without what is set up for each tenant by itself (`configuration`). */
const readEverywhere = datasetNames.filter((name) => datasets[name].feature === undefined);

describe.each(cloud.tenants)('the simulated tenant $name', ({ id, userCount }) => {
  test('answers every dataset, or says why not, and none with an unknown path', async () => {
    const { facts, order } = await scan(id);
    expect([...order].sort()).toEqual([...readEverywhere].sort());
    for (const [name, result] of Object.entries(facts)) {
      if (result.state === 'failed')
        expect(['notLicensed', 'notPermitted'], `${name}: ${result.status} ${result.code}`).toContain(result.reason);
    }
    if (facts.users?.state === 'ok') expect(facts.users.value.total).toBe(userCount);
  });

  test('gives an outcome with a score and a verdict for each check', async () => {
    const { facts } = await scan(id);
    const outcome = evaluateFacts(facts, { now: testNow });
    expect(outcome.score).toBeGreaterThanOrEqual(0);
    const { evaluated, applicable, notSetUp = 0 } = outcome.coverage;
    expect(evaluated / (applicable - notSetUp)).toBeGreaterThanOrEqual(0.6);
    expect(new Set(outcome.verdicts.map((verdict) => verdict.status)).size).toBeGreaterThan(1);
  });
});

test('an account that is kept for emergencies is looked at, though no role and no policy names it', async () => {
  const [{ id: tenantId } = { id: '' }] = cloud.tenants;
  const graph = await simulatedGraph(cloud, tenantId);
  const users = objectsAt(await graph.get('/v1.0/users?$select=id,userPrincipalName&$top=200'), 'value');
  const id = textAt(users.at(150), 'id') ?? '';
  const collect = async (accountIds: readonly string[]) => {
    const facts = await collectFacts({ graph, now: testNow, done: {}, onDataset: notKept, accountIds });
    return emergencyStateOf(facts, id);
  };
  expect(await collect([])).toMatchObject({ enabled: null, cloudOnly: null, securityKey: null });
  expect(await collect([id.toUpperCase()])).toMatchObject({
    policies: { notExcludedCount: expect.any(Number) },
    enabled: expect.any(Boolean),
    cloudOnly: expect.any(Boolean),
    securityKey: expect.any(Boolean),
    globalAdministrator: false,
  });
});

/** Where what stands in was not refused, it may pass; its words say where they are from. */
const standsIn = ({ standIn = [] }: Check, refused: readonly DatasetName[]) =>
  standIn.length > 0 && !standIn.some((name) => refused.includes(name));

test('data that is refused never makes a verdict better', async () => {
  for (const { id } of cloud.tenants) {
    const { facts } = await scan(id);
    const before = new Map(
      evaluateFacts(facts, { now: testNow }).verdicts.map((verdict) => [verdict.checkId, verdict.status]),
    );
    const refusal = {
      state: 'failed',
      fetchedAt: '',
      reason: 'notPermitted',
      status: 403,
      code: 'x',
      message: '',
    } as const;
    fc.assert(
      fc.property(fc.subarray([...datasetNames], { minLength: 1 }), fc.boolean(), (names, missing) => {
        const less = { ...facts, ...Object.fromEntries(names.map((name) => [name, missing ? undefined : refusal])) };
        for (const { checkId, status } of evaluateFacts(less, { now: testNow }).verdicts) {
          const definition = catalog.find((check) => check.id === checkId);
          if (status === 'pass') expect(before.get(checkId), checkId).toBe('pass');
          if (status === 'pass')
            expect(
              definition?.datasets.filter(
                (name) => names.includes(name) && !alternatives.includes(checkId) && !standsIn(definition, names),
              ),
              checkId,
            ).toEqual([]);
        }
      }),
      { numRuns: 25 },
    );
  }
});

describe('a scan', () => {
  const tenantId = cloud.tenants[0]?.id ?? '';

  test('asks for the fixed part in one batch of at most 20', () => {
    expect(fixedPart.length).toBeLessThanOrEqual(20);
    expect(secondPart.length).toBeLessThanOrEqual(20);
    expect(fixedPart.some(({ path }) => /conditionalAccess|identityProtection/.test(path))).toBe(false);
  });

  test('asks for what Defender and Intune know beside it in one more batch and three queries', async () => {
    const graph = await simulatedGraph(cloud, tenantId);
    const names: readonly DatasetName[] = [
      ...secondPart.map(({ dataset }) => dataset),
      'appPermissions',
      'assetApprovals',
      'exposedCredentials',
    ];
    const skip = datasetNames.filter((name) => !names.includes(name));
    await collectFacts({ graph, now: testNow, done: {}, skip, onDataset: notKept });
    expect(graph.calls).toBe(4);
  });

  test('that is resumed asks only for what is missing', async () => {
    const first = await scan(tenantId);
    const { users, alerts, ...rest } = first.facts;
    const second = await scan(tenantId, rest);
    expect(second.order).toEqual(['alerts', 'users']);
    expect(second.asked.every((path) => /alerts_v2|\/users\?/.test(path))).toBe(true);
    expect(second.facts.users).toEqual(users);
    expect(second.facts.alerts).toEqual(alerts);
  });

  test('of which the checkpoint fails, ends with that error', async () => {
    const graph = await simulatedGraph(cloud, tenantId);
    const onDataset = async (name: DatasetName): Promise<void> => {
      if (name === 'groups') throw new Error('storage is gone');
    };
    await expect(collectFacts({ graph, now: testNow, done: {}, onDataset })).rejects.toThrow('storage is gone');
  });

  test('stopped after any dataset, it goes on to the same facts', async () => {
    const graph = await simulatedGraph(cloud, tenantId);
    const users = objectsAt(await graph.get('/v1.0/users?$select=userPrincipalName&$top=1'), 'value');
    const mailbox = { PrimarySMTPAddress: textAt(users[0], 'userPrincipalName') };
    const configuration: CollectConfiguration = async (names) =>
      new Map(names.map((name) => [name, collected(name === 'sharedMailboxes' ? [mailbox] : [], testNow)]));
    const collect = (done: Facts, onDataset: CollectOptions['onDataset']) =>
      collectFacts({ graph, configuration, now: testNow, done, onDataset });
    const whole: [DatasetName, DatasetResult][] = [];
    const facts = await collect({}, async (...finished) => void whole.push(finished));
    expect(factOf(facts, 'sharedMailboxAccounts')).toHaveLength(1);
    for (const kept of whole.keys()) {
      const done = Object.fromEntries(whole.slice(0, kept)) as Facts;
      expect(await collect(done, notKept), `stopped before ${whole[kept]?.[0]}`).toEqual(facts);
    }
  });

  test('can be cancelled between datasets', async () => {
    const graph = await simulatedGraph(cloud, tenantId);
    const cancel = new AbortController();
    const finished: DatasetName[] = [];
    const onDataset = async (name: DatasetName): Promise<void> => {
      finished.push(name);
      if (name === 'riskyUsers') cancel.abort(new Error('cancelled by the user'));
    };
    await expect(collectFacts({ graph, now: testNow, done: {}, onDataset, signal: cancel.signal })).rejects.toThrow(
      'cancelled by the user',
    );
    expect(finished).not.toContain('riskDetections');
  });

  test.each(['namedLocations', 'users'] as const)('ends whole where the checkpoint of %s fails', async (broken) => {
    const graph = await simulatedGraph(cloud, tenantId);
    let ended = false;
    const late: DatasetName[] = [];
    const onDataset = async (name: DatasetName): Promise<void> => {
      if (ended) late.push(name);
      if (name === broken) throw new Error('storage is gone');
    };
    await expect(collectFacts({ graph, now: testNow, done: {}, onDataset })).rejects.toThrow('storage is gone');
    ended = true;
    const asked = graph.paths.length;
    // Whatever still went on would ask again.
    await new Promise((resolve) => setImmediate(resolve));
    expect(late).toEqual([]);
    expect(graph.paths).toHaveLength(asked);
  });

  test('survives Graph failing altogether: every dataset is recorded as not checked', async () => {
    const outage = new GraphError({ status: 0, code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' });
    const facts = await collectFacts({ graph: brokenGraph(outage), now: testNow, done: {}, onDataset: notKept });
    const results = Object.values(facts) as DatasetResult[];
    // Neither DNS nor what is given to people alone.
    expect(results).toHaveLength(readEverywhere.length - 2);
    expect(results.every((result) => result.state === 'failed' && result.reason === 'couldNotCheck')).toBe(true);
  });

  test('asks as an account where a directory is synchronized, and nowhere else', async () => {
    for (const { id } of cloud.tenants) {
      const { facts, asked } = await scan(id);
      const isHybrid = factOf(facts, 'organization')?.[0]?.onPremisesSyncEnabled === true;
      expect(asked.includes('/v1.0/directory/onPremisesSynchronization')).toBe(isHybrid);
      expect(factOf(facts, 'onPremisesSynchronization')?.length).toBe(isHybrid ? 1 : 0);
    }
  });

  test('says that nobody is signed in where it needs somebody', async () => {
    const [weak] = cloud.tenants;
    const graph = await simulatedGraph(cloud, weak?.id ?? '');
    const account = () => Promise.reject(new GraphError({ status: 401, code: 'NO_ACCOUNT', message: 'Nobody' }));
    const facts = await collectFacts({ graph, account, now: testNow, done: {}, onDataset: notKept });
    const verdict = evaluateFacts(facts, { now: testNow }).verdicts.find(({ checkId }) => checkId === 'sync.takeover');
    expect(verdict).toMatchObject({
      status: 'couldNotCheck',
      recommendation: expect.stringMatching(/^Connect the tenant again/),
    });
  });

  test('does not hide a fault of our own program as a failed dataset', async () => {
    await expect(
      collectFacts({ graph: brokenGraph(new TypeError('oops')), now: testNow, done: {}, onDataset: notKept }),
    ).rejects.toThrow('oops');
  });

  test('keeps an answer of another form from being taken as an empty list', async () => {
    const odd: BatchAnswer = { ok: true, body: 'maintenance' };
    const graph: GraphClient = {
      ...brokenGraph(new GraphError({ status: 500, code: 'x', message: '' })),
      batch: async (items) => new Map(items.map(({ id }) => [id, odd])),
    };
    const facts = await collectFacts({ graph, now: testNow, done: {}, onDataset: notKept });
    expect(facts.domains).toMatchObject({ state: 'failed', code: 'UnexpectedAnswer' });
    expect(facts.roles).toMatchObject({ state: 'failed', code: 'UnexpectedAnswer' });
    expect(facts.securityDefaults).toMatchObject({ state: 'failed', code: 'UnexpectedAnswer' });
  });

  test('can collect the last sign-ins by themselves, for a schedule of their own', async () => {
    const graph = await simulatedGraph(cloud, tenantId);
    const result = await collectDataset('signInActivity', graph, { now: testNow });
    expect(result).toMatchObject({ state: 'ok' });
    expect(graph.paths.every((path) => path.includes('signInActivity'))).toBe(true);
  });
});

function brokenGraph(error: Error): GraphClient {
  return {
    calls: 0,
    get: () => Promise.reject(error),
    batch: () => Promise.reject(error),
    hunt: () => Promise.reject(error),
    permissions: () => Promise.reject(error),
    // biome-ignore lint/correctness/useYield: the first page is what fails
    async *pages() {
      throw error;
    },
  };
}

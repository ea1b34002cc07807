import { describe, expect, it } from 'vitest';
import { GraphError } from '../../../ports/graph.ts';
import { configurationDatasets, configurationTypes } from '../../facts/tenant-configuration.ts';
import { type SnapshotScript, scriptedSnapshots } from '../../testing/scripted-snapshots.ts';
import { advanceRun, cancelRun } from './snapshot-run.ts';
import { beginRun, refusedTypes, type SnapshotRun } from './snapshot-state.ts';

const begin = new Date('2026-11-24T08:00:00Z');
const typeOf = (name: keyof typeof configurationTypes) => configurationTypes[name].type;
const some = ['transportRules', 'remoteDomains', 'sharingPolicies', 'dlpPolicies'] as const;
const refused = (status: number, code: string, message = '') => ({ status, code, message });

/** A whole run over a scripted service, by a clock that only waiting moves. */
async function runOver(script: SnapshotScript, wanted: Parameters<typeof beginRun>[0] = some) {
  const service = scriptedSnapshots(script);
  let nowMs = begin.getTime();
  const times: number[] = [];
  const { create } = service.snapshots;
  service.snapshots.create = async (name, types) => {
    times.push((nowMs - begin.getTime()) / 1000);
    return create(name, types);
  };
  const end = await advanceRun(beginRun(wanted, 'abcd1234', begin), {
    snapshots: service.snapshots,
    now: () => new Date(nowMs),
    wait: async (ms) => {
      nowMs += ms;
    },
    keep: async () => undefined,
    until: new Date(nowMs + 3_600_000),
    signal: new AbortController().signal,
  });
  return { ...service, end, times };
}
const states = ({ results }: SnapshotRun, names: readonly (typeof configurationDatasets)[number][] = some) =>
  names.map((name) => {
    const result = results[name];
    return result?.state === 'failed' ? result.code : result?.state;
  });

describe('errors of a job', () => {
  const instances = { [typeOf('transportRules')]: [{ Name: 'x' }] };
  it.each([
    ['two types in a text', [`Failed to export: ${typeOf('sharingPolicies')}, ${typeOf('transportRules')}`]],
    ['a namespace before the type', [`Microsoft.Exchange.Management.Error: ${typeOf('transportRules')}`]],
    ['another tool’s name of it', ['[EXOTransportRule] The cmdlet ended with an error.']],
    ['an object', [{ resourceType: typeOf('transportRules'), errorMessage: 'Broken.' }]],
    ['one text', `${typeOf('transportRules')}: broken`],
  ])('fail the type that is named, though it has instances: %s', async (_, errorDetails) => {
    const { end } = await runOver({
      instances,
      errorDetails: errorDetails as unknown[],
      status: 'partiallySuccessful',
    });
    expect(end.results.transportRules).toMatchObject({ state: 'failed', reason: 'couldNotCheck' });
    expect(end.results.dlpPolicies).toMatchObject({ state: 'ok', value: [] });
  });

  it('that name no type fail all: each may be the one', async () => {
    const { end } = await runOver({ instances, errorDetails: ['The cmdlet ended with an error.'] });
    expect(states(end)).toEqual(some.map(() => 'TypeFailed'));
  });

  it('that name none of ours leave what came, and say nothing of what did not', async () => {
    const { end } = await runOver({ instances, errorDetails: ['microsoft.intune.anything: Access Denied.'] });
    expect(states(end)).toEqual(['ok', 'TypeFailed', 'TypeFailed', 'TypeFailed']);
  });

  it.each(['partiallySuccessful', 'unknownFutureValue'])(
    'that are not told of a job that is %s: what did not come is no empty list',
    async (status) => {
      const { end } = await runOver({ instances, status });
      expect(states(end)).toEqual(['ok', 'TypeFailed', 'TypeFailed', 'TypeFailed']);
    },
  );
});

describe('a job that is refused', () => {
  it.each([403, 404])('with %s after another was taken costs its own types alone', async (status) => {
    const wanted = [...some, 'presetPolicyRules'] as const;
    const { end, open } = await runOver(
      { refuses: (request) => (request === 2 ? refused(status, 'No') : null) },
      wanted,
    );
    expect(states(end, wanted)).toEqual(['ok', 'ok', 'ok', 'ok', 'No']);
    expect(open.size).toBe(0);
  });

  it.each([400, 403])('with %s for a limit makes no type unsupported or refused', async (status) => {
    const { end, created } = await runOver({
      refuses: () => refused(status, 'QuotaExceeded', 'The monthly quota is used up.'),
    });
    expect(created).toHaveLength(1);
    expect(refusedTypes(end)).toEqual([]);
    for (const name of some) expect(end.results[name]).toMatchObject({ state: 'failed', reason: 'couldNotCheck' });
  });

  /** What every tenant with the service has. */
  const everywhere = Object.fromEntries(
    configurationDatasets
      .filter((name) => configurationTypes[name].isEverywhere)
      .map((name) => [typeOf(name), [{ Identity: name }]]),
  );

  it('brings nothing that is believed where it lacks what every tenant has', async () => {
    const asked = ['transportRules', 'exchangeOrganizationConfig', 'dlpPolicies', 'teamsMeetingPolicies'] as const;
    const ofTeams = { [typeOf('teamsMeetingPolicies')]: [{ Identity: 'Global' }] };
    const { end } = await runOver({ instances: ofTeams }, asked);
    expect(states(end, asked)).toEqual(['UnexpectedAnswer', 'UnexpectedAnswer', 'UnexpectedAnswer', 'ok']);
    const { end: whole } = await runOver({ instances: { ...ofTeams, ...everywhere } }, asked);
    expect(states(whole, asked)).toEqual(['ok', 'ok', 'ok', 'ok']);
  });

  it('brings of another service what one that the tenant has vouches for', async () => {
    const asked = [
      'transportRules',
      'exchangeOrganizationConfig',
      'dlpPolicies',
      'teamsClientConfiguration',
      'teamsAppPermissionPolicies',
    ] as const;
    const withoutTeams = { [typeOf('exchangeOrganizationConfig')]: [{ Identity: 'x' }] };
    const { end } = await runOver({ instances: withoutTeams }, asked);
    expect(states(end, asked)).toEqual(['ok', 'ok', 'ok', 'UnexpectedAnswer', 'UnexpectedAnswer']);
  });

  it('for every third type is split until each other type was read', async () => {
    const bad = configurationDatasets.filter((_, index) => index % 3 === 0);
    const { end, open } = await runOver(
      { unknownTypes: bad.map(typeOf), instances: everywhere },
      configurationDatasets,
    );
    expect(new Set(refusedTypes(end))).toEqual(new Set(bad));
    const good = configurationDatasets.filter((name) => !bad.includes(name));
    expect(new Set(states(end, good))).toEqual(new Set(['ok']));
    expect(open.size).toBe(0);
  });
});

describe('a job that is asked for', () => {
  it('is asked for again when Microsoft says so, and not before', async () => {
    const slow = { ...refused(429, 'TooManyRequests'), retryAfterSeconds: 20 };
    const { end, times } = await runOver({ refuses: (request) => (request < 3 ? slow : null) });
    expect(times).toEqual([0, 25, 50]);
    expect(states(end)).toEqual(['ok', 'ok', 'ok', 'ok']);
  });

  it('is given up after three tries that grow apart', async () => {
    const { end, times } = await runOver({ refuses: () => refused(503, 'ServiceUnavailable') });
    expect(times).toEqual([0, 10, 25]);
    expect(states(end)).toEqual(some.map(() => 'ServiceUnavailable'));
  });

  it('is waited for where Microsoft does not show it at once', async () => {
    const { end, created, open } = await runOver({ unseen: 2 });
    expect(created).toHaveLength(1);
    expect(states(end)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(open.size).toBe(0);
  });

  it('and whose answer names no id is found by its name, without a second', async () => {
    const { end, created } = await runOver({ namesNoId: true, unseen: 1 });
    expect(created).toHaveLength(1);
    expect(states(end)).toEqual(['ok', 'ok', 'ok', 'ok']);
  });

  it('is asked for three times at most where none of them is ever seen', async () => {
    const { end, created } = await runOver({ namesNoId: true, unseen: 1000 });
    expect(created).toHaveLength(3);
    expect(states(end)).toEqual(some.map(() => 'NoId'));
  });
});

describe('the list of jobs', () => {
  it('holds one of a run that died, and Graph refuses to delete it: no other is created, and it is told', async () => {
    const { end, created } = await runOver({ leftOver: 1, keeps: { ids: 'old-', status: 403 } });
    expect(created).toEqual([]);
    expect(states(end)).toEqual(some.map(() => 'SnapshotNotDeleted'));
    expect(end.results[some[0]]).toMatchObject({
      reason: 'couldNotCheck',
      message: expect.stringContaining('403 Forbidden: It cannot be deleted.'),
    });
    expect(end.notDeleted).toMatchObject({ status: 403 });
  });

  it('holds one of a run that died, and Graph cannot delete it now: ours is created beside it', async () => {
    const { end } = await runOver({ leftOver: 1, keeps: { ids: 'old-', status: 503 } });
    expect(states(end)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(end.notDeleted).toBeUndefined();
  });

  it('keeps one of ours that was read: it is told, and nothing further is asked for', async () => {
    const wanted = [...some, 'presetPolicyRules'] as const;
    const { end, created } = await runOver({ keeps: { ids: '', status: 403 } }, wanted);
    expect(created).toHaveLength(2);
    expect(states(end, wanted)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    expect(end.notDeleted).toMatchObject({ code: 'Forbidden' });
  });

  it('fails while jobs are under way: they are read all the same', async () => {
    const bad = some.slice(0, 2).map(typeOf);
    const { end, open } = await runOver({ unknownTypes: bad, polls: 2, listFails: { from: 2, times: 1 } });
    expect(states(end)).toEqual(['UnsupportedType', 'UnsupportedType', 'ok', 'ok']);
    expect(open.size).toBe(0);
  });
});

describe('a run that is stopped', () => {
  it('leaves no job behind, though the answer of its creation was never heard', async () => {
    const { snapshots, open } = scriptedSnapshots();
    const run = beginRun([...some, 'presetPolicyRules'], 'abcd1234', begin);
    const told = await snapshots.create(`${run.name} 1`, []);
    await snapshots.create(`${run.name} 2`, []);
    await snapshots.create('Backup 7', []);
    const id = (told as { id: string }).id;
    const job = { displayName: `${run.name} 1`, names: some, createdAt: begin.toISOString(), polls: 0, failures: 0 };
    await cancelRun(
      {
        ...run,
        jobs: [
          { ...job, id },
          { ...job, id: null, displayName: `${run.name} 2` },
        ],
      },
      snapshots,
    );
    expect([...open.values()].map(({ displayName }) => displayName)).toEqual(['Backup 7']);
  });

  it('deletes all it can, and tells that one may be left', async () => {
    const { snapshots, open } = scriptedSnapshots({ listFails: { from: 1, times: 1 } });
    const run = beginRun(some, 'abcd1234', begin);
    const { id } = (await snapshots.create(`${run.name} 1`, [])) as { id: string };
    const job = {
      displayName: `${run.name} 1`,
      id,
      names: some,
      createdAt: begin.toISOString(),
      polls: 0,
      failures: 0,
    };
    await expect(cancelRun({ ...run, jobs: [job] }, snapshots)).rejects.toThrow(GraphError);
    expect(open.size).toBe(0);
  });
});

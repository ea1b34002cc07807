import { describe, expect, it } from 'vitest';
import { configurationDatasets, configurationTypes } from '../../facts/tenant-configuration.ts';
import { type SnapshotScript, scriptedSnapshots } from '../../testing/scripted-snapshots.ts';
import { advanceRun } from './snapshot-run.ts';
import { beginRun, isDone, refusedTypes, type SnapshotRun } from './snapshot-state.ts';

const begin = new Date('2026-11-24T08:00:00Z');
const typeOf = (name: keyof typeof configurationTypes) => configurationTypes[name].type;
const some = ['transportRules', 'remoteDomains', 'sharingPolicies', 'dlpPolicies'] as const;

/** A run over a scripted service, by a clock that only waiting moves. */
function lab(script: SnapshotScript = {}, crashAt = Number.POSITIVE_INFINITY) {
  const service = scriptedSnapshots(script);
  let nowMs = begin.getTime();
  const kept: SnapshotRun[] = [];
  const waits: number[] = [];
  const run = (from: SnapshotRun, untilMs = 3_600_000) =>
    advanceRun(from, {
      snapshots: service.snapshots,
      now: () => new Date(nowMs),
      wait: async (ms) => {
        waits.push(ms);
        nowMs += ms;
      },
      keep: async (state) => {
        kept.push(structuredClone(state));
        if (kept.length === crashAt) throw new Error('crash');
      },
      until: new Date(nowMs + untilMs),
      signal: new AbortController().signal,
    });
  return { ...service, run, kept, waits };
}

describe('a snapshot of a tenant', () => {
  it('asks once for all documented types and by themselves for the others, and leaves no job behind', async () => {
    const { run, created, open } = lab();
    const end = await run(beginRun(configurationDatasets, 'abcd1234', begin));
    expect(created.map(({ length }) => length)).toEqual([configurationDatasets.length - 2, 1, 1]);
    expect(isDone(end)).toBe(true);
    expect(Object.keys(end.results)).toHaveLength(configurationDatasets.length);
    expect(open.size).toBe(0);
  });

  it('takes the properties of each instance; a type without one is empty', async () => {
    const { run } = lab({ instances: { [typeOf('remoteDomains')]: [{ Identity: 'Default' }] } });
    const { results, instances } = await run(beginRun(some, 'abcd1234', begin));
    expect(results.remoteDomains).toMatchObject({ state: 'ok', value: [{ Identity: 'Default' }] });
    expect(results.transportRules).toMatchObject({ state: 'ok', value: [] });
    expect(instances).toBe(1);
  });

  it('finds the type that Graph does not know by halves, and reads the others', async () => {
    const { run } = lab({ unknownTypes: [typeOf('sharingPolicies')] });
    const end = await run(beginRun(some, 'abcd1234', begin));
    expect(refusedTypes(end)).toEqual(['sharingPolicies']);
    expect(end.results.sharingPolicies).toMatchObject({ state: 'failed', code: 'UnsupportedType' });
    for (const name of ['transportRules', 'remoteDomains', 'dlpPolicies'] as const)
      expect(end.results[name]?.state).toBe('ok');
  });

  it('calls no type unsupported where every one of them is refused', async () => {
    const { run } = lab({ unknownTypes: some.map(typeOf) });
    const end = await run(beginRun(some, 'abcd1234', begin));
    expect(refusedTypes(end)).toEqual([]);
    for (const name of some) expect(end.results[name]).toMatchObject({ state: 'failed', code: 'BadRequest' });
  });

  it('believes an error of a type more than its instances', async () => {
    const { run } = lab({
      status: 'partiallySuccessful',
      instances: { [typeOf('transportRules')]: [{ Name: 'x' }] },
      errorDetails: [
        `${typeOf('transportRules')}: Error exporting resource. {"code":"Forbidden","message":"Access Denied."}`,
        { resourceType: typeOf('dlpPolicies').toUpperCase(), errorMessage: 'The cmdlet was not found.' },
      ],
    });
    const { results } = await run(beginRun(some, 'abcd1234', begin));
    expect(results.transportRules).toMatchObject({ state: 'failed', reason: 'notPermitted' });
    expect(results.dlpPolicies).toMatchObject({ state: 'failed', reason: 'couldNotCheck' });
    expect(results.remoteDomains).toMatchObject({ state: 'ok', value: [] });
  });

  it('takes no type for empty where an error names none, or the answer is about other types', async () => {
    for (const error of ['Something failed: Access Denied.', 'microsoft.intune.anything: Access Denied.']) {
      const unnamed = lab({ status: 'unknownFutureValue', errorDetails: [error] });
      const first = await unnamed.run(beginRun(some, 'abcd1234', begin));
      for (const name of some) expect(first.results[name]).toMatchObject({ state: 'failed', reason: 'couldNotCheck' });
    }

    const others = [{ resourceType: typeOf('labelPolicies'), properties: { Name: 'x' } }];
    const foreign = lab({ resources: others });
    const second = await foreign.run(beginRun(some, 'abcd1234', begin));
    for (const name of some) expect(second.results[name]).toMatchObject({ code: 'UnexpectedAnswer' });
    expect(second.results).not.toHaveProperty('labelPolicies');
  });

  it('fails every type of a job that failed, or that names no snapshot', async () => {
    for (const script of [{ status: 'failed' }, { location: ' ' }]) {
      const { results } = await lab(script).run(beginRun(some, 'abcd1234', begin));
      for (const name of some) expect(results[name]?.state).toBe('failed');
    }
  });

  it('finds the job by its name where the answer was lost, and creates no second', async () => {
    const { run, created, loseAnswers } = lab();
    loseAnswers(1);
    const end = await run(beginRun(some, 'abcd1234', begin));
    expect(created).toHaveLength(1);
    expect(end.results.dlpPolicies?.state).toBe('ok');
  });

  it('goes on after a crash at any point, with the same job', async () => {
    const whole = lab({ polls: 3 });
    await whole.run(beginRun(some, 'abcd1234', begin));
    const moments = whole.kept.length;
    for (let moment = 1; moment <= moments; moment += 1) {
      const { run, kept, created, open } = lab({ polls: 3 }, moment);
      await expect(run(beginRun(some, 'abcd1234', begin))).rejects.toThrow('crash');
      const last = kept.at(-1);
      if (last === undefined) throw new Error('nothing was kept');
      const end = await run(last);
      expect(created).toHaveLength(1);
      expect(end.results.dlpPolicies?.state).toBe('ok');
      // One that was read and not deleted yet is deleted by a later run.
      expect(open.size).toBeLessThanOrEqual(1);
    }
  });

  it('asks at growing intervals, and leaves what takes longer to later', async () => {
    const { run, waits } = lab({ polls: 6 });
    const unfinished = await run(beginRun(some, 'abcd1234', begin), 10_000);
    expect(isDone(unfinished)).toBe(false);
    expect(waits).toEqual([1000, 2000, 4000]);
    expect(isDone(await run(unfinished))).toBe(true);
  });

  it('gives a job up after 15 minutes, and deletes it', async () => {
    const { run, deleted } = lab({ polls: 1_000_000 });
    const { results } = await run(beginRun(some, 'abcd1234', begin));
    expect(results.dlpPolicies).toMatchObject({ code: 'SnapshotTimedOut' });
    expect(deleted).toEqual(['job-1']);
  });

  it('creates no job where other products have all 12, and deletes none of theirs', async () => {
    const { run, created, deleted } = lab({ others: 12 });
    const { results } = await run(beginRun(some, 'abcd1234', begin));
    expect(results.dlpPolicies).toMatchObject({ code: 'NoRoomForJob' });
    expect(created).toEqual([]);
    expect(deleted).toEqual([]);
  });
});

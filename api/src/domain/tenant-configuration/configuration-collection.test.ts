import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { beforeEach, describe, expect, it } from 'vitest';
import { configurationDatasets } from '../../audit/facts/tenant-configuration.ts';
import { type ConfigurationLab, openConfigurationLab } from './testing/configuration-lab.ts';

const good = goodProfile.id;
const weak = weakProfile.id;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const undocumented = ['externalInOutlook', 'presetPolicyRules'] as const;

describe('the configuration of a tenant', () => {
  let lab: ConfigurationLab;
  beforeEach(async () => {
    lab = await openConfigurationLab();
  });

  const kept = async (id = good) => {
    const found = await lab.configurations.read(await lab.tenantOf(id));
    if (!found) throw new Error('Nothing is kept');
    return found;
  };
  const progress = async (id = good) => lab.configurations.readProgress(await lab.tenantOf(id));
  /** Jobs of ours that Microsoft has. */
  async function jobs(id = good): Promise<string[]> {
    const snapshots = lab.snapshotsOf(await lab.tenantOf(id));
    return (await snapshots.jobs()).map((job) => (job as { displayName: string }).displayName);
  }
  const statesOf = (results: Awaited<ReturnType<ConfigurationLab['scan']>>) =>
    new Set(configurationDatasets.map((name) => results.get(name)?.state));

  it('is asked for by one of two workers that come at once, by one run', async () => {
    const [first, second] = await Promise.all([lab.scan(good), lab.scan(good)]);
    expect([statesOf(first), statesOf(second)]).toContainEqual(new Set(['ok']));
    // Where nothing was known yet, the other has to say so.
    expect([statesOf(first), statesOf(second)]).toContainEqual(new Set(['failed']));
    expect(lab.calls().creates).toBe(3);
    expect(await jobs()).toEqual([]);
  });

  it('comes from the last snapshot, with its date, where a scan does not wait; the message ends the new one', async () => {
    const first = await lab.scan(good);
    const readAt = first.get('transportRules')?.fetchedAt;
    lab.pass(dayMs);
    lab.cloud.configure(good, { seconds: 63 });
    const second = await lab.scan(good, lab.worker({ patienceMs: 0 }));
    expect(second.get('transportRules')).toMatchObject({ state: 'ok', fetchedAt: readAt });
    expect(lab.messages).toHaveLength(1);
    expect(await lab.deliver()).toBe(1);
    expect(await progress()).toBeNull();
    expect((await kept()).datasets.transportRules).toMatchObject({ state: 'ok' });
    expect(String((await kept()).datasets.transportRules?.fetchedAt) > String(readAt)).toBe(true);
    expect(await jobs()).toEqual([]);
  });

  it('plans a scan soon where the background brought something else, and none where it did not', async () => {
    const later = new Date(lab.now().getTime() + dayMs).toISOString();
    lab.cloud.configure(good, { polls: 2 });
    await lab.change(good, (tenant) => ({ ...tenant, nextScanAt: later }));
    await lab.scan(good, lab.worker({ patienceMs: 0 }));
    expect(await lab.deliver()).toBe(1);
    expect((await lab.tenantOf(good)).nextScanAt).toBe(lab.now().toISOString());
    lab.pass(dayMs);
    await lab.change(good, (tenant) => ({ ...tenant, nextScanAt: later }));
    await lab.scan(good, lab.worker({ patienceMs: 0 }));
    expect(await lab.deliver()).toBe(1);
    expect((await lab.tenantOf(good)).nextScanAt).toBe(later);
  });

  it('that the background brought is what the next scan judges: it asks for no other, and a re-check does', async () => {
    lab.cloud.configure(good, { seconds: 63 });
    await lab.scan(good);
    await lab.deliver();
    const { creates } = lab.calls();
    lab.pass(5 * minuteMs);
    const readAt = (await kept()).datasets.transportRules?.fetchedAt;
    expect((await lab.scan(good)).get('transportRules')).toMatchObject({ state: 'ok', fetchedAt: readAt });
    expect(lab.calls().creates).toBe(creates);
    expect(lab.messages).toEqual([]);
    lab.pass(60 * minuteMs);
    await lab.scan(good);
    expect(lab.calls().creates).toBeGreaterThan(creates);
  });

  it('goes on in the background where the scan that waits for it is stopped', async () => {
    lab.cloud.configure(good, { seconds: 63 });
    const stopped = lab.worker({
      beforeKeep() {
        if (lab.calls().polls > 2) throw new DOMException('The scan was canceled', 'AbortError');
      },
    });
    await expect(lab.scan(good, stopped)).rejects.toThrow('canceled');
    expect(lab.messages).toHaveLength(1);
    await lab.deliver();
    expect((await kept()).datasets.transportRules).toMatchObject({ state: 'ok' });
    expect(await jobs()).toEqual([]);
  });

  it('is finished once by a message that is delivered twice', async () => {
    lab.cloud.configure(good, { polls: 2 });
    await lab.scan(good, lab.worker({ patienceMs: 0 }));
    lab.messages.push(...lab.messages);
    expect(await lab.deliver()).toBe(2);
    const { usage, lastJob } = await kept();
    expect(usage.instances).toBe(lastJob?.instances);
    expect(lab.calls()).toMatchObject({ creates: 3, reads: 3, deletes: 3 });
  });

  it('survives the death of its worker at each step, without a second job and with nothing counted twice', async () => {
    let writes = 0;
    const counting = () => {
      writes += 1;
    };
    lab.cloud.configure(good, { polls: 1 });
    await lab.scan(good, lab.worker({ beforeKeep: counting }));
    const { instances } = (await kept()).usage;
    const steps = writes;
    expect(steps).toBeGreaterThan(8);
    for (let step = 1; step <= steps; step += 1) {
      lab = await openConfigurationLab();
      lab.cloud.configure(good, { polls: 1 });
      let written = 0;
      const dies = () => {
        written += 1;
        if (written === step) throw new Error('killed');
      };
      await expect(lab.scan(good, lab.worker({ beforeKeep: dies }))).rejects.toThrow('killed');
      const results = await lab.scan(good);
      expect(statesOf(results), `killed at ${step}`).toEqual(new Set(['ok']));
      expect((await kept()).usage.instances, `killed at ${step}`).toBe(instances);
      expect(lab.calls().creates, `killed at ${step}`).toBe(3);
      expect((await jobs()).length, `killed at ${step}`).toBeLessThanOrEqual(1);
    }
  });

  /** A worker whose process ends while it writes: it gives nothing back. @returns when it has come to that */
  const killed = async (scanId: string) => {
    const never = new Promise<void>(() => undefined);
    await new Promise<void>((resolve) => {
      const dies = () => {
        resolve();
        return never;
      };
      void lab.scan(good, lab.worker({ beforeKeep: dies }), configurationDatasets, scanId);
    });
  };

  it('goes on where a worker was killed with its lease, for the same scan at once', async () => {
    lab.cloud.configure(good, { polls: 1 });
    await killed('scan-1');
    const results = await lab.scan(good, lab.worker(), configurationDatasets, 'scan-1');
    expect(statesOf(results)).toEqual(new Set(['ok']));
    expect(lab.messages).toEqual([]);
    expect((await jobs()).length).toBeLessThanOrEqual(1);
  });

  it('goes on where a worker was killed with its lease, for another scan once the lease has run out', async () => {
    await killed('scan-1');
    const other = await lab.scan(good, lab.worker(), configurationDatasets, 'scan-2');
    expect(statesOf(other)).not.toContain('ok');
    const [message] = lab.messages;
    expect(message?.atMs).toBeGreaterThan(lab.now().getTime() + 60_000);
    await lab.deliver();
    expect(lab.messages).toEqual([]);
    expect(statesOf(await lab.scan(good))).toEqual(new Set(['ok']));
  });

  it('is not read of a tenant that is gone meanwhile, nor where it was switched off', async () => {
    lab.cloud.configure(good, { polls: null });
    await lab.scan(good, lab.worker({ patienceMs: 0 }));
    const [message] = lab.messages;
    const before = lab.sent.length;
    expect(await lab.deliver(lab.worker({ isOn: false }))).toBe(1);
    const off = await lab.scan(good, lab.worker({ isOn: false }));
    expect(off.get('dlpPolicies')).toMatchObject({ reason: 'notAvailable', code: 'SwitchedOff' });
    await lab.change(good, (tenant) => ({ ...tenant, offboardingSince: lab.now().toISOString() }));
    if (message) lab.messages.push(message);
    expect(await lab.deliver()).toBe(1);
    expect(lab.messages).toEqual([]);
    expect(lab.sent.length).toBe(before);
  });

  it('is written no more from the moment that its lease is gone, as when the tenant is erased', async () => {
    lab.cloud.configure(good, { polls: 3 });
    await lab.scan(good, lab.worker({ patienceMs: 0 }));
    let written = 0;
    const erases = () => {
      written += 1;
      if (written > 1) return;
      lab.leases.delete('leases', `${good}-configuration`);
      lab.files.clear();
    };
    await lab.deliver(lab.worker({ beforeKeep: erases }));
    // The one write that was under way.
    expect(written).toBe(1);
    expect(lab.messages).toEqual([]);
  });

  it('tells what this tenant’s Graph does not know as such, however the snapshot goes', async () => {
    await lab.scan(weak);
    lab.pass(dayMs);
    lab.cloud.configure(weak, { polls: 1 });
    await lab.scan(weak, lab.worker({ patienceMs: 0 }));
    // This one goes on with the run of the one before, which did not ask for these types.
    const results = await lab.scan(weak);
    for (const name of undocumented) expect(results.get(name)).toMatchObject({ code: 'UnsupportedType' });
    expect(results.get('transportRules')?.state).toBe('ok');
  });

  it('asks for a type that was refused again after a week, and not before', async () => {
    await lab.scan(weak);
    expect(lab.calls().creates).toBe(3);
    for (let day = 1; day < 7; day += 1) {
      lab.pass(dayMs);
      const results = await lab.scan(weak);
      expect(results.get('presetPolicyRules')).toMatchObject({ reason: 'notAvailable', code: 'UnsupportedType' });
    }
    expect(lab.calls().creates).toBe(3 + 6);
    lab.pass(dayMs);
    await lab.scan(weak);
    expect(lab.calls().creates).toBe(3 + 6 + 3);
  });

  it('asks for all by one job once each type has been read', async () => {
    await lab.scan(good);
    lab.pass(dayMs);
    const before = lab.calls();
    expect(statesOf(await lab.scan(good))).toEqual(new Set(['ok']));
    expect(lab.calls().creates - before.creates).toBe(1);
  });

  it('keeps to its share of the month, and goes on in the next', async () => {
    await lab.scan(good);
    const { usage, ...rest } = await kept();
    await lab.configurations.write(await lab.tenantOf(good), { ...rest, usage: { ...usage, instances: 12_000 } });
    lab.pass(dayMs);
    const before = lab.calls().creates;
    const results = await lab.scan(good);
    expect(lab.calls().creates).toBe(before);
    expect(results.get('transportRules')).toMatchObject({ state: 'ok' });
    expect((await kept()).usage.instances).toBe(12_000);
    lab.pass(30 * dayMs);
    await lab.scan(good);
    expect((await kept()).usage).toMatchObject({ month: '2026-12', instances: usage.instances });
  });

  it('calls no type unsupported where others have used up the month, nor goes on asking', async () => {
    lab.cloud.configure(good, { otherInstances: 19_990 });
    const results = await lab.scan(good);
    for (const [name, result] of results)
      expect(result.state === 'ok' || ('reason' in result && result.reason === 'couldNotCheck'), name).toBe(true);
    expect((await kept()).refusedTypes).toEqual({});
    expect(lab.calls().creates).toBe(1);
  });

  it('is given up after 15 minutes where it hangs: what was known stays, and counts as often as it was taken', async () => {
    await lab.scan(good);
    const { usage } = await kept();
    lab.pass(8 * dayMs);
    lab.cloud.configure(good, { polls: null });
    const startedMs = lab.now().getTime();
    const results = await lab.scan(good);
    expect(statesOf(results)).toEqual(new Set(['ok']));
    await lab.deliver();
    expect(lab.now().getTime() - startedMs).toBeGreaterThanOrEqual(15 * minuteMs);
    expect(lab.now().getTime() - startedMs).toBeLessThan(17 * minuteMs);
    const after = await kept();
    expect(after.lastJob?.status).toBe('failed');
    expect(after.datasets.transportRules?.state).toBe('ok');
    expect(after.usage.instances).toBe(2 * usage.instances);
    expect(await jobs()).toEqual([]);
    expect(await progress()).toBeNull();
  });

  it('counts a run that nobody finished, and deletes its jobs by name and age, and nobody else’s', async () => {
    await lab.scan(good);
    const { usage } = await kept();
    lab.cloud.configure(good, { polls: null, otherJobs: 3 });
    await lab.scan(good, lab.worker({ patienceMs: 0 }));
    lab.messages.length = 0;
    const snapshots = lab.snapshotsOf(await lab.tenantOf(good));
    await snapshots.create('Tenantry audit', ['microsoft.teams.meetingpolicy']);
    lab.pass(31 * minuteMs);
    // Of another installation, just begun.
    await snapshots.create('Tenantry young00000 1', ['microsoft.teams.meetingpolicy']);
    lab.cloud.configure(good, { polls: 0 });
    expect(statesOf(await lab.scan(good))).toEqual(new Set(['ok']));
    // Its three shared mailboxes were taken once.
    expect((await kept()).usage.instances).toBe(3 * usage.instances - 2 * 3);
    const left = await jobs();
    expect(left.filter((name) => name.startsWith('Backup'))).toHaveLength(3);
    expect(left.filter((name) => !name.startsWith('Backup'))).toEqual(['Tenantry audit', 'Tenantry young00000 1']);
  });

  it('sends nothing to another host than the one that was asked', async () => {
    await lab.scan(good);
    const { usage } = await kept();
    lab.pass(8 * dayMs);
    lab.cloud.configure(good, { resourceLocation: 'https://graph.example/v1.0/snapshots' });
    const results = await lab.scan(good);
    expect(results.get('transportRules')).toMatchObject({ state: 'failed', code: 'ForeignNextLink' });
    expect(lab.sent.filter(({ host }) => host.endsWith('graph.example'))).toEqual([]);
    expect(await jobs()).toEqual([]);
    expect((await kept()).datasets.transportRules?.state).toBe('ok');
    expect((await kept()).usage.instances).toBe(2 * usage.instances);
  });
});

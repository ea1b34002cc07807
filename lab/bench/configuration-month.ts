import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import type { TenantProfile } from '@tenantry/simulator/tenant-profile';
import {
  type ConfigurationLab,
  openConfigurationLab,
  type SnapshotCalls,
} from '../../api/src/domain/tenant-configuration/testing/configuration-lab.ts';

const days = 30;
const dayMs = 86_400_000;
const sharePercent = 60;

/** A month of daily scans. */
export type Month = {
  name: string;
  /** Of the snapshot of all types. */
  instancesAtOnce: number;
  instances: number;
  /** Days on which something was read at all, and its shared mailboxes. */
  daysRead: number;
  daysOfMailboxes: number;
  /** The longest that settings were old, in days. */
  oldestDays: number;
  calls: SnapshotCalls;
};

/** With so many transport rules and shared mailboxes beside what it has. */
export const withSettings = (base: TenantProfile, rules: number, mailboxes: number): TenantProfile => ({
  ...base,
  configuration: {
    ...base.configuration,
    instances: (references) => {
      const all = base.configuration.instances(references);
      const rule = (index: number) => ({ Name: `Rule ${index}`, Enabled: false, Mode: 'Enforce', Priority: index });
      const mailbox = (index: number) => ({ Identity: `m${index}`, PrimarySMTPAddress: `m${index}@${base.domain}` });
      return {
        ...all,
        'microsoft.exchange.transportrule': Array.from({ length: rules }, (_, index) => rule(index)),
        'microsoft.exchange.sharedmailbox': Array.from({ length: mailboxes }, (_, index) => mailbox(index)),
      };
    },
  },
});

const extractedOf = (lab: ConfigurationLab, id: string) =>
  Object.values(lab.cloud.configurationOf(id)?.extracted ?? {}).reduce((sum, one) => sum + one, 0);

/** Scans of 30 days from the first of a month, by a moved clock. @throws Error where what we count is not what Microsoft counts */
export async function monthOf(name: string, profile: TenantProfile): Promise<Month> {
  const lab = await openConfigurationLab({
    tenants: [profile],
    startMs: Date.parse('2026-11-01T03:00:00Z'),
    sharePercent,
  });
  const month: Month = {
    ...{ name, instancesAtOnce: 0, instances: 0, daysRead: 0, daysOfMailboxes: 0, oldestDays: 0 },
    calls: lab.calls(),
  };
  let lastReadMs = lab.now().getTime();
  for (let day = 0; day < days; day += 1) {
    const startedMs = lab.now().getTime();
    const before = extractedOf(lab, profile.id);
    const results = await lab.scan(profile.id);
    await lab.deliver();
    if (day === 0) month.instancesAtOnce = extractedOf(lab, profile.id);
    const readNow = (at: string | undefined) => at !== undefined && Date.parse(at) >= startedMs;
    if (extractedOf(lab, profile.id) > before) {
      month.daysRead += 1;
      lastReadMs = startedMs;
    }
    if (readNow(results.get('sharedMailboxes')?.fetchedAt) && results.get('sharedMailboxes')?.state === 'ok')
      month.daysOfMailboxes += 1;
    month.oldestDays = Math.max(month.oldestDays, (startedMs - lastReadMs) / dayMs);
    lab.pass(startedMs + dayMs - lab.now().getTime());
  }
  const counted = (await lab.configurations.read(await lab.tenantOf(profile.id)))?.usage.instances ?? 0;
  month.instances = extractedOf(lab, profile.id);
  if (counted !== month.instances) throw new Error(`${name}: ${counted} instances counted, ${month.instances} taken`);
  return { ...month, calls: lab.calls() };
}

/** What a snapshot asks that takes so long, in the scan that waits for it and in the background after. */
export type SlowJob = {
  seconds: number;
  kind: 'first' | 'later';
  scan: SnapshotCalls;
  background: SnapshotCalls;
  waitedSeconds: number;
  messages: number;
  readyAfterSeconds: number;
};

const minus = (a: SnapshotCalls, b: SnapshotCalls): SnapshotCalls => ({
  principal: a.principal - b.principal,
  lists: a.lists - b.lists,
  creates: a.creates - b.creates,
  polls: a.polls - b.polls,
  reads: a.reads - b.reads,
  deletes: a.deletes - b.deletes,
});

async function slowScan(lab: ConfigurationLab, seconds: number, kind: SlowJob['kind']): Promise<SlowJob> {
  const startedMs = lab.now().getTime();
  const before = lab.calls();
  await lab.scan(goodProfile.id);
  const scan = lab.calls();
  const waitedSeconds = (lab.now().getTime() - startedMs) / 1000;
  const messages = await lab.deliver();
  const readyAfterSeconds = (lab.now().getTime() - startedMs) / 1000;
  return {
    seconds,
    kind,
    scan: minus(scan, before),
    background: minus(lab.calls(), scan),
    waitedSeconds,
    messages,
    readyAfterSeconds,
  };
}

/** The first snapshot of a tenant, and that of the next day. */
export async function slowJobs(seconds: number): Promise<SlowJob[]> {
  const lab = await openConfigurationLab({ tenants: [goodProfile] });
  lab.cloud.configure(goodProfile.id, { seconds });
  const first = await slowScan(lab, seconds, 'first');
  lab.pass(dayMs);
  return [first, await slowScan(lab, seconds, 'later')];
}

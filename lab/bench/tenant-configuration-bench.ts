import { goodProfile } from '@tenantry/simulator/profiles/good-profile';
import { monthlyInstances } from '../../api/src/audit/collect/tenant-configuration/snapshot-plan.ts';
import type { SnapshotCalls } from '../../api/src/domain/tenant-configuration/testing/configuration-lab.ts';
import type { Size } from './bench-arguments.ts';
import { type Month, monthOf, type SlowJob, slowJobs, withSettings } from './configuration-month.ts';
import { configuredTenants, scansWithSnapshots, type TenantScans } from './configuration-scans.ts';
import { figure, median, type Section, type Table } from './table.ts';

/** Settings of a tenant that has very many of them, and shared mailboxes. */
const many: Readonly<Record<Size, readonly [rules: number, mailboxes: number][]>> = {
  usual: [
    [600, 0],
    [3000, 0],
    [13_000, 0],
    [100, 4000],
  ],
  smallest: [[600, 0]],
};
/** How long the jobs of a tenant take. */
const jobSeconds = { usual: [0, 63, 480], smallest: [63] } as const;

const total = (calls: SnapshotCalls) => Object.values(calls).reduce((sum, one) => sum + one, 0);

function scanTable(tenants: readonly TenantScans[]): Table {
  const rows = tenants.map(({ domain, users, first, pairs }) => {
    const of = (value: (pair: TenantScans['pairs'][number]) => number) => median(pairs.map(value));
    const ratios = pairs.map(({ on, off }) => on.seconds / off.seconds);
    return [
      domain,
      figure(users),
      figure(of(({ off }) => off.calls)),
      figure(first.calls),
      figure(of(({ on }) => on.calls)),
      figure(of(({ on, off }) => on.calls - off.calls)),
      `${figure(of(({ on, off }) => on.batches - off.batches))} (${figure(of(({ on, off }) => on.lookUps - off.lookUps))})`,
      figure(
        of(({ off }) => off.seconds),
        2,
      ),
      figure(
        of(({ on, off }) => on.seconds - off.seconds),
        2,
      ),
      `${figure(median(ratios), 2)} ×`,
      `${figure(Math.min(...ratios), 2)}–${figure(Math.max(...ratios), 2)}`,
    ];
  });
  const columns = [
    'tenant',
    'users',
    'calls, off',
    'first',
    'daily',
    'added',
    'of these look-ups',
    'off s',
    'added s',
    'ratio',
    'of runs',
  ];
  return { columns, rows };
}

function monthTable(months: readonly Month[]): Table {
  const rows = months.map((month) => [
    month.name,
    figure(month.instancesAtOnce),
    figure(month.instances),
    figure(month.daysRead),
    figure(month.daysOfMailboxes),
    figure(month.oldestDays),
    figure(total(month.calls)),
  ]);
  const columns = [
    '30 days of daily scans',
    'instances, all',
    'in the month',
    'days read',
    'mailboxes',
    'oldest, days',
    'calls',
  ];
  return { columns, rows };
}

function slowTable(jobs: readonly SlowJob[]): Table {
  const rows = jobs.map(({ seconds, kind, scan, background, waitedSeconds, messages, readyAfterSeconds }) => [
    `${figure(seconds)} s, ${kind}`,
    figure(scan.creates),
    figure(scan.polls),
    figure(total(scan)),
    figure(waitedSeconds),
    figure(messages),
    figure(background.polls),
    figure(total(background)),
    figure(readyAfterSeconds),
  ]);
  const columns = [
    'a job takes',
    'jobs',
    'polls, scan',
    'calls, scan',
    'waited s',
    'messages',
    'polls, later',
    'calls, later',
    'ready after s',
  ];
  return { columns, rows };
}

/** What snapshots of tenant configuration cost. @throws Error where a scan fails */
export async function benchTenantConfiguration({
  size,
  say,
}: {
  size: Size;
  say(line: string): void;
}): Promise<Section> {
  const tenants = await scansWithSnapshots(size, say);
  const months: Month[] = [];
  for (const profile of configuredTenants(size)) {
    say(`tenant-configuration: a month of ${profile.domain}`);
    months.push(await monthOf(profile.domain, profile));
  }
  for (const [rules, mailboxes] of many[size]) {
    const name = `${figure(rules)} rules, ${figure(mailboxes)} mailboxes`;
    say(`tenant-configuration: a month of a tenant with ${name}`);
    months.push(await monthOf(name, withSettings(goodProfile, rules, mailboxes)));
  }
  const slow: SlowJob[] = [];
  for (const seconds of jobSeconds[size]) slow.push(...(await slowJobs(seconds)));
  return {
    title: 'Snapshots of tenant configuration beside the same scan without (TENANT_CONFIGURATION=off)',
    tables: [scanTable(tenants), monthTable(months), slowTable(slow)],
    notes: [
      `Medians of ${tenants[0]?.pairs.length} pairs of neighbors, warm, with storage; a $batch is one call, in brackets the look-ups inside. The simulator takes a snapshot at once.`,
      `Share of an installation ${figure(monthlyInstances * 0.6)} of Microsoft's ${figure(monthlyInstances)} instances a month. Instances are the simulator's count, which ours has to equal.`,
    ],
    data: { tenants, months, slow },
  };
}

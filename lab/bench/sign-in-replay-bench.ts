import { join } from 'node:path';
import { maxAccounts, maxClasses } from '../../api/src/audit/collect/reduce/sign-in-classes.ts';
import type { Size } from './bench-arguments.ts';
import { runChild } from './child-process.ts';
import type { ReplayJob, ReplayMeasured } from './sign-in-replay-job.ts';
import { figure, type Section } from './table.ts';

const child = join(import.meta.dirname, 'sign-in-replay-child.ts');

const sizes = {
  usual: {
    signIns: [500_000, 5_000_000],
    accounts: 5_000,
    policyCount: 30,
    room: { classes: maxClasses, accounts: maxAccounts },
  },
  smallest: { signIns: [2_000, 4_000], accounts: 40, policyCount: 5, room: { classes: 200, accounts: 100 } },
} as const;

/** The live heap at the last size beside that at the first; null where no full collection ran. */
function growth(runs: readonly ReplayMeasured[]): number | null {
  const [first, last] = [runs[0]?.liveHeapMb ?? null, runs.at(-1)?.liveHeapMb ?? null];
  return first === null || last === null ? null : last / first;
}

/**
 * Pages of a sign-in log, made one after another as Graph sends them, into classes, and these replayed under two sets of policies. Each
 * number of sign-ins in a process of its own, far more classes than there is room for.
 */
export async function benchSignInReplay({ size, say }: { size: Size; say(line: string): void }): Promise<Section> {
  const { signIns: counts, ...job } = sizes[size];
  const runs: ReplayMeasured[] = [];
  for (const signIns of counts) {
    say(`sign-in replay: ${figure(signIns)} sign-ins`);
    const asked: ReplayJob = { signIns, ...job };
    runs.push(await runChild<ReplayMeasured>([child, JSON.stringify(asked)]));
  }
  const grown = growth(runs);
  return {
    title: 'Sign-ins replayed (aim: no more memory for more sign-ins)',
    tables: [
      {
        columns: [
          'sign-ins',
          'read s',
          'floor s',
          'ratio',
          'replay s',
          'classes',
          'folded',
          'kept KB',
          'live MB',
          'peak MB',
        ],
        rows: runs.map((run) => [
          figure(run.signIns),
          figure((run.parseMs + run.reduceMs) / 1000, 2),
          figure(run.parseMs / 1000, 2),
          `${figure((run.parseMs + run.reduceMs) / run.parseMs, 2)} ×`,
          figure(run.replayMs / 1000, 2),
          figure(run.classes),
          figure(run.folded),
          figure(run.keptBytes / 1000),
          run.liveHeapMb === null ? 'not collected' : figure(run.liveHeapMb),
          figure(run.peakRssMb),
        ]),
      },
    ],
    notes: [
      `Floor: JSON.parse of the same pages. ${job.policyCount} policies in each set, ${figure(job.accounts)} accounts.`,
      ...(grown === null ? [] : [`Live heap of the most sign-ins: ${figure(grown, 2)} × that of the fewest.`]),
    ],
    data: { runs },
  };
}

import type { ConfigurationSnapshots } from '../../ports/configuration-snapshots.ts';
import { GraphError, type GraphFailure } from '../../ports/graph.ts';

/** How Microsoft's service behaves in a test. */
export type SnapshotScript = {
  /** Types that make a job refused as a whole. */
  unknownTypes?: readonly string[];
  /** Instances of each type: their properties. */
  instances?: Readonly<Record<string, readonly object[]>>;
  errorDetails?: readonly unknown[];
  status?: string;
  /** After so many questions a job is finished. */
  polls?: number;
  /** Jobs of other products. */
  others?: number;
  /** Told in place of the snapshot's own resources. */
  resources?: unknown;
  location?: string;
  /** Why a job is not created: the number of the request, from 1, and its types. */
  refuses?(request: number, types: readonly string[]): GraphFailure | null;
  /** Every job is created, and its answer names none. */
  namesNoId?: boolean;
  /** A job is neither told nor listed before it was asked for so many times. */
  unseen?: number;
  /** Jobs of a run that died, an hour old. */
  leftOver?: number;
  /** Deleting the jobs whose id begins so fails, with this status. */
  keeps?: { ids: string; status: number };
  /** The list of jobs fails from this question on, for so many times. */
  listFails?: { from: number; times: number };
};

type Job = { id: string; displayName: string; types: readonly string[]; polls: number; asked: number };

/** Microsoft's service in memory, as far as a course over it needs one. The simulator is the whole of it. */
export function scriptedSnapshots(script: SnapshotScript = {}) {
  const jobs = new Map<string, Job>();
  const created: string[][] = [];
  const deleted: string[] = [];
  let calls = 0;
  let lostAnswers = 0;
  let lists = 0;
  const isUnseen = (job: Job) => {
    job.asked += 1;
    return job.asked <= (script.unseen ?? 0);
  };
  const body = ({ id, displayName, types, polls }: Job) => ({
    id,
    displayName,
    resources: types,
    status: polls < (script.polls ?? 0) ? 'running' : (script.status ?? 'succeeded'),
    createdDateTime: '2026-11-24T00:00:00Z',
    resourceLocation: script.location ?? `https://graph.microsoft.com/v1.0/snapshots/of-${id}`,
    errorDetails: script.errorDetails ?? [],
  });
  const snapshots: ConfigurationSnapshots = {
    async create(displayName, types) {
      calls += 1;
      created.push([...types]);
      if (types.some((type) => script.unknownTypes?.includes(type)))
        throw new GraphError({ status: 400, code: 'BadRequest', message: 'A resource type is not supported.' });
      const refusal = script.refuses?.(created.length, types) ?? null;
      if (refusal !== null) throw new GraphError(refusal);
      const job: Job = { id: `job-${created.length}`, displayName, types, polls: 0, asked: 0 };
      jobs.set(job.id, job);
      if (lostAnswers > 0) {
        lostAnswers -= 1;
        throw new GraphError({ status: 0, code: 'ECONNRESET', message: 'The connection was reset.' });
      }
      return script.namesNoId ? {} : body(job);
    },
    async jobs() {
      calls += 1;
      lists += 1;
      const { from = 0, times = 0 } = script.listFails ?? {};
      if (lists >= from && lists < from + times)
        throw new GraphError({ status: 503, code: 'ServiceUnavailable', message: 'Later.' });
      const old = Array.from({ length: script.leftOver ?? 0 }, (_, i) => ({
        id: `old-${i}`,
        displayName: `Tenantry deadbeef ${i + 1}`,
        createdDateTime: '2026-11-24T00:00:00Z',
      })).filter(({ id }) => !deleted.includes(id));
      const others = Array.from({ length: script.others ?? 0 }, (_, i) => ({
        id: `other-${i}`,
        displayName: `Backup ${i}`,
      }));
      return [...others, ...old, ...[...jobs.values()].filter((job) => !isUnseen(job)).map(body)];
    },
    async job(id) {
      calls += 1;
      const job = jobs.get(id);
      if (!job || isUnseen(job)) return null;
      const told = body(job);
      job.polls += 1;
      return told;
    },
    async snapshot(location) {
      calls += 1;
      const job = jobs.get(location.split('/of-')[1] ?? '');
      if (!job) throw new GraphError({ status: 404, code: 'NotFound', message: 'There is no such snapshot.' });
      const resources = job.types.flatMap((type) =>
        (script.instances?.[type] ?? []).map((properties) => ({ displayName: 'x', resourceType: type, properties })),
      );
      return { resources: script.resources ?? resources };
    },
    async delete(id) {
      calls += 1;
      if (script.keeps && id.startsWith(script.keeps.ids))
        throw new GraphError({ status: script.keeps.status, code: 'Forbidden', message: 'It cannot be deleted.' });
      deleted.push(id);
      jobs.delete(id);
    },
    get calls() {
      return calls;
    },
  };
  return {
    snapshots,
    created,
    deleted,
    open: jobs,
    /** The next jobs are created, and the answers get lost. */
    loseAnswers(count: number) {
      lostAnswers = count;
    },
  };
}

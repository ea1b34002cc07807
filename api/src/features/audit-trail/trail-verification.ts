import type { TrailState, TrailVerification } from '@tenantry/contract/audit-trail';
import { notVerified, openResult, sealResult, trailBegan } from '../../domain/audit-trail/trail-result.ts';
import { type VerifyDependencies, verifyTrail } from '../../domain/audit-trail/verify-trail.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { createOnce, update } from '../../ports/collection.ts';
import type { SystemConfigStore, TrailVerificationRecord } from '../../store/system-config.ts';

type Dependencies = VerifyDependencies &
  Pick<CommonParts, 'queue' | 'log'> & {
    systemConfig: Pick<SystemConfigStore, 'trailVerification'>;
  };

const id = 'trail-verification';
const empty: TrailVerificationRecord = { id, key: 'trail-verification', run: null, result: '', seal: '', endedAt: '' };

const dayMs = 24 * 3_600_000;
/** After one that came to nothing. */
const retriedAfterMs = 10 * 60_000;
/** A verification of which nothing was heard for so long has died, or its message is lost. */
const diedAfterMs = 5 * 60_000;
const heartbeatMs = 15_000;
/** A worker's message is stopped without a word after ten minutes (`functionTimeout` in host.json). */
const workedAtMostMs = 9 * 60_000;
const overdueAfterMs = 36 * 3_600_000;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** What every administrator has to know of the trail, in a sentence; null where all is well. */
export type TrailNotice = { status: 'broken' | 'notVerified' | 'overdue'; message: string };

function noticeOf({ last, isOverdue }: TrailState): TrailNotice | null {
  const [first] = last?.problems ?? [];
  if (last?.status === 'broken') {
    return { status: 'broken', message: `First broken: ${first?.record ?? 'unknown'}. ${first?.message ?? ''}`.trim() };
  }
  if (last?.status === 'notVerified') return { status: 'notVerified', message: last.reason ?? 'Nobody knows why.' };
  if (!isOverdue) return null;
  return { status: 'overdue', message: 'It is verified once a day, and has not been for longer.' };
}

/**
 * Verifies the audit trail once a day, and when an administrator asks: by a worker of the queue, one at a time whoever asks
 * and however often. The result is kept under the trail's key.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: To be flattened.
export function createTrailVerification(dependencies: Dependencies) {
  const { systemConfig, queue, clock, log } = dependencies;
  const records = systemConfig.trailVerification;
  const ageMs = (instant: string) => clock.now().getTime() - Date.parse(instant);
  // Nothing was heard in the future, whatever is stored.
  const isAlive = (run: TrailVerificationRecord['run']) => run !== null && Math.abs(ageMs(run.heardAt)) < diedAfterMs;
  const read = async () => (await records.get(id))?.value ?? empty;
  const lastOf = (record: TrailVerificationRecord) => openResult(dependencies, record, clock.now());

  async function overdue(last: TrailVerification | null): Promise<boolean> {
    if (last?.status === 'notVerified') return false;
    const since = last?.verifiedAt ?? (await trailBegan(dependencies));
    return since !== null && ageMs(since) > overdueAfterMs;
  }

  async function stateOf(record: TrailVerificationRecord): Promise<TrailState> {
    const { run } = record;
    const last = await lastOf(record);
    const running = run && isAlive(run) ? run : null;
    return {
      last,
      running: running && {
        requestedBy: running.requestedBy,
        requestedAt: running.requestedAt,
        entries: running.entries,
      },
      isOverdue: await overdue(last),
    };
  }

  /** Asks for a verification; while one runs, that is the one. */
  async function request(requestedBy: string): Promise<TrailState> {
    const at = clock.now().toISOString();
    const run = { id: crypto.randomUUID(), requestedBy, requestedAt: at, holder: null, heardAt: at, entries: 0 };
    await createOnce(records, empty);
    const after = await update(records, id, (current) => (isAlive(current.run) ? current : { ...current, run }));
    if (after?.run?.id === run.id) await queue.send('upkeep', { kind: 'verify-trail', runId: run.id });
    return stateOf(after ?? empty);
  }

  /** @returns whether the run is ours: delivered twice, one of its messages works it */
  async function claim(runId: string, holder: string): Promise<boolean> {
    const claimed = await update(records, id, (current) => {
      const { run } = current;
      if (run?.id !== runId || (run.holder !== null && isAlive(run))) return current;
      return { ...current, run: { ...run, holder, heardAt: clock.now().toISOString() } };
    });
    return claimed?.run?.holder === holder;
  }

  async function verified(holder: string): Promise<TrailVerification> {
    const startedMs = clock.now().getTime();
    let toldMs = startedMs;
    const onProgress = async (entries: number) => {
      if (clock.now().getTime() - startedMs > workedAtMostMs) {
        throw new Error(
          `it takes longer than the ${workedAtMostMs / 60_000} minutes that it has here, and came to ${entries} entries. Run npm run verify-trail on the command line, which has no such limit.`,
        );
      }
      if (clock.now().getTime() - toldMs < heartbeatMs) return;
      toldMs = clock.now().getTime();
      await update(records, id, (current) =>
        current.run?.holder === holder
          ? { ...current, run: { ...current.run, entries, heardAt: clock.now().toISOString() } }
          : current,
      );
    };
    try {
      return await verifyTrail(dependencies, { onProgress });
    } catch (error) {
      return notVerified(`It could not be read: ${messageOf(error)}`, clock.now().toISOString());
    }
  }

  function tell({ status, reason, problems, problemCount }: TrailVerification): void {
    const [first] = problems;
    if (status === 'broken' && first) {
      const { record: entryId, at } = first;
      log('The audit trail is broken', {
        ...(entryId ? { entryId } : {}),
        ...(at ? { at } : {}),
        count: problemCount,
      });
    } else if (status !== 'whole') log('The audit trail could not be verified', { reason: reason ?? '' });
  }

  return {
    state: async (): Promise<TrailState> => stateOf(await read()),
    request,

    /** Asks for one where none has ended for a day; after one that came to nothing, for some minutes; and where one died. */
    async requestWhereDue(): Promise<boolean> {
      const record = await read();
      if (isAlive(record.run)) return false;
      if (record.run !== null) {
        log('The verification of the audit trail is repeated', { runId: record.run.id, at: record.run.heardAt });
        await request(record.run.requestedBy);
        return true;
      }
      const last = await lastOf(record);
      // What another hand may have written is no reason to wait for long.
      const age = last?.status === 'notVerified' ? ageMs(record.endedAt) : ageMs(last?.verifiedAt ?? '');
      if (age >= 0 && age < (last?.status === 'notVerified' ? retriedAfterMs : dayMs)) return false;
      await request('system');
      return true;
    },

    /** Works one message of the queue. */
    async work(runId: string): Promise<void> {
      const holder = crypto.randomUUID();
      if (!(await claim(runId, holder))) return;
      const result = await verified(holder);
      const kept = await sealResult(dependencies, result);
      await update(records, id, (current) =>
        current.run?.holder === holder
          ? { ...current, ...kept, endedAt: clock.now().toISOString(), run: null }
          : current,
      );
      tell(result);
    },

    /** The same at once and without keeping the result: for the command line. @throws where it cannot be read */
    verifyNow: (): Promise<TrailVerification> => verifyTrail(dependencies),

    notice: async (): Promise<TrailNotice | null> => noticeOf(await stateOf(await read())),

    /** 1 where the trail was found broken, 0 where it is whole; null where that is not known. */
    async brokenFigure(): Promise<number | null> {
      const last = await lastOf(await read());
      return last === null || last.status === 'notVerified' ? null : Number(last.status === 'broken');
    },
  };
}

export type TrailVerificationService = ReturnType<typeof createTrailVerification>;

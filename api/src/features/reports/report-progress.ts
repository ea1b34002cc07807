import type { Clock } from '../../ports/clock.ts';
import { type Collection, update } from '../../ports/collection.ts';
import type { Log } from '../../ports/telemetry.ts';
import { hasEnded, type ReportRecord } from '../../store/reports.ts';

type ReportCourse = Pick<ReportRecord, 'progress' | 'step'>;

const noteEveryMs = 2_000;

/** Tells on its record how far a report is: each phase at once, and every few seconds that somebody is still at it. */
export function followed(
  reports: Collection<ReportRecord>,
  reportId: string,
  { clock, log }: { clock: Clock; log: Log },
) {
  let noted: Partial<ReportCourse> = {};
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const heardAt = clock.now().toISOString();
    await update(reports, reportId, (current) => (hasEnded(current) ? current : { ...current, ...noted, heardAt }));
  }
  const timer = setInterval(() => {
    writing = writing.then(write).catch((error) => log('The progress of a report was not noted', { reportId, error }));
  }, noteEveryMs);

  return {
    async tell(course: ReportCourse): Promise<void> {
      noted = course;
      await writing;
      await write();
    },

    /** From here on nothing more is written. May be called twice. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await writing;
    },
  };
}

import { AppError } from '../../http/app-error.ts';
import type { ReportModel } from './report-model.ts';
import type { ReportRenderer } from './report-renderer.ts';

const maxQueued = 10;
const maxPerUser = 2;

export type ReportQueue = {
  /**
   * The report's bytes. Requests for the same report at once share one rendering.
   * @param key what is reported: the same key means the same report
   * @throws AppError TOO_MANY_ATTEMPTS, UNAVAILABLE where too many reports wait
   */
  render(key: string, userId: string, model: () => Promise<ReportModel>): Promise<Uint8Array>;
};

/** Keeps one impatient or hostile user from taking the only renderer from everyone else. */
export function createReportQueue(renderer: Pick<ReportRenderer, 'render'>): ReportQueue {
  const queued = new Map<string, { userId: string; bytes: Promise<Uint8Array> }>();
  return {
    render(key, userId, model) {
      const same = queued.get(key);
      if (same) return same.bytes;
      const own = [...queued.values()].filter((one) => one.userId === userId).length;
      if (own >= maxPerUser) {
        throw new AppError(
          'TOO_MANY_ATTEMPTS',
          'Two of your reports are already being generated. Try again when they are ready.',
          {
            retryAfterSeconds: 10,
          },
        );
      }
      if (queued.size >= maxQueued) {
        throw new AppError('UNAVAILABLE', 'Many reports are being generated. Try again in half a minute.', {
          retryAfterSeconds: 30,
        });
      }
      const bytes = model()
        .then((ready) => renderer.render(ready))
        .finally(() => queued.delete(key));
      queued.set(key, { userId, bytes });
      return bytes;
    },
  };
}

import { AppError } from '../../http/app-error.ts';
import type { ReportModel } from './report-model.ts';
import type { ReportRenderer } from './report-renderer.ts';

const maxWaiting = 10;
const maxPerUser = 2;

export type ReportDesk = {
  /**
   * The report's bytes. Requests for the same report at once share one rendering.
   * @param key what is reported: the same key means the same report
   * @throws AppError TOO_MANY_ATTEMPTS, UNAVAILABLE where too many reports wait
   */
  make(key: string, userId: string, model: () => Promise<ReportModel>): Promise<Uint8Array>;
};

/** Keeps one impatient or hostile user from taking the only renderer from everyone else. */
export function createReportDesk(renderer: Pick<ReportRenderer, 'render'>): ReportDesk {
  const inHand = new Map<string, { userId: string; bytes: Promise<Uint8Array> }>();
  return {
    make(key, userId, model) {
      const present = inHand.get(key);
      if (present) return present.bytes;
      const own = [...inHand.values()].filter((one) => one.userId === userId).length;
      if (own >= maxPerUser) {
        throw new AppError('TOO_MANY_ATTEMPTS', 'Two of your reports are being made. Try again when they are there.', {
          retryAfterSeconds: 10,
        });
      }
      if (inHand.size >= maxWaiting) {
        throw new AppError('UNAVAILABLE', 'Many reports are being made just now. Try again in half a minute.', {
          retryAfterSeconds: 30,
        });
      }
      const bytes = model()
        .then((ready) => renderer.render(ready))
        .finally(() => inHand.delete(key));
      inHand.set(key, { userId, bytes });
      return bytes;
    },
  };
}

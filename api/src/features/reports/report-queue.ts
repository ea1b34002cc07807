import { AppError } from '../../http/app-error.ts';
import type { QuestionnaireModel } from './questionnaire/questionnaire-model.ts';
import type { ReportModel } from './report-model.ts';
import type { ReportRenderer } from './report-renderer.ts';

const maxUnderWay = 10;
const maxPerUser = 2;
/** The contacts of all clients together: whatever they ask for, the staff can print. */
const maxOfClients = 4;

/** For whom something is printed. */
export type Requester = { userId: string; isClient: boolean };

export type ReportQueue = {
  /**
   * The report's bytes. Requests for the same report at once share one rendering.
   * @param key what is reported: the same key means the same report
   * @throws AppError TOO_MANY_ATTEMPTS, UNAVAILABLE where too many reports wait
   */
  render(key: string, userId: string, model: () => Promise<ReportModel>): Promise<Uint8Array>;
  /** The same of a question set: no two requests share one, since what two readers of it see differs. */
  renderQuestionnaire(requester: Requester, model: () => Promise<QuestionnaireModel>): Promise<Uint8Array>;
  /** The bytes of a report that was let in when it was asked for. */
  renderJob(model: ReportModel): Promise<Uint8Array>;
};

export const tooManyOfUser = () =>
  new AppError('TOO_MANY_ATTEMPTS', 'Two of your reports are already being generated. Try again when they are ready.', {
    retryAfterSeconds: 10,
  });

/**
 * Keeps one impatient or hostile user from taking the only renderer from everyone else. `own` and `all`: how many are under way.
 * @throws AppError TOO_MANY_ATTEMPTS, UNAVAILABLE
 */
export function refuseTooMany({ own, all }: { own: number; all: number }): void {
  if (own >= maxPerUser) throw tooManyOfUser();
  if (all >= maxUnderWay) throw tooMany();
}

const tooMany = () =>
  new AppError('UNAVAILABLE', 'Many reports are being generated. Try again in half a minute.', {
    retryAfterSeconds: 30,
  });

/** Hands reports to the renderer: those of a download within bounds, those of jobs as they come. */
export function createReportQueue(renderer: Pick<ReportRenderer, 'render' | 'renderQuestionnaire'>): ReportQueue {
  const queued = new Map<string, Requester & { bytes: Promise<Uint8Array> }>();
  function queue(key: string, requester: Requester, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const present = [...queued.values()];
    refuseTooMany({ own: present.filter(({ userId }) => userId === requester.userId).length, all: present.length });
    if (requester.isClient && present.filter(({ isClient }) => isClient).length >= maxOfClients) throw tooMany();
    const bytes = make().finally(() => queued.delete(key));
    queued.set(key, { ...requester, bytes });
    return bytes;
  }

  return {
    render: (key, userId, model) =>
      queued.get(key)?.bytes ?? queue(key, { userId, isClient: false }, async () => renderer.render(await model())),

    renderQuestionnaire: (requester, model) =>
      queue(`questionnaire ${crypto.randomUUID()}`, requester, async () => renderer.renderQuestionnaire(await model())),

    renderJob: (model) => renderer.render(model),
  };
}

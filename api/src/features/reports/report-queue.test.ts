import { describe, expect, it } from 'vitest';
import { AppError } from '../../http/app-error.ts';
import { createReportQueue } from './report-queue.ts';
import { sampleReport } from './report-samples.ts';

function createQueue() {
  let rendered = 0;
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const render = async () => {
    rendered += 1;
    await gate;
    return new Uint8Array([rendered]);
  };
  return { queue: createReportQueue({ render, renderQuestionnaire: render }), rendered: () => rendered, release };
}

const model = async () => sampleReport(0);
/** Nobody here reads it. */
const questionnaire = async () => ({}) as never;
const codeOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'none';
};

describe('the report queue', () => {
  it('makes one report for all who ask for the same at once', async () => {
    const { queue, rendered, release } = createQueue();
    const asked = Array.from({ length: 50 }, (_, n) => queue.render('audit-1', `user-${n}`, model));
    release();
    await Promise.all(asked);
    expect(rendered()).toBe(1);
    await queue.render('audit-1', 'user-1', model);
    expect(rendered()).toBe(2);
  });

  it('lets one user have two reports made at once, and everyone together ten', async () => {
    const { queue, release } = createQueue();
    const asked = [queue.render('a', 'mallory', model), queue.render('b', 'mallory', model)];
    expect(codeOf(() => queue.render('c', 'mallory', model))).toBe('TOO_MANY_ATTEMPTS');
    for (let n = 0; n < 8; n += 1) asked.push(queue.render(`report-${n}`, `user-${n}`, model));
    expect(codeOf(() => queue.render('eleventh', 'ada', model))).toBe('UNAVAILABLE');
    release();
    await Promise.all(asked);
    await queue.render('c', 'mallory', model);
  });

  it('lets all clients together have four made at once, and the staff theirs beside them', async () => {
    const { queue, release } = createQueue();
    const print = (userId: string, isClient = true) => queue.renderQuestionnaire({ userId, isClient }, questionnaire);
    const asked = ['jane', 'jane', 'rob', 'eve'].map((userId) => print(userId));
    expect(codeOf(() => print('mia'))).toBe('UNAVAILABLE');
    asked.push(print('ada', false), queue.render('a', 'tess', model));
    release();
    await Promise.all(asked);
    await print('mia');
  });
});

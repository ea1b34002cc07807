import { describe, expect, it } from 'vitest';
import { AppError } from '../../http/app-error.ts';
import { createReportDesk } from './report-desk.ts';
import { sampleReport } from './report-samples.ts';

function desk() {
  let rendered = 0;
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const renderer = {
    render: async () => {
      rendered += 1;
      await gate;
      return new Uint8Array([rendered]);
    },
  };
  return { desk: createReportDesk(renderer), rendered: () => rendered, release };
}

const model = async () => sampleReport(0);
const codeOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
  return 'none';
};

describe('the report desk', () => {
  it('makes one report for all who ask for the same at once', async () => {
    const { desk: made, rendered, release } = desk();
    const asked = Array.from({ length: 50 }, (_, n) => made.make('audit-1', `user-${n}`, model));
    release();
    await Promise.all(asked);
    expect(rendered()).toBe(1);
    await made.make('audit-1', 'user-1', model);
    expect(rendered()).toBe(2);
  });

  it('lets one user have two reports made at once, and everyone together ten', async () => {
    const { desk: made, release } = desk();
    const asked = [made.make('a', 'mallory', model), made.make('b', 'mallory', model)];
    expect(codeOf(() => made.make('c', 'mallory', model))).toBe('TOO_MANY_ATTEMPTS');
    for (let n = 0; n < 8; n += 1) asked.push(made.make(`report-${n}`, `user-${n}`, model));
    expect(codeOf(() => made.make('eleventh', 'ada', model))).toBe('UNAVAILABLE');
    release();
    await Promise.all(asked);
    await made.make('c', 'mallory', model);
  });
});

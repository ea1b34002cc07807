import { type Line, line, NoAnswerError, type SmokeCheck } from './smoke-check.ts';

export interface SmokeRun {
  checks: readonly SmokeCheck[];
  /** How long failing checks are made again, for a cold start and for files that are still on their way to the edge. */
  waitMs: number;
  /** Between two rounds. */
  pause(): Promise<void>;
  now(): number;
  say(text: string): void;
}

/** 0: all is as it should be. 1: something is not. 2: nothing answered at all, so nothing is known. */
export type ExitCode = 0 | 1 | 2;

/**
 * Makes every check, those with a failed line again until they hold or the time is over, and says each line once, with how
 * often it was asked.
 */
export async function runSmoke({ checks, waitMs, pause, now, say }: SmokeRun): Promise<ExitCode> {
  const startedAt = now();
  let open = [...checks];
  let failed = 0;
  let answered = false;
  for (let round = 1; open.length > 0; round += 1) {
    const again: SmokeCheck[] = [];
    const isLast = now() - startedAt >= waitMs;
    for (const check of open) {
      const { lines, silent } = await look(check);
      answered ||= !silent;
      if (!isLast && lines.some((one) => one.outcome === 'FAILED')) {
        again.push(check);
        continue;
      }
      failed += lines.filter((one) => one.outcome === 'FAILED').length;
      for (const one of lines) say(worded(one, round));
    }
    if (again.length > 0) {
      say(`        waiting: ${again.map((check) => check.name).join(', ')}`);
      await pause();
    }
    open = again;
  }
  const seconds = Math.round((now() - startedAt) / 1000);
  if (!answered) {
    say(`Nothing answered within ${seconds} s, so nothing is known.`);
    return 2;
  }
  say(failed === 0 ? `All is as expected, after ${seconds} s.` : `${failed} FAILED, after ${seconds} s.`);
  return failed === 0 ? 0 : 1;
}

/** @returns silent where nothing was heard: no answer, or nothing asked */
async function look(check: SmokeCheck): Promise<{ lines: Line[]; silent: boolean }> {
  try {
    const lines = await check.look();
    return { lines, silent: lines.every((one) => one.outcome === 'not looked at') };
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return { lines: [line(check.name, false, error.message, 'an answer')], silent: true };
  }
}

function worded({ what, outcome, seen, expected }: Line, round: number): string {
  const tries = round === 1 ? '' : ` (try ${round})`;
  if (outcome === 'not looked at') return `-       ${what}: not looked at, ${seen}`;
  const wanted = outcome === 'ok' && seen === expected ? '' : `; expected ${expected}`;
  return `${outcome.padEnd(7)} ${what}: ${seen}${wanted}${tries}`;
}

import { Cron } from 'croner';

// croner reads more than NCRONTAB knows (L, W, #, ?, @daily, the year, 7 for Sunday): this much of it is both.
const value = '(?:[0-9]+|[a-z]{3})';
const item = `(?:\\*|${value}(?:-${value})?)(?:/[0-9]+)?`;
const field = new RegExp(`^${item}(?:,${item})*$`, 'i');

/**
 * Parses a timer's schedule: six fields `{second} {minute} {hour} {day} {month} {day-of-week}`, or five without the
 * seconds (Microsoft Learn, "Timer trigger for Azure Functions: NCRONTAB expressions"). As in NCrontab a day must fit both
 * the day and the day-of-week field.
 * @throws Error naming what is wrong. The TimeSpan form is refused: it runs in App Service plans alone.
 */
export function parseSchedule(expression: string): Cron {
  const fields = expression.trim().split(/\s+/);
  const isNcrontab = fields.every((one) => field.test(one)) && !/(?<!\/)7/.test(fields.at(-1) ?? '');
  if (!isNcrontab) throw new Error(`schedule "${expression}" is not NCRONTAB`);
  try {
    return new Cron(expression, { timezone: 'UTC', mode: '5-or-6-parts', domAndDow: true, sloppyRanges: true });
  } catch (error) {
    throw new Error(`schedule "${expression}": ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/**
 * The first occurrence strictly after a moment, in UTC.
 * @throws Error when there is none, as on 30 February.
 */
export function nextOccurrence(schedule: Cron, after: Date): Date {
  const next = schedule.nextRun(after);
  if (!next) throw new Error('the schedule never occurs');
  return next;
}

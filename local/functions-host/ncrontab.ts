/** A parsed NCRONTAB expression: the allowed values of each field. */
export interface Schedule {
  seconds: Set<number>;
  minutes: Set<number>;
  hours: Set<number>;
  days: Set<number>;
  months: Set<number>;
  weekdays: Set<number>;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const DAY_MS = 86_400_000;
// 29 February on a given weekday comes at most 40 years apart (over 2100); beyond that a schedule never fires.
const HORIZON_DAYS = 41 * 366;

/**
 * Parses a timer's schedule: six fields `{second} {minute} {hour} {day} {month} {day-of-week}`, or five without the
 * seconds (Microsoft Learn, "Timer trigger for Azure Functions: NCRONTAB expressions").
 * @throws Error naming the field that is wrong. The TimeSpan form is refused: it runs in App Service plans alone.
 */
export function parseSchedule(expression: string): Schedule {
  const fields = expression.trim().split(/\s+/);
  if (fields.length === 5) fields.unshift('0');
  const [seconds, minutes, hours, days, months, weekdays] = fields;
  if (fields.length !== 6 || !seconds || !minutes || !hours || !days || !months || !weekdays) {
    throw new Error(`schedule "${expression}": expected five or six fields`);
  }
  return {
    seconds: parseField('second', seconds, 0, 59),
    minutes: parseField('minute', minutes, 0, 59),
    hours: parseField('hour', hours, 0, 23),
    days: parseField('day', days, 1, 31),
    months: parseField('month', months, 1, 12, MONTHS),
    weekdays: parseField('day-of-week', weekdays, 0, 6, WEEKDAYS),
  };
}

function parseField(label: string, text: string, min: number, max: number, names: string[] = []): Set<number> {
  const values = new Set<number>();
  for (const part of text.split(',')) {
    const match = /^(\*|[a-z0-9]+)(?:-([a-z0-9]+))?(?:\/(\d+))?$/i.exec(part);
    if (match?.[1] === undefined) throw new Error(`schedule field ${label}: "${part}"`);
    const step = match[3] === undefined ? 1 : Number(match[3]);
    const wild = match[1] === '*';
    const first = wild ? min : parseValue(label, match[1], min, max, names);
    const open = wild || (match[2] === undefined && match[3] !== undefined);
    const last = match[2] !== undefined ? parseValue(label, match[2], min, max, names) : open ? max : first;
    if (step < 1 || last < first) throw new Error(`schedule field ${label}: "${part}"`);
    for (let value = first; value <= last; value += step) values.add(value);
  }
  return values;
}

function parseValue(label: string, text: string, min: number, max: number, names: string[]): number {
  const named = names.findIndex((name) => text.toLowerCase().startsWith(name));
  const value = named >= 0 ? named + min : Number(text);
  if (!Number.isInteger(value) || value < min || value > max) throw new Error(`schedule field ${label}: "${text}"`);
  return value;
}

/**
 * The first occurrence strictly after a moment, in UTC. As in NCrontab a day must fit both the day and the
 * day-of-week field.
 * @throws Error when there is none, as on 30 February.
 */
export function nextOccurrence(schedule: Schedule, after: Date): Date {
  const start = new Date(Math.floor(after.getTime() / 1000) * 1000 + 1000);
  const firstDay = Date.UTC(start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate());
  for (let day = 0; day < HORIZON_DAYS; day += 1) {
    const midnight = new Date(firstDay + day * DAY_MS);
    const fits =
      schedule.months.has(midnight.getUTCMonth() + 1) &&
      schedule.days.has(midnight.getUTCDate()) &&
      schedule.weekdays.has(midnight.getUTCDay());
    const time = fits ? firstTime(schedule, day === 0 ? start.getTime() - firstDay : 0) : undefined;
    if (time !== undefined) return new Date(midnight.getTime() + time);
  }
  throw new Error('the schedule never occurs');
}

/** The first allowed time of day, in milliseconds since midnight, not before `fromMs`. */
function firstTime(schedule: Schedule, fromMs: number): number | undefined {
  for (const hour of ascending(schedule.hours)) {
    if ((hour + 1) * 3_600_000 <= fromMs) continue;
    for (const minute of ascending(schedule.minutes)) {
      for (const second of ascending(schedule.seconds)) {
        const time = ((hour * 60 + minute) * 60 + second) * 1000;
        if (time >= fromMs) return time;
      }
    }
  }
  return undefined;
}

function ascending(values: Set<number>): number[] {
  return [...values].sort((a, b) => a - b);
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function localParts(at: Date, timeZone: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const number = (name: string) => Number(parts[name]);
  return {
    weekday: weekdays.indexOf(parts.weekday ?? ''),
    sinceMidnightMs: ((number('hour') * 60 + number('minute')) * 60 + number('second')) * 1000 + at.getMilliseconds(),
  };
}

/** When the day of this instant began in a time zone (IANA's name). A clock that was set in between counts as it stands. */
export function startOfDay(now: Date, timeZone: string): Date {
  const guess = new Date(now.getTime() - localParts(now, timeZone).sinceMidnightMs);
  const { sinceMidnightMs } = localParts(guess, timeZone);
  if (sinceMidnightMs === 0) return guess;
  // The clock was set between midnight and now, by an hour or less.
  return new Date(guess.getTime() + (sinceMidnightMs > dayMs / 2 ? dayMs - sinceMidnightMs : -sinceMidnightMs));
}

/**
 * When the latest Friday before today began, in a time zone: what came since is what a week's end left. On a Friday it is the one
 * before, so that the answer is never empty because the day has just begun.
 */
export function lastFriday(now: Date, timeZone: string): Date {
  const today = startOfDay(now, timeZone);
  const { weekday } = localParts(now, timeZone);
  const daysAgo = (weekday - 5 + 7) % 7 || 7;
  // Noon of that day is that day wherever the clock was set in between.
  return startOfDay(new Date(today.getTime() - daysAgo * dayMs + 12 * hourMs), timeZone);
}

import { Weekday } from '@tenantry/contract/tenant-schedules';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ClockSchedule, isTimeZone, nextDue } from './next-due.ts';

const daily = (hour: number, timeZone: string): ClockSchedule => ({ frequency: 'daily', hour, timeZone });
const due = (schedule: ClockSchedule, from: string) => nextDue(schedule, new Date(from)).toISOString();

describe('the next time of a schedule', () => {
  test('is the hour of the place, today or tomorrow, and never the very instant that is asked about', () => {
    const berlin = daily(2, 'Europe/Berlin');
    expect(due(berlin, '2026-01-10T00:59:59.999Z')).toBe('2026-01-10T01:00:00.000Z');
    expect(due(berlin, '2026-01-10T01:00:00.000Z')).toBe('2026-01-11T01:00:00.000Z');
    expect(due(berlin, '2026-07-10T12:00:00.000Z')).toBe('2026-07-11T00:00:00.000Z');
    expect(due(daily(20, 'Pacific/Kiritimati'), '2026-01-10T00:00:00.000Z')).toBe('2026-01-10T06:00:00.000Z');
    expect(due(daily(9, 'Asia/Kathmandu'), '2026-01-10T00:00:00.000Z')).toBe('2026-01-10T03:15:00.000Z');
  });

  test.each([
    ['in Berlin', daily(2, 'Europe/Berlin'), '2026-03-28T12:00:00.000Z', '2026-03-29T01:00:00.000Z'],
    ['over midnight, in Cairo', daily(0, 'Africa/Cairo'), '2026-04-23T12:00:00.000Z', '2026-04-23T22:00:00.000Z'],
    ['late in the evening, in Nuuk', daily(23, 'America/Nuuk'), '2026-03-27T12:00:00.000Z', '2026-03-28T01:00:00.000Z'],
  ])('at an hour that is left out comes as much later, %s', (_, schedule, from, expected) => {
    expect(due(schedule, from)).toBe(expected);
  });

  test('is the first where the hour comes twice, and the second is not another', () => {
    const berlin = daily(2, 'Europe/Berlin');
    expect(due(berlin, '2026-10-24T12:00:00.000Z')).toBe('2026-10-25T00:00:00.000Z');
    expect(due(berlin, '2026-10-25T00:00:00.000Z')).toBe('2026-10-26T01:00:00.000Z');
    expect(due(berlin, '2026-10-25T00:59:00.000Z')).toBe('2026-10-26T01:00:00.000Z');
  });

  test('is on the day of the week of the place, also where a whole day was left out', () => {
    const weekly = (weekday: Weekday, timeZone: string): ClockSchedule => ({
      ...daily(1, timeZone),
      frequency: 'weekly',
      weekday,
    });
    // Monday at one in Auckland is Sunday in UTC.
    expect(due(weekly('monday', 'Pacific/Auckland'), '2026-06-10T00:00:00.000Z')).toBe('2026-06-14T13:00:00.000Z');
    expect(due(weekly('monday', 'Pacific/Auckland'), '2026-06-14T13:00:00.000Z')).toBe('2026-06-21T13:00:00.000Z');
    // Samoa went from Thursday to Saturday.
    expect(due(weekly('friday', 'Pacific/Apia'), '2011-12-29T12:00:00.000Z')).toBe('2011-12-30T11:00:00.000Z');
    expect(due(daily(1, 'Pacific/Apia'), '2011-12-30T11:00:00.000Z')).toBe('2011-12-31T11:00:00.000Z');
  });

  test('is a name that IANA gives, not an offset', () => {
    for (const name of ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5']) {
      expect([name, isTimeZone(name)]).toEqual([name, true]);
    }
    for (const name of ['', '+01:00', 'Europe/Nowhere', '../etc', 'local'])
      expect([name, isTimeZone(name)]).toEqual([name, false]);
  });
});

const formatsOf = new Map<string, { clock: Intl.DateTimeFormat; weekday: Intl.DateTimeFormat }>();

/** What a clock of the place shows, by other means than the code under test. */
function shown(at: Date, timeZone: string): { weekday: string; hour: number; minute: number; day: string } {
  const formats = formatsOf.get(timeZone) ?? {
    clock: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
    weekday: new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long' }),
  };
  formatsOf.set(timeZone, formats);
  const [day = '', time = ''] = formats.clock.format(at).split(' ');
  const weekday = formats.weekday.format(at).toLowerCase();
  return { weekday, day, hour: Number(time.slice(0, 2)), minute: Number(time.slice(3)) };
}

const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Nuuk',
  'America/Havana',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Antarctica/Troll',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Atlantic/Azores',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
);
const schedules: fc.Arbitrary<ClockSchedule> = fc
  .record({
    weekday: fc.option(fc.constantFrom(...Weekday.options)),
    hour: fc.integer({ min: 0, max: 23 }),
    timeZone: zones,
  })
  .map(({ weekday, ...rest }) =>
    weekday === null ? { ...rest, frequency: 'daily' } : { ...rest, frequency: 'weekly', weekday },
  );
const instants = fc.date({ min: new Date('2012-02-01'), max: new Date('2037-01-01'), noInvalidDate: true });
const quarterMs = 15 * 60_000;

describe('of any schedule, in any place, the next time', () => {
  test('is later, soon enough, and at the hour and on the day that are wanted where there is such an hour', () => {
    fc.assert(
      fc.property(schedules, instants, (schedule, from) => {
        const at = nextDue(schedule, from);
        const waitMs = at.getTime() - from.getTime();
        expect(waitMs).toBeGreaterThan(0);
        const clock = shown(at, schedule.timeZone);
        if (clock.hour === schedule.hour && clock.minute === 0) {
          if (schedule.frequency === 'weekly') expect(clock.weekday).toBe(schedule.weekday);
        } else {
          // Left out: around this instant no clock of the place shows the hour.
          const around = Array.from({ length: 25 }, (_, n) => new Date(at.getTime() + (n - 12) * quarterMs));
          const hours = around.map((one) => shown(one, schedule.timeZone)).filter(({ minute }) => minute === 0);
          expect(hours.map(({ hour }) => hour)).not.toContain(schedule.hour);
        }
        const days = schedule.frequency === 'daily' ? 1 : 7;
        expect(waitMs).toBeLessThanOrEqual((days * 24 + 25) * 3_600_000);
      }),
      { numRuns: 2000 },
    );
  });

  test('passes over no time of the clock that is wanted, but the second of two', () => {
    fc.assert(
      fc.property(schedules, instants, (schedule, from) => {
        const at = nextDue(schedule, from).getTime();
        const firstQuarter = Math.floor(from.getTime() / quarterMs) * quarterMs + quarterMs;
        for (let between = firstQuarter; between < at; between += quarterMs) {
          const clock = shown(new Date(between), schedule.timeZone);
          const isWanted =
            clock.hour === schedule.hour &&
            clock.minute === 0 &&
            (schedule.frequency === 'daily' || clock.weekday === schedule.weekday);
          if (!isWanted) continue;
          const twins = [30, 60, 120].map((minutes) => shown(new Date(between - minutes * 60_000), schedule.timeZone));
          expect(twins).toContainEqual(clock);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('comes once a day by the clock, with no two closer than 22 hours', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 23 }), zones, instants, (hour, timeZone, from) => {
        let at = nextDue(daily(hour, timeZone), from);
        for (let step = 0; step < 30; step += 1) {
          const next = nextDue(daily(hour, timeZone), at);
          expect(next.getTime() - at.getTime()).toBeGreaterThanOrEqual(22 * 3_600_000);
          expect(next.getTime() - at.getTime()).toBeLessThanOrEqual(26 * 3_600_000);
          at = next;
        }
      }),
      { numRuns: 100 },
    );
  });
});

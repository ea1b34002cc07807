import { describe, expect, it } from 'vitest';
import { dayIn, lastReportDue, nextReportDue } from './report-days.ts';

const monthly = (day: number, timeZone = 'UTC', hour = 8) => ({
  day: { every: 'month' as const, day },
  hour,
  timeZone,
});
const next = (due: Parameters<typeof nextReportDue>[0], from: string) =>
  nextReportDue(due, new Date(from)).toISOString();

describe('the day on which reports are due', () => {
  it('is the last one of a month that has no such day', () => {
    expect(next(monthly(31), '2027-01-31T08:00:00Z')).toBe('2027-02-28T08:00:00.000Z');
    expect(next(monthly(30), '2027-02-01T00:00:00Z')).toBe('2027-02-28T08:00:00.000Z');
    expect(next(monthly(29), '2028-02-01T00:00:00Z')).toBe('2028-02-29T08:00:00.000Z');
    expect(next(monthly(31), '2026-04-01T00:00:00Z')).toBe('2026-04-30T08:00:00.000Z');
  });

  it('comes after the instant that is asked for, over the end of a year too', () => {
    expect(next(monthly(1), '2026-12-01T07:59:59Z')).toBe('2026-12-01T08:00:00.000Z');
    expect(next(monthly(1), '2026-12-01T08:00:00Z')).toBe('2027-01-01T08:00:00.000Z');
  });

  it('keeps to the clock of its time zone, in summer and winter, and where an hour is left out', () => {
    expect(next(monthly(1, 'Europe/Berlin'), '2026-06-15T00:00:00Z')).toBe('2026-07-01T06:00:00.000Z');
    expect(next(monthly(1, 'Europe/Berlin'), '2026-11-15T00:00:00Z')).toBe('2026-12-01T07:00:00.000Z');
    expect(next(monthly(29, 'Europe/Berlin', 2), '2026-03-15T00:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
    expect(next(monthly(1, 'Pacific/Kiritimati', 0), '2026-11-15T00:00:00Z')).toBe('2026-11-30T10:00:00.000Z');
  });

  it('is a day of the week, Sunday first', () => {
    const weekly = (weekday: number) => ({ day: { every: 'week' as const, weekday }, hour: 9, timeZone: 'UTC' });
    expect(next(weekly(0), '2026-11-28T00:00:00Z')).toBe('2026-11-29T09:00:00.000Z');
    expect(next(weekly(6), '2026-11-28T09:00:00Z')).toBe('2026-12-05T09:00:00.000Z');
  });

  it('was there before: the period of a report begins then', () => {
    expect(lastReportDue(monthly(31), new Date('2027-02-28T08:00:00Z')).toISOString()).toBe('2027-01-31T08:00:00.000Z');
    expect(lastReportDue(monthly(1), new Date('2026-12-01T08:00:00Z')).toISOString()).toBe('2026-11-01T08:00:00.000Z');
    const weekly = { day: { every: 'week' as const, weekday: 1 }, hour: 9, timeZone: 'UTC' };
    expect(lastReportDue(weekly, new Date('2026-11-30T09:00:00Z')).toISOString()).toBe('2026-11-23T09:00:00.000Z');
  });

  it('is named by the calendar of its time zone', () => {
    expect(dayIn('Pacific/Auckland', new Date('2026-11-30T23:30:00Z'))).toBe('2026-12-01');
    expect(dayIn('America/New_York', new Date('2026-12-01T02:00:00Z'))).toBe('2026-11-30');
  });
});

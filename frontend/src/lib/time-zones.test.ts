import { expect, test } from 'vitest';
import { searchTimeZones, timeZoneLabel, timeZones } from './time-zones.ts';

const winter = new Date('2026-01-15T12:00:00Z');
const summer = new Date('2026-07-15T12:00:00Z');
const zones = timeZones(winter, 'Mars/Olympus_Mons');
const found = (search: string, among = zones) => searchTimeZones(among, search).map(({ name }) => name);

test('a zone is found by its city, its region, without accents, and in any case', () => {
  expect(found('berlin')).toEqual(['Europe/Berlin']);
  expect(found('new york')).toEqual(['America/New_York']);
  expect(found('NEW_YORK')).toEqual(['America/New_York']);
  expect(found('europe/ber')).toContain('Europe/Berlin');
  expect(found('são paulo')).toEqual(['America/Sao_Paulo']);
  expect(found('utc')).toContain('UTC');
  expect(found('nowhere at all')).toEqual([]);
  expect(found('')).toHaveLength(zones.length);
});

test.each(['+5:30', 'UTC+5:30', 'utc+05:30', 'GMT +0530', 'utc +5:30'])(
  'a zone is found by its offset %s',
  (search) => {
    const names = found(search);
    expect(names.length).toBeGreaterThan(0);
    expect(zones.filter(({ name }) => names.includes(name)).every(({ offset }) => offset === 'UTC+05:30')).toBe(true);
  },
);

test('an offset is that of now and no longer one', () => {
  expect(found('+1')).toContain('Europe/Berlin');
  expect(found('+1')).not.toContain('Australia/Brisbane');
  expect(found('+2', timeZones(summer))).toContain('Europe/Berlin');
  expect(found('-5')).toContain('America/New_York');
  expect(found('\u22125')).toContain('America/New_York');
  expect(found('+0')).toEqual(expect.arrayContaining(['UTC', 'Europe/London']));
  expect(found('+0')).not.toContain('Mars/Olympus_Mons');
});

test('a city that was renamed is found by its name of today', () => {
  for (const city of ['Kolkata', 'Kyiv', 'Kathmandu', 'Yangon', 'Nuuk'])
    expect([city, found(city).length]).toEqual([city, 1]);
});

test('a city that begins with the search comes first', () => {
  expect(found('paris')[0]).toBe('Europe/Paris');
  expect(found('london')[0]).toBe('Europe/London');
});

test('a label has city, name and offset; of a zone that this browser does not know, what is known', () => {
  const labelOf = (name: string) => zones.filter((zone) => zone.name === name).map(timeZoneLabel);
  expect(labelOf('Europe/Berlin')).toEqual(['Berlin (Europe/Berlin, UTC+01:00)']);
  expect(labelOf('UTC')).toEqual(['UTC']);
  expect(labelOf('Mars/Olympus_Mons')).toEqual(['Olympus Mons (Mars/Olympus_Mons)']);
});

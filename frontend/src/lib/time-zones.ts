import { browserTimeZone, shownTimeZone } from './shown-time-zone.ts';

/** A place whose clocks agree, with what its clock is ahead of UTC now. */
type TimeZone = { name: string; city: string; offset: string; offsetMinutes: number; words: string };

/** The time zone of the reader: their own choice, else this browser's. */
export const ownTimeZone = (): string => shownTimeZone() ?? browserTimeZone();

/** What browsers still call by a former name (IANA, backward): the name of today finds it, too. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Asmara',
  'America/Coral_Harbour': 'Atikokan',
  'America/Godthab': 'Nuuk',
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City',
  'Atlantic/Faeroe': 'Faroe',
  'Europe/Kiev': 'Kyiv',
  'Pacific/Enderbury': 'Kanton',
  'Pacific/Ponape': 'Pohnpei',
  'Pacific/Truk': 'Chuuk',
};

/** Without accents, case, and what stands between words. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[_/,()]+/g, ' ');

/** 'UTC+05:30' by the browser's own tables. */
function offsetOf(name: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' }).formatToParts(now);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') ?? '';
  return `UTC${offset === '' ? '+00:00' : offset}`;
}

function minutesOf(offset: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d{1,2})(?::?(\d{2}))?/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function isKnown(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function zoneOf(name: string, now: Date): TimeZone {
  const city = renamed[name] ?? (name.split('/').at(-1) ?? name).replaceAll('_', ' ');
  // One that the service knows and this browser does not is shown by its name alone.
  const offset = isKnown(name) ? offsetOf(name, now) : '';
  return { name, city, offset, offsetMinutes: minutesOf(offset), words: plain(`${name} ${city}`) };
}

/** The zones that this browser knows, and those named, which it may not know; from west to east. */
export function timeZones(now: Date, ...named: readonly string[]): TimeZone[] {
  const names = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...named]);
  return [...names]
    .map((name) => zoneOf(name, now))
    .sort((a, b) => a.offsetMinutes - b.offsetMinutes || a.city.localeCompare(b.city));
}

/** 'Berlin (Europe/Berlin, UTC+01:00)'. */
export const timeZoneLabel = ({ name, city, offset }: TimeZone): string =>
  name === 'UTC' ? 'UTC' : `${city} (${[name, offset].filter((part) => part !== '').join(', ')})`;

const isOffset = (word: string): boolean => /^(utc|gmt)?[+-]\d{1,2}(:?\d{2})?$/.test(word);

/** The zones of which each word of the search is in the name or the city, or is the offset: 'berlin', 'new york', 'utc+5:30'. */
export function searchTimeZones(zones: readonly TimeZone[], search: string): readonly TimeZone[] {
  const words = plain(search.replaceAll('\u2212', '-'))
    .replace(/\b(utc|gmt)\s+(?=[+-])/g, '$1')
    .split(/\s+/)
    .filter((word) => word !== '');
  const fits = (zone: TimeZone, word: string) =>
    isOffset(word) ? zone.offset !== '' && zone.offsetMinutes === minutesOf(word) : zone.words.includes(word);
  const found = zones.filter((zone) => words.every((word) => fits(zone, word)));
  // A city that begins with it comes before one that merely has it in its name.
  const [first = ''] = words;
  const begins = ({ city }: TimeZone) => plain(city).startsWith(first);
  return [...found.filter(begins), ...found.filter((zone) => !begins(zone))];
}

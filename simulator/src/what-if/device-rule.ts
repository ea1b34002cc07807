/** A device as the What If call tells it (Graph v1.0, deviceInfo). */
export type DeviceInfo = Readonly<Record<string, unknown>>;

type Words = { texts: string[]; at: number };

function wordsOf(rule: string): Words {
  const found = rule.match(/"[^"]*"|'[^']*'|[()[\],]|[^\s()[\],]+/g);
  return { texts: found ?? [], at: 0 };
}

const next = (words: Words): string => words.texts[words.at] ?? '';
function take(words: Words): string {
  words.at += 1;
  return words.texts[words.at - 1] ?? '';
}
const isWord = (text: string, word: string): boolean => text.toLowerCase().replace(/^-/, '') === word;
const bare = (text: string): string =>
  text
    .replace(/^["']|["']$/g, '')
    .trim()
    .toLowerCase();

/** What the device says of itself there, as texts in lower case; none where it says nothing. */
function valuesOf(device: DeviceInfo, name: string): string[] {
  const key = Object.keys(device).find((one) => one.toLowerCase() === name);
  const value = key === undefined ? null : device[key];
  if (value === null || value === undefined || value === '') return [];
  return (Array.isArray(value) ? value : [value]).map((one) => String(one).toLowerCase());
}

function compares(values: readonly string[], operator: string, wanted: readonly string[]): boolean {
  const some = (test: (value: string, part: string) => boolean): boolean =>
    wanted.some((part) => (part === 'null' ? values.length === 0 : values.some((value) => test(value, part))));
  const plain = operator.replace(/^not(?=startswith|endswith|contains|in$)/, '');
  const positive = (): boolean => {
    if (plain === 'startswith') return some((value, part) => value.startsWith(part));
    if (plain === 'endswith') return some((value, part) => value.endsWith(part));
    if (plain === 'contains') return some((value, part) => value.includes(part));
    return some((value, part) => value === part);
  };
  const isNegative = plain !== operator || plain === 'ne' || plain === '!=';
  return isNegative ? !positive() : positive();
}

function comparison(words: Words, device: DeviceInfo): boolean {
  const name = take(words)
    .toLowerCase()
    .replace(/^device\./, '');
  const operator = take(words).toLowerCase().replace(/^-/, '');
  const wanted: string[] = [];
  if (next(words) === '[') {
    while (take(words) !== ']' && words.at < words.texts.length)
      if (next(words) !== ']') wanted.push(bare(take(words)));
  } else wanted.push(bare(take(words)));
  return compares(valuesOf(device, name), operator, wanted);
}

function single(words: Words, device: DeviceInfo): boolean {
  if (isWord(next(words), 'not')) {
    take(words);
    return !single(words, device);
  }
  if (next(words) !== '(') return comparison(words, device);
  take(words);
  const inner = either(words, device);
  take(words);
  return inner;
}

function both(words: Words, device: DeviceInfo): boolean {
  let all = single(words, device);
  while (isWord(next(words), 'and')) {
    take(words);
    all = single(words, device) && all;
  }
  return all;
}

function either(words: Words, device: DeviceInfo): boolean {
  let any = both(words, device);
  while (isWord(next(words), 'or')) {
    take(words);
    any = both(words, device) || any;
  }
  return any;
}

/**
 * Whether a filter for devices takes the device in (Microsoft Learn, "Conditional Access: Filter for devices"): of a device that is
 * not registered every attribute is null, so that negative operators hold of it.
 */
export const deviceMatches = (rule: string, device: DeviceInfo): boolean => either(wordsOf(rule), device);

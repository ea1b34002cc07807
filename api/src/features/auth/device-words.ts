/** Browsers, the more special ones first: nearly all of them say Chrome and Safari, too. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
/** Systems: a phone's says the name of what it was made from, too. */
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(?:intosh| OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const found = (table: readonly [RegExp, string][], userAgent: string) =>
  table.find(([sign]) => sign.test(userAgent))?.[1];

/** What a browser says it is, in words that its user knows: 'Edge on Windows'. Null where it says nothing of the kind. */
export function deviceWords(userAgent: string): string | null {
  const [browser, system] = [found(browsers, userAgent), found(systems, userAgent)];
  if (browser === undefined) return system ?? null;
  return system === undefined ? browser : `${browser} on ${system}`;
}

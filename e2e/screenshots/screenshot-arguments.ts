import { parseArgs } from 'node:util';

const themeNames = ['light', 'dark', 'contrast'] as const;
/** `contrast`: the forced colors of an operating system. */
export type ThemeName = (typeof themeNames)[number];

/** `data`: scanned tenants; `empty`: before the first scan; `failing`: the API answers 503. */
const stateNames = ['data', 'empty', 'failing'] as const;
export type StateName = (typeof stateNames)[number];

export type ScreenshotArguments = {
  /** Paths to take; null: every page. */
  only: string[] | null;
  themes: ThemeName[];
  widths: number[];
  states: StateName[];
  out: string;
  /** False: api/dist and frontend/dist are taken as they are. */
  build: boolean;
};

export const usage =
  'usage: npm run screenshots -- [--only /findings,/help] [--themes light,dark,contrast] [--widths 1280,390] ' +
  '[--states data,empty,failing] [--out screenshots] [--no-build]';

const parts = (text: string) => text.split(',').map((one) => one.trim());

function oneOf<T extends string>(option: string, names: readonly T[], text: string): T[] {
  return parts(text).map((asked) => {
    const name = names.find((one) => one === asked);
    if (name === undefined) throw new RangeError(`${option}: there is no '${asked}' (${names.join(', ')})`);
    return name;
  });
}

function widthOf(text: string): number {
  const width = Number(text);
  if (!/^\d+$/.test(text) || width < 240 || width > 3840) {
    throw new RangeError(`--widths: '${text}' is no whole number from 240 to 3840`);
  }
  return width;
}

/**
 * @param known paths of the pages, without query
 * @throws an error that names what is wrong with the arguments
 */
export function readArguments(args: readonly string[], known: readonly string[]): ScreenshotArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      themes: { type: 'string', default: themeNames.join(',') },
      widths: { type: 'string', default: '1280,390' },
      states: { type: 'string', default: stateNames.join(',') },
      out: { type: 'string', default: 'screenshots' },
      'no-build': { type: 'boolean', default: false },
    },
  });
  const only = values.only === undefined ? null : parts(values.only);
  const unknown = only?.find((path) => !known.includes(path));
  if (unknown !== undefined) throw new RangeError(`--only: there is no page '${unknown}' (${known.join(', ')})`);
  return {
    only,
    themes: oneOf('--themes', themeNames, values.themes),
    widths: parts(values.widths).map(widthOf),
    states: oneOf('--states', stateNames, values.states),
    out: values.out,
    build: !values['no-build'],
  };
}

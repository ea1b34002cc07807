import { createDarkTheme, createLightTheme, type Theme } from '@fluentui/react-components';
import { describe, expect, test } from 'vitest';
import { brandRampOf } from './brand-ramp.ts';

const luminance = (color: string) => {
  const part = (at: number) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
};
const contrast = (a: string, b: string) => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
};

/** What the room writes on what. */
const pairs: readonly (readonly [keyof Theme, keyof Theme])[] = [
  ['colorNeutralForegroundOnBrand', 'colorBrandBackground'],
  ['colorNeutralForegroundOnBrand', 'colorBrandBackgroundHover'],
  ['colorNeutralForegroundOnBrand', 'colorBrandBackgroundPressed'],
  ['colorBrandForeground1', 'colorNeutralBackground1'],
  ['colorBrandForegroundLink', 'colorNeutralBackground1'],
  ['colorBrandForegroundLink', 'colorNeutralBackground2'],
  ['colorBrandForegroundLinkHover', 'colorNeutralBackground2'],
];

const themes = { light: createLightTheme, dark: createDarkTheme };

describe.each([
  '#0f6cbd',
  '#7a1fa2',
  '#ffff00',
  '#00ff00',
  '#ff0000',
  '#0000ff',
  '#000000',
  '#ffffff',
  '#808080',
  '#ffc0cb',
])('text in the color %s', (color) => {
  test.each(['light', 'dark'] as const)('can be read in the %s theme', (name) => {
    const theme = themes[name](brandRampOf(color));
    for (const [text, background] of pairs) {
      const between = contrast(String(theme[text]), String(theme[background]));
      expect([text, background, between >= 4.5], `${between}`).toEqual([text, background, true]);
    }
  });
});

import type { BrandVariants } from '@fluentui/react-components';
import { luminanceOf } from '../../lib/color.ts';

/**
 * Relative luminance (WCAG 2.2) of each shade of Fluent's own brand ramp. Contrast depends on luminance alone: a ramp of another hue
 * with the same luminance is read as well as Fluent's, in its light and in its dark theme.
 */
const luminances: Record<keyof BrandVariants, number> = {
  10: 0.0078,
  20: 0.0154,
  30: 0.0251,
  40: 0.0401,
  50: 0.0588,
  60: 0.0834,
  70: 0.1077,
  80: 0.145,
  90: 0.2278,
  100: 0.3239,
  110: 0.3832,
  120: 0.445,
  130: 0.5377,
  140: 0.647,
  150: 0.7565,
  160: 0.8879,
};

/** Parts of a color from 0 to 1. */
type Rgb = readonly [red: number, green: number, blue: number];

function rgbOf(color: string): Rgb {
  const part = (at: number) => Number.parseInt(color.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

const hexOf = (rgb: Rgb): string =>
  `#${rgb
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** The color mixed with black (share below 0) or with white (above). */
function mixed(rgb: Rgb, share: number): Rgb {
  const mix = (part: number) => (share < 0 ? part * (1 + share) : part + (1 - part) * share);
  return [mix(rgb[0]), mix(rgb[1]), mix(rgb[2])];
}

/** The color with this luminance: luminance grows with the share, so that halving finds it. */
function withLuminance(rgb: Rgb, wanted: number): Rgb {
  let [low, high] = [-1, 1];
  for (let step = 0; step < 24; step += 1) {
    const middle = (low + high) / 2;
    if (luminanceOf(hexOf(mixed(rgb, middle))) < wanted) low = middle;
    else high = middle;
  }
  return mixed(rgb, (low + high) / 2);
}

/** A brand ramp of a color (`#rrggbb`), as readable as Fluent's own whatever the color is. */
export function brandRampOf(color: string): BrandVariants {
  const rgb = rgbOf(color);
  const shade = (of: keyof BrandVariants) => hexOf(withLuminance(rgb, luminances[of]));
  return {
    10: shade(10),
    20: shade(20),
    30: shade(30),
    40: shade(40),
    50: shade(50),
    60: shade(60),
    70: shade(70),
    80: shade(80),
    90: shade(90),
    100: shade(100),
    110: shade(110),
    120: shade(120),
    130: shade(130),
    140: shade(140),
    150: shade(150),
    160: shade(160),
  };
}

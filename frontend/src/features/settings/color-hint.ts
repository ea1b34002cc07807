import { isColor } from '../../lib/color.ts';
import { contrastWithWhite, readableContrast } from './report-look.ts';

/** How well a color is read on paper. */
export function colorHint(value: string): string {
  if (value === '') return 'Empty: Tenantry’s own color.';
  if (!isColor(value)) return 'Such as #0f6cbd.';
  const contrast = contrastWithWhite(value);
  const ratio = `Contrast with white paper: ${contrast.toFixed(1)}:1.`;
  return contrast >= readableContrast
    ? `${ratio} Titles in this color are easy to read.`
    : `${ratio} Titles in this color are hard to read: choose a darker one.`;
}

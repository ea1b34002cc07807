import { expect, test } from 'vitest';
import { isColor } from '../../lib/color.ts';
import { bytesOfBase64, contrastWithWhite, logoOfFile, sizeOfBase64 } from './report-look.ts';

test.each([
  ['#000000', 21],
  ['#ffffff', 1],
  ['#0f6cbd', 5.38],
  ['#ffd700', 1.4],
])('the contrast of %s with white is %d', (color, contrast) => {
  expect(contrastWithWhite(color)).toBeCloseTo(contrast, 1);
});

test.each([
  ['#0F6CBD', true],
  ['#fff', false],
  ['0f6cbd', false],
  ['#0f6cbd ', false],
])('%s is a color: %s', (text, is) => expect(isColor(text)).toBe(is));

test('a file comes back as it went in, and its size is told without reading it', async () => {
  const bytes = Uint8Array.from({ length: 20_000 }, (_, index) => index % 256);
  const logo = await logoOfFile(new File([bytes], 'logo.png', { type: 'image/png' }));
  if (typeof logo === 'string') throw new Error(logo);
  expect(logo.contentType).toBe('image/png');
  expect(bytesOfBase64(logo.base64)).toEqual(bytes);
  expect(sizeOfBase64(logo.base64)).toBe(20_000);
});

test('another kind of file, or one too large, is refused with what to do', async () => {
  expect(await logoOfFile(new File(['x'], 'logo.gif', { type: 'image/gif' }))).toBe('Choose a PNG or an SVG file.');
  const large = new File([new Uint8Array(300_000)], 'logo.png', { type: 'image/png' });
  expect(await logoOfFile(large)).toBe('The file has 300 KB. Choose one of at most 256 KB.');
});

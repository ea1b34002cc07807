import { expect, it } from 'vitest';
import { logoContent } from '../report-logo.ts';
import { png } from '../testing/png.ts';
import { checkedLogo } from './checked-logo.ts';

const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 10">
  <style>.a { fill: url(#g) }</style>
  <defs><linearGradient id="s"><stop offset="0" stop-color="#f00"/></linearGradient><linearGradient id="g" xlink:href="#s"/></defs>
  <path id="p" class="a" d="M0 0L9 9"/><use xlink:href="#p" x="20"/>
</svg>`;

it.each([
  ['image/svg+xml', Buffer.from(svg)],
  ['image/png', png(200, 40)],
] as const)('a logo that was taken as %s is printed', async (contentType, bytes) => {
  const logo = await checkedLogo({ contentType, base64: bytes.toString('base64') });
  expect(logoContent(logo, [180, 60], 'Northwind')).toMatchObject({ heightPt: contentType === 'image/png' ? 36 : 45 });
});

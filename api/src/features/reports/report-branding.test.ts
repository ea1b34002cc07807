import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBoundedPng, logoContent } from './report-logo.ts';
import { sampleFinding, sampleReport } from './report-samples.ts';
import { contrastOnWhite, themeOf } from './report-styles.ts';
import { png } from './testing/png.ts';
import { reportText, textOf } from './testing/report-text.ts';

const box: [number, number] = [170, 52];
const svgLogo = (inner: string) => ({
  contentType: 'image/svg+xml' as const,
  base64: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5">${inner}</svg>`).toString('base64'),
  width: 400,
  height: 200,
});

test('the contrast on white is that of WCAG', () => {
  expect(contrastOnWhite('#000000')).toBeCloseTo(21, 5);
  expect(contrastOnWhite('#ffffff')).toBeCloseTo(1, 5);
  expect(contrastOnWhite('#767676')).toBeCloseTo(4.54, 2);
});

test('headings are readable in every color that a provider may choose', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      const { heading, accent } = themeOf(`#${value.toString(16).padStart(6, '0')}`);
      expect(contrastOnWhite(heading)).toBeGreaterThanOrEqual(4.5);
      expect(contrastOnWhite(accent)).toBeGreaterThanOrEqual(3);
    }),
  );
});

test('a dark color is that of the headings, a light one colors the band alone', () => {
  expect(themeOf('#7a1fa2')).toEqual({ band: '#7a1fa2', heading: '#7a1fa2', accent: '#7a1fa2' });
  expect(themeOf('#ffe066')).toEqual({ band: '#ffe066', heading: '#242424', accent: '#242424' });
});

test('a logo keeps its shape within its box and says whose it is', () => {
  const wide = logoContent(svgLogo('<rect width="10" height="5" fill="#123456"/>'), box, 'Northwind');
  expect(wide?.content).toMatchObject({ width: 104, height: 52, alt: 'Logo of Northwind' });
  const logo = { contentType: 'image/png' as const, base64: png(4, 4).toString('base64'), width: 4, height: 4 };
  expect(logoContent(logo, box, null)?.content).toMatchObject({ width: 52, height: 52, alt: 'Logo' });
});

test.each([
  '<image href="file:///etc/passwd"/>',
  '<rect fill="url(https://example.org/a.svg#b)"/>',
  '<use href="https://example.org/a.svg#a"/>',
  '<script>1</script>',
  '<style>@import url(x)</style>',
  '<rect onload="a()"/>',
])('a drawing that could load, repeat or run something is left out: %s', (inner) => {
  expect(logoContent(svgLogo(inner), box, 'Northwind')).toBeNull();
});

test('a picture that unpacks to more than it says is left out', () => {
  expect(isBoundedPng(png(4, 4))).toBe(true);
  expect(isBoundedPng(png(4, 4, deflateSync(Buffer.alloc(10_000_000))))).toBe(false);
  expect(isBoundedPng(png(60_000, 60_000))).toBe(false);
  expect(isBoundedPng(Buffer.from('GIF89a'))).toBe(false);
  expect(isBoundedPng(png(4, 4).subarray(0, 40))).toBe(false);
});

test('every time is that of the chosen zone, which the report names once', () => {
  const model = { ...sampleReport(0), timeZone: 'Asia/Tokyo', generatedAt: '2026-11-20T23:30:00Z' };
  model.findings = [{ ...sampleFinding(0), firstSeen: '2026-09-03T22:00:00Z' }];
  const text = reportText(model);
  expect(text).toContain('November 21, 2026, 08:30');
  expect(text).toContain('since Sep 4, 2026');
  expect(text.split('Times are in Asia/Tokyo (UTC+9).')).toHaveLength(2);
  expect(text).not.toMatch(/\d UTC|UTC\./);
});

test('a day that somebody chose for the comparison is that day in every zone', () => {
  const model = { ...sampleReport(0), timeZone: 'America/Los_Angeles' };
  if (model.comparison) Object.assign(model.comparison, { basis: 'date', since: '2026-10-01T00:00:00.000Z' });
  expect(reportText(model)).toContain('Changes since October 1, 2026');
});

test('a provider without a logo and a name leaves their room empty', () => {
  const model = { ...sampleReport(0), preparedBy: { organization: null } };
  expect(textOf(reportText(model))).not.toMatch(/Prepared by|Northwind/);
});

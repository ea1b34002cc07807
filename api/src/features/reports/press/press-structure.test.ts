import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { copyFonts } from '../../../../font-files.mjs';
import { createReportDocument } from '../report-document.ts';
import { sampleReport } from '../report-samples.ts';
import { pdfStructure, type StructureNode } from '../testing/pdf-structure.ts';
import { pressPdf } from './press.ts';
import { readPressFonts } from './press-fonts.ts';

const fontsDir = mkdtempSync(join(tmpdir(), 'tenantry-fonts-'));
copyFonts(fontsDir);
afterAll(() => rmSync(fontsDir, { recursive: true }));
const fonts = readPressFonts(fontsDir);

async function pdfOf(findings: number) {
  return (await pressPdf(createReportDocument(sampleReport(findings), fonts.hasGlyph), fonts)).bytes;
}
const all = (node: StructureNode): StructureNode[] => [node, ...node.kids.flatMap(all)];
const ofType = (root: StructureNode, type: string) => all(root).filter((node) => node.type === type);

test('the document says that it is tagged, its language, and that its title is to be shown', async () => {
  const raw = Buffer.from(await pdfOf(1)).toString('latin1');
  expect(raw).toContain('/Marked true');
  expect(raw).toContain('/Lang (en-US)');
  expect(raw).toContain('/DisplayDocTitle true');
  expect(raw).toContain('/Tabs /S');
}, 60_000);

test('headings, paragraphs, links, tables with their heads and figures with their words are found in reading order', async () => {
  const { root } = pdfStructure(await pdfOf(12));
  expect(root.type).toBe('Document');
  const headings = all(root).filter(({ type }) => /^H\d$/.test(type));
  expect(headings.slice(0, 4).map(({ type, text }) => `${type} ${text}`)).toEqual([
    'H1 Microsoft 365 security audit',
    'H2 Security score',
    'H1 Contents',
    'H1 Executive summary',
  ]);
  expect(headings.map(({ text }) => text)).toContain('Critical findings (3)');
  expect(ofType(root, 'H3').length).toBeGreaterThanOrEqual(12);
  expect(ofType(root, 'Figure').map(({ alt }) => alt)).toEqual([
    'Security score 61 of 100',
    expect.stringMatching(/^Microsoft Secure Score: \d+% on \w+ \d+, \d+% on \w+ \d+$/),
  ]);
  for (const table of ofType(root, 'Table')) {
    const [head, ...rows] = table.kids;
    const columns = head?.kids.length ?? 0;
    expect(rows.length).toBeGreaterThan(0);
    expect(table.kids.every(({ type }) => type === 'TR')).toBe(true);
    expect(ofType(table, 'TH').every(({ scope }) => scope === 'Column' || scope === 'Row')).toBe(true);
    expect(rows.map(({ kids }) => kids.length)).toEqual(rows.map(() => columns));
  }
  expect(ofType(root, 'Link').every(({ objects, text }) => objects === 1 && text !== '')).toBe(true);
  expect(ofType(root, 'TOCI').length).toBeGreaterThan(5);
}, 60_000);

test('all that is printed is part of the structure or an artifact, and each part of the structure is printed once', async () => {
  const { root, unmarked, marks } = pdfStructure(await pdfOf(40));
  expect(unmarked).toEqual([]);
  const used = all(root).flatMap(({ contents }) => contents);
  expect(new Set(used).size).toBe(used.length);
  expect(used.length).toBe(marks);
  const words = all(root)
    .map(({ text }) => text)
    .join('\n');
  // Headers, footers and the heads of tables on further pages are for the eye alone.
  expect(words).not.toContain('Page 3 of');
  expect(words.split('Number and title')).toHaveLength(2);
}, 60_000);

import { beforeAll, expect, test } from 'vitest';
import type { AuditResult } from '../audit-result.ts';
import { againstBaseline, auditOf, withHostileNames } from '../testing/audit-results.ts';
import { csvFile } from './findings-csv.ts';

/** The fields of each line, as a spreadsheet reads them. */
function rowsOf(result: AuditResult): Record<string, string>[] {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(csvFile(result).content as Uint8Array);
  expect(text.startsWith('\uFEFF"Tenant"')).toBe(true);
  const rows = [...text.slice(1).matchAll(/((?:"(?:[^"]|"")*",?)+)\r\n/g)].map(([, line = '']) =>
    [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, field = '']) => field.replaceAll('""', '"')),
  );
  const [header = [], ...lines] = rows;
  return lines.map((fields) => Object.fromEntries(header.map((name, index) => [name, fields[index] ?? ''])));
}

let weak: AuditResult;
beforeAll(async () => {
  weak = await auditOf('weak');
});

test('each finding is one line, in the order of urgency, with what it takes to mend it', () => {
  const rows = rowsOf(weak);
  expect(rows.map((row) => row.Finding)).toEqual(weak.findings.map(({ title }) => title));
  expect(rows[0]).toMatchObject({
    Tenant: weak.tenant.name,
    Simulated: 'Yes',
    Status: 'Unresolved',
    'First detected (UTC)': '2026-11-20 12:00',
    'Finding ID': weak.findings[0]?.fingerprint,
  });
  for (const row of rows) {
    expect(row.Recommendation).not.toBe('');
    expect(row['Help article']).toMatch(/^frontend\/public\/help\/[a-z0-9-]+\.md$/);
  }
});

test('the article is an address where that is known', () => {
  const tool = { ...weak.tool, home: 'https://github.com/contoso/tenantry/' };
  expect(rowsOf({ ...weak, tool })[0]?.['Help article']).toMatch(
    /^https:\/\/github\.com\/contoso\/tenantry\/blob\/main\/frontend\/public\/help\//,
  );
});

test('an accepted risk says why, by whom and until when, and a known finding since when', () => {
  const [accepted, grown, , known] = rowsOf(againstBaseline(weak));
  expect(accepted).toMatchObject({
    Status: 'Accepted',
    'Acceptance reason': 'Replaced in spring',
    'Accepted by': 'Ada Lovelace',
    'Acceptance expires (UTC)': '2027-03-01 00:00',
  });
  expect(grown).toMatchObject({ Status: 'Unresolved', 'Latest scan': 'New', 'Acceptance reason': '' });
  expect(known).toMatchObject({ 'Latest scan': 'Still there', 'First detected (UTC)': '2026-10-01 08:00' });
});

test('no name of a tenant becomes a formula', () => {
  for (const row of rowsOf(withHostileNames(weak)))
    for (const field of Object.values(row)) {
      expect(field).not.toMatch(/^\s*[=+\-@]/);
      expect(field.split(' | ').every((part) => !part.startsWith('='))).toBe(true);
    }
});

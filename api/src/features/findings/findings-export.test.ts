import { describe, expect, it } from 'vitest';
import { csvField } from '../../http/csv.ts';
import type { ExportedFinding } from './finding-view.ts';
import { findingsCsv } from './findings-export.ts';

const at = '2026-11-20T12:00:00.000Z';
const finding: ExportedFinding = {
  id: 't_f-1',
  tenantId: '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01',
  tenant: 'Bracken, "Freight"',
  checkId: 'ca.mfa.all',
  title: '=cmd|calc',
  severity: 'high',
  status: 'unresolved',
  change: 'new',
  category: 'mfa',
  description: 'two\nlines',
  impact: 'What can happen',
  recommendation: 'do ü',
  isCounted: true,
  closedBy: null,
  affectedCount: 1,
  firstDetected: at,
  lastDetected: at,
  resolvedAt: null,
  resolvedBy: null,
  isVerified: true,
  note: '',
  acceptance: null,
  remedy: { id: 'require-mfa', title: 'Require MFA' },
  history: [{ at, what: 'first-seen', by: 'scanner', note: '', scanLogId: null }],
  historyOmitted: 0,
  needsLicense: null,
  countsWith: 0,
  isSimulated: true,
  evidence: [{ dataset: 'users', observed: 'a, b' }],
  affected: [{ type: 'user', id: 'u', name: '@evil' }],
  references: ['MS.AAD.3.2v2', 'CIS 5.2.2.2'],
};

describe('findings as CSV', () => {
  it('are quoted after RFC 4180, every field', () => {
    expect(csvField('plain text')).toBe('"plain text"');
    expect(csvField('say "x", twice')).toBe('"say ""x"", twice"');
    expect(csvField('two\r\nlines')).toBe('"two\r\nlines"');
  });

  it.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx', '\n=1', ' =1', '\u200b=1', '\uff1d1+1'])(
    'make %j harmless to a spreadsheet',
    (value) => {
      expect(csvField(value).startsWith(`"'`)).toBe(true);
    },
  );

  it('make each of several names in a field harmless', () => {
    const names = ['Alice', "=cmd|' /C calc'!A0"].map((name) => ({ type: 'user' as const, id: 'u', name }));
    expect(findingsCsv([{ ...finding, affected: names }]).toString()).toContain(`"Alice | '=cmd|' /C calc'!A0"`);
  });

  it('have a header, one record a finding, and CRLF after each', () => {
    const text = findingsCsv([finding, finding]).toString();
    expect(text.startsWith('\uFEFF"Tenant","Simulated","Severity",')).toBe(true);
    expect(text.endsWith('"t_f-1"\r\n')).toBe(true);
    expect(text.split('\r\n')).toHaveLength(4);
    expect(text).toContain('"Bracken, ""Freight"""');
    expect(text).toContain("'=cmd|calc");
    expect(findingsCsv([]).toString().split('\r\n')).toHaveLength(2);
  });

  it('begin with the byte order mark by which Excel knows UTF-8, and hold umlauts and dashes in it', () => {
    const bytes = findingsCsv([{ ...finding, title: 'Büro – Köln' }]);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.includes(Buffer.from('Büro – Köln', 'utf8'))).toBe(true);
    expect(bytes.subarray(3).includes(Buffer.from([0xef, 0xbb, 0xbf]))).toBe(false);
  });

  it('say in words what the contract says in codes', () => {
    const evidence = [{ dataset: 'conditionalAccessPolicies', observed: 'no policy' }];
    const acceptance = {
      reason: 'Replaced in May',
      acceptedBy: 'Ada',
      acceptedAt: at,
      expiresAt: '2027-02-01T00:00:00.000Z',
      isByClient: false,
    };
    const references = ['CIS 5.2.2.2', 'prowler:entra_users_mfa', 'https://learn.microsoft.com/x'];
    const text = findingsCsv([
      { ...finding, status: 'in-progress', change: 'still-there', evidence, acceptance, references },
    ]).toString();
    for (const words of [
      '"Yes","High"',
      '"Multi-factor authentication","In Progress","Still there"',
      '"no policy (Conditional Access policies)"',
      '"CIS 5.2.2.2 | https://learn.microsoft.com/x"',
      '"2026-11-20 12:00"',
      '"2027-02-01 00:00","Replaced in May","Ada"',
    ])
      expect(text).toContain(words);
    expect(text).not.toMatch(/in-progress|still-there|conditionalAccessPolicies|prowler/);
  });

  it('never overflow a cell of Excel: what does not fit is counted', () => {
    const affected = Array.from({ length: 900 }, (_, index) => ({
      type: 'user' as const,
      id: `${index}`,
      name: `${index}-${'w'.repeat(60)}`,
    }));
    const [, line = ''] = findingsCsv([{ ...finding, affected }])
      .toString()
      .split('\r\n');
    const cell = line.split('","').find((one) => one.startsWith('0-w')) ?? '';
    expect(cell.length).toBeLessThan(32_767);
    const shown = cell.match(/\d+-w+/g)?.length ?? 0;
    expect(cell.endsWith(`and ${900 - shown} more`)).toBe(true);
  });
});

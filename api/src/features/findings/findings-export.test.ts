import type { FindingDetails } from '@tenantry/contract/findings';
import { describe, expect, it } from 'vitest';
import { csvField } from '../../http/csv.ts';
import { findingsCsv } from './findings-export.ts';

const finding: FindingDetails = {
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
  recommendation: 'do ü',
  affectedCount: 1,
  firstDetected: '2026-11-20T12:00:00.000Z',
  lastDetected: '2026-11-20T12:00:00.000Z',
  resolvedAt: null,
  resolvedBy: null,
  acceptance: null,
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
    expect(findingsCsv([{ ...finding, affected: names }])).toContain(`"Alice | '=cmd|' /C calc'!A0"`);
  });

  it('have a header, one record a finding, and CRLF after each', () => {
    const text = findingsCsv([finding, finding]);
    expect(text.startsWith('"id","tenant","category",')).toBe(true);
    expect(text.endsWith('"yes"\r\n')).toBe(true);
    expect(text.split('\r\n')).toHaveLength(4);
    expect(text).toContain('"Bracken, ""Freight"""');
    expect(text).toContain("'=cmd|calc");
    expect(findingsCsv([]).split('\r\n')).toHaveLength(2);
  });
});

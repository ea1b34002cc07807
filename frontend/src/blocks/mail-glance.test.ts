import { expect, test } from 'vitest';
import { mailFlowReport } from '../testing/mail-flow.ts';
import { glanceAreas, glanceOf, lookupsText } from './mail-glance.ts';

const report = mailFlowReport('contoso.example');
const { details } = report;

test('what could not be checked is neither good nor bad', () => {
  expect(glanceOf(report, 'dkim')).toEqual({ label: 'Unknown', tone: 'unknown' });
  const unresolved = mailFlowReport(
    'contoso.example',
    { spf: null, spfLookupCount: null, dmarc: null },
    {
      spf: { ...details.spf, class: 'temperror' },
      dmarc: { ...details.dmarc, found: null, valid: null, applied: null },
      mx: { ...details.mx, state: 'couldNotCheck' },
      mtaSts: { ...details.mtaSts, state: 'couldNotCheck' },
      tlsRpt: { ...details.tlsRpt, state: 'couldNotCheck' },
      bimi: { ...details.bimi, state: 'couldNotCheck' },
      dnssec: { ...details.dnssec, state: 'couldNotCheck' },
    },
  );
  expect(new Set(glanceAreas.map((area) => glanceOf(unresolved, area).tone))).toEqual(new Set(['unknown']));
  expect(lookupsText(unresolved)).toBe('DNS lookups unknown');
});

test('how bad an area is the issues of the check say', () => {
  expect(glanceOf(report, 'dmarc')).toEqual({ label: 'Monitoring', tone: 'warning' });
  expect(glanceOf(report, 'spf')).toEqual({ label: 'Valid', tone: 'good' });
  const issue = { ...details.issues[0], area: 'spf', severity: 'error' } as (typeof details.issues)[0];
  const broken = mailFlowReport(
    'contoso.example',
    {},
    { issues: [issue], spf: { ...details.spf, class: 'permerror' } },
  );
  expect(glanceOf(broken, 'spf')).toEqual({ label: 'Broken', tone: 'bad' });
});

test('what is absent without being missed is not called good', () => {
  expect(glanceOf(report, 'bimi')).toEqual({ label: 'None', tone: 'plain' });
  expect(glanceOf(report, 'dnssec')).toEqual({ label: 'Not signed', tone: 'plain' });
});

test('a DMARC record that does not hold is invalid, whatever it asks for', () => {
  const invalid = mailFlowReport('contoso.example', {}, { dmarc: { ...details.dmarc, valid: false } });
  expect(glanceOf(invalid, 'dmarc').label).toBe('Invalid');
});

test('lookups are told with their limit', () => {
  expect(lookupsText(report)).toBe('3 of 10 DNS lookups');
});

import type { JsonObject } from '../../facts/json-reader.ts';
import { oneDomain } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const dmarc = (...dmarcRecords: string[]): JsonObject => oneDomain({ dmarc: dmarcRecords });

verdictTable('dns.dmarc.published', [
  {
    when: 'no policy, with reports',
    snapshot: dmarc('v=DMARC1; rua=mailto:a@a.example'),
    says: 'warning',
    message: '1 of 1 … missing or invalid … a.example … no policy',
    recommendation:
      '… _dmarc.a.example TXT "v=DMARC1; p=reject; rua=mailto:a@a.example" (first "v=DMARC1; p=quarantine; rua=mailto:a@a.example")',
    evidence: ['dns: a.example: v=DMARC1; rua=mailto:a@a.example (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'no policy',
    snapshot: dmarc('v=DMARC1'),
    says: 'fail',
    message: '1 of 1 … missing or invalid … a.example … invalid … p=',
    recommendation:
      '… _dmarc.a.example TXT "v=DMARC1; p=reject" (first "v=DMARC1; p=none", then "v=DMARC1; p=quarantine"). No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address',
    evidence: ['dns: a.example: v=DMARC1 (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'two records',
    snapshot: dmarc('v=DMARC1; p=reject', 'v=DMARC1; p=none'),
    says: 'fail',
    message: '1 of 1 … missing or invalid … a.example … several records',
    recommendation:
      '… _dmarc.a.example TXT "v=DMARC1; p=reject" (first "v=DMARC1; p=none", then "v=DMARC1; p=quarantine"). No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address',
    evidence: ['dns: a.example: _dmarc TXT: v=DMARC1; p=reject | v=DMARC1; p=none (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'no record',
    snapshot: dmarc(),
    says: 'fail',
    message: '1 of 1 … missing or invalid … a.example (it has no DMARC record)',
    recommendation:
      '… _dmarc.a.example TXT "v=DMARC1; p=reject" (first "v=DMARC1; p=none", then "v=DMARC1; p=quarantine"). No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address',
    evidence: ['dns: a.example: _dmarc TXT: nodata (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'not asked',
    snapshot: oneDomain({ txt: ['v=spf1 -all'] }),
    says: 'couldNotCheck',
    message: 'Not every domain … a.example … not read',
    evidence: ['dns: a.example: _dmarc TXT: notAsked (a.example)'],
  },
  {
    when: 'an answer of another form',
    snapshot: oneDomain({ dmarc: [5] }),
    says: 'couldNotCheck',
    message: 'Not every domain … a.example … _dmarc.a.example',
    evidence: ['dns: a.example: _dmarc TXT: servfail (a.example)'],
  },
  {
    when: 'a subdomain under its parent',
    snapshot: { dns: { 'a.example': { dmarc: ['v=DMARC1; p=reject; sp=quarantine'] }, 'm.a.example': { dmarc: [] } } },
    says: 'pass',
    message: 'Every mail domain … DMARC record',
    evidence: [
      'dns: a.example: v=DMARC1; p=reject; sp=quarantine (a.example)',
      'dns: m.a.example: v=DMARC1; p=reject; sp=quarantine (m.a.example)',
    ],
  },
  {
    when: 'under a public suffix with a record',
    snapshot: { dns: { 'a.example': { dmarc: [] }, example: { dmarc: ['v=DMARC1; p=reject; psd=y'] } } },
    says: 'fail',
    message: '1 of 2 … missing or invalid … a.example … only that of example … public suffix',
    recommendation:
      '… _dmarc.a.example TXT "v=DMARC1; p=reject" (first "v=DMARC1; p=none", then "v=DMARC1; p=quarantine"). No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address',
    evidence: [
      'dns: a.example: v=DMARC1; p=reject; psd=y (a.example)',
      'dns: example: v=DMARC1; p=reject; psd=y (example)',
    ],
    affected: ['domain a.example: a.example'],
  },
]);

verdictTable('dns.dmarc', [
  {
    when: 'quarantine',
    snapshot: dmarc('v=DMARC1; p=quarantine'),
    says: 'warning',
    message: '1 of 1 … forged mail … a.example … quarantine … junk',
    recommendation:
      '… _dmarc.a.example TXT "v=DMARC1; p=reject". No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address',
    evidence: ['dns: a.example: v=DMARC1; p=quarantine (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'none',
    snapshot: dmarc('v=DMARC1; p=none'),
    says: 'fail',
    message: '1 of 1 … forged mail … a.example … policy none:',
    recommendation:
      '… _dmarc.a.example TXT "v=DMARC1; p=reject" (first "v=DMARC1; p=quarantine"). No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address',
    evidence: ['dns: a.example: v=DMARC1; p=none (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'reject, in test mode',
    snapshot: dmarc('v=DMARC1; p=reject; t=y'),
    says: 'warning',
    message: '1 of 1 … forged mail … a.example … policy reject … t=y … quarantine is applied',
    recommendation:
      '… _dmarc.a.example TXT "v=DMARC1; p=reject". No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address',
    evidence: ['dns: a.example: v=DMARC1; p=reject; t=y (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'quarantine, in test mode',
    snapshot: dmarc('v=DMARC1; p=quarantine; t=y'),
    says: 'fail',
    message: '1 of 1 … forged mail … a.example … policy quarantine in test mode',
    recommendation:
      '… _dmarc.a.example TXT "v=DMARC1; p=reject" (first "v=DMARC1; p=quarantine"). No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address',
    evidence: ['dns: a.example: v=DMARC1; p=quarantine; t=y (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'reject, none for subdomains',
    snapshot: dmarc('v=DMARC1; p=reject; sp=none'),
    says: 'warning',
    message: '1 of 1 … forged mail … a.example … subdomains of a.example … delivered … sp=none',
    recommendation:
      '… _dmarc.a.example TXT "v=DMARC1; p=reject" (first "v=DMARC1; p=reject; sp=quarantine"). No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address',
    evidence: ['dns: a.example: v=DMARC1; p=reject; sp=none (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'reject, for half the mail',
    snapshot: dmarc('v=DMARC1; p=reject; pct=50'),
    says: 'warning',
    message: '1 of 1 … forged mail … a.example … policy reject … pct=50',
    recommendation:
      '… _dmarc.a.example TXT "v=DMARC1; p=reject". No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address',
    evidence: ['dns: a.example: v=DMARC1; p=reject; pct=50 (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'reject, for all the mail',
    snapshot: dmarc('v=DMARC1; p=reject; PCT = 100'),
    says: 'pass',
    message: 'Forged mail … every mail domain.',
    evidence: ['dns: a.example: v=DMARC1; p=reject; PCT = 100 (a.example)'],
  },
  {
    when: 'reject, for 99 per cent',
    snapshot: dmarc('v=DMARC1; p=reject;pct=99'),
    says: 'warning',
    message: '1 of 1 … forged mail … a.example … policy reject … pct=99',
    recommendation:
      '… _dmarc.a.example TXT "v=DMARC1; p=reject". No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address',
    evidence: ['dns: a.example: v=DMARC1; p=reject;pct=99 (a.example)'],
    affected: ['domain a.example: a.example'],
  },
]);

verdictTable('dns.dmarc.cisa', [
  {
    when: 'an authority that reports',
    snapshot: {
      dns: {
        'agency.gov': { dmarc: ['v=DMARC1; p=reject; rua=mailto:x@agency.gov,mailto:Reports@dmarc.cyber.dhs.gov'] },
      },
    },
    says: 'pass',
    message: 'every domain go to CISA',
    evidence: [
      'dns: agency.gov: v=DMARC1; p=reject; rua=mailto:x@agency.gov,mailto:Reports@dmarc.cyber.dhs.gov (agency.gov)',
    ],
  },
  {
    when: 'an authority that reports elsewhere',
    snapshot: { dns: { 'agency.gov': { dmarc: ['v=DMARC1; p=reject; rua=mailto:x@agency.gov'] } } },
    says: 'fail',
    message: '1 of 1 … CISA … agency.gov … no report',
    evidence: ['dns: agency.gov: v=DMARC1; p=reject; rua=mailto:x@agency.gov (agency.gov)'],
    affected: ['domain agency.gov: agency.gov'],
  },
  {
    when: 'a company',
    snapshot: dmarc('v=DMARC1; p=reject; rua=mailto:x@a.example'),
    says: 'warning',
    message: '1 of 1 … CISA … a.example … no report',
    evidence: ['dns: a.example: v=DMARC1; p=reject; rua=mailto:x@a.example (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'a name that only holds gov',
    snapshot: { dns: { 'a.gov.example': { dmarc: ['v=DMARC1; p=reject'] } } },
    says: 'warning',
    message: '1 of 1 … CISA … a.gov.example … no report',
    recommendation:
      '… a.gov.example: No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address',
    evidence: ['dns: a.gov.example: v=DMARC1; p=reject (a.gov.example)'],
    affected: ['domain a.gov.example: a.gov.example'],
  },
]);

verdictTable('dns.dmarc.reports', [
  {
    when: 'both addresses',
    snapshot: dmarc('v=DMARC1; p=reject; rua=mailto:a@a.example; ruf=mailto:b@a.example'),
    says: 'pass',
    message: 'Every DMARC record … addresses',
    evidence: ['dns: a.example: v=DMARC1; p=reject; rua=mailto:a@a.example; ruf=mailto:b@a.example (a.example)'],
  },
  {
    when: 'aggregate reports only',
    snapshot: dmarc('v=DMARC1; p=reject; rua=mailto:a@a.example'),
    says: 'warning',
    message: '1 of 1 … addresses … missing … a.example … failure reports',
    evidence: ['dns: a.example: v=DMARC1; p=reject; rua=mailto:a@a.example (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'failure reports only',
    snapshot: dmarc('v=DMARC1; p=reject; ruf=mailto:a@a.example'),
    says: 'fail',
    message: '1 of 1 … addresses … missing … a.example … aggregate reports',
    recommendation:
      '… a.example: No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address',
    evidence: ['dns: a.example: v=DMARC1; p=reject; ruf=mailto:a@a.example (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'an address for failures that is none',
    snapshot: dmarc('v=DMARC1; p=reject; rua=mailto:a@a.example; ruf=nobody'),
    says: 'pass',
    message: 'Every DMARC record … addresses',
    evidence: ['dns: a.example: v=DMARC1; p=reject; rua=mailto:a@a.example; ruf=nobody (a.example)'],
  },
]);

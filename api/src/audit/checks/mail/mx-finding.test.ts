import type { JsonObject } from '../../facts/json-reader.ts';
import { oneDomain } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const mx = (...exchangeNames: string[]): JsonObject =>
  oneDomain({ mx: exchangeNames.map((exchange, priority) => ({ priority, exchange })) });
const outlook = 'a-example.mail.protection.outlook.com';

verdictTable('dns.mx', [
  {
    when: 'Microsoft 365',
    snapshot: mx(outlook),
    says: 'pass',
    message: 'every domain … Microsoft 365 directly',
    evidence: ['dns: a.example: MX: a-example.mail.protection.outlook.com (a.example)'],
  },
  {
    when: 'Microsoft 365 and another',
    snapshot: mx(outlook, 'mx.b.example'),
    says: 'warning',
    message: '1 of 1 … MX records … a.example … some elsewhere',
    evidence: ['dns: a.example: MX: a-example.mail.protection.outlook.com, mx.b.example (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'more hosts of Microsoft 365 than are looked at',
    snapshot: mx(...Array.from({ length: 21 }, () => outlook)),
    says: 'warning',
    message: '1 of 1 … MX records … a.example … first 20 of 21 MX records',
    evidence: ['dns: a.example: MX: a-example.mail.protection.outlook.com, … (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'another',
    snapshot: mx('mx.b.example'),
    says: 'warning',
    message: '1 of 1 … MX records … a.example … another service',
    evidence: ['dns: a.example: MX: mx.b.example (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'no mail',
    snapshot: mx('.'),
    says: 'notApplicable',
    message: 'no domain … a.example … no mail',
    evidence: ['dns: a.example: MX: . (a.example)'],
  },
  {
    when: 'no mail, beside a host',
    snapshot: mx('.', 'mx.b.example'),
    says: 'warning',
    message: '1 of 1 … MX records … a.example … null MX',
    recommendation: '… a.example MX "1 mx.b.example."',
    evidence: ['dns: a.example: MX: mx.b.example (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'no record',
    snapshot: mx(),
    says: 'notApplicable',
    message: 'no domain … a.example … no mail',
    evidence: ['dns: a.example: MX: no record (a.example)'],
  },
  {
    when: 'not asked',
    snapshot: oneDomain({ txt: ['v=spf1 -all'] }),
    says: 'couldNotCheck',
    message: 'Not every domain … a.example … could not be read',
    evidence: ['dns: a.example: MX: not asked (a.example)'],
  },
  {
    when: 'an answer of another form',
    snapshot: oneDomain({ mx: [5] }),
    says: 'couldNotCheck',
    message: 'Not every domain … a.example … could not be read',
    evidence: ['dns: a.example: MX: servfail (a.example)'],
  },
]);

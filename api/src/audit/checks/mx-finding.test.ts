import type { JsonObject } from '../json-reader.ts';
import { saysExactly } from '../testing/exact-verdicts.ts';
import { oneDomain } from '../testing/snapshots.ts';

const mx = (...exchangeNames: string[]): JsonObject =>
  oneDomain({ mx: exchangeNames.map((exchange, priority) => ({ priority, exchange })) });
const outlook = 'a-example.mail.protection.outlook.com';

saysExactly('dns.mx', [
  {
    when: 'Microsoft 365',
    snapshot: mx(outlook),
    says: 'pass',
    message: 'Mail of every domain goes to Microsoft 365 directly.',
    evidence: ['dns: a.example: MX: a-example.mail.protection.outlook.com (a.example)'],
  },
  {
    when: 'Microsoft 365 and another',
    snapshot: mx(outlook, 'mx.b.example'),
    says: 'warning',
    message:
      'In 1 of 1 domains the route of incoming mail should be looked at: a.example (some mail goes to Microsoft 365 and some elsewhere).',
    evidence: ['dns: a.example: MX: a-example.mail.protection.outlook.com, mx.b.example (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'another',
    snapshot: mx('mx.b.example'),
    says: 'warning',
    message:
      'In 1 of 1 domains the route of incoming mail should be looked at: a.example (mail goes through another service first).',
    evidence: ['dns: a.example: MX: mx.b.example (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'no mail',
    snapshot: mx('.'),
    says: 'notApplicable',
    message: 'There is no domain to which this applies: a.example (it receives no mail).',
    evidence: ['dns: a.example: MX: . (a.example)'],
  },
  {
    when: 'no mail, beside a host',
    snapshot: mx('.', 'mx.b.example'),
    says: 'warning',
    message:
      'In 1 of 1 domains the route of incoming mail should be looked at: a.example (a null MX has to be the only MX record (RFC 7505)).',
    evidence: ['dns: a.example: MX: mx.b.example (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'no record',
    snapshot: mx(),
    says: 'notApplicable',
    message: 'There is no domain to which this applies: a.example (it receives no mail).',
    evidence: ['dns: a.example: MX: no record (a.example)'],
  },
  {
    when: 'not asked',
    snapshot: oneDomain({ txt: ['v=spf1 -all'] }),
    says: 'couldNotCheck',
    message: 'Not every domain could be looked at: a.example (its MX records could not be read).',
    evidence: ['dns: a.example: MX: not asked (a.example)'],
  },
  {
    when: 'an answer of another form',
    snapshot: oneDomain({ mx: [5] }),
    says: 'couldNotCheck',
    message: 'Not every domain could be looked at: a.example (its MX records could not be read).',
    evidence: ['dns: a.example: MX: servfail (a.example)'],
  },
]);

import { saysExactly } from '../testing/exact-verdicts.ts';
import { refused } from '../testing/snapshots.ts';

saysExactly('dns.spf', [
  {
    when: 'there is no domain',
    snapshot: { domains: [], dns: {} },
    says: 'couldNotCheck',
    message: 'No mail domain is known.',
  },
  {
    when: 'one has a record, one has none',
    snapshot: { dns: { 'a.example': { txt: ['v=spf1 -all'] }, 'b.example': { txt: [] } } },
    says: 'fail',
    message: 'In 1 of 2 domains SPF does not protect the domain: b.example (it has no SPF record).',
    evidence: ['dns: b.example: TXT: nodata (b.example)', 'dns: a.example: v=spf1 -all (0 of 10 look-ups) (a.example)'],
    affected: ['domain b.example: b.example'],
  },
  {
    when: 'one was not asked',
    snapshot: { domains: ['a.example', 'b.example'], dns: { 'a.example': { txt: ['v=spf1 -all'] } } },
    says: 'couldNotCheck',
    message: 'Not every domain was looked at: 1 domain was not asked for (b.example).',
    evidence: [
      'dns: a.example: v=spf1 -all (0 of 10 look-ups) (a.example)',
      'dns: 1 domain was not asked for (b.example)',
    ],
  },
  {
    when: 'the list of domains was refused',
    snapshot: { domains: refused, dns: { 'a.example': { txt: ['v=spf1 -all'] } } },
    says: 'notPermitted',
    message: 'Microsoft refused to show this data (domains) to the audit application.',
    recommendation: 'Grant the application permission Domain.Read.All and give admin consent again.',
    evidence: ['domains: 403 Authorization_RequestDenied: '],
  },
]);

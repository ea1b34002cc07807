import { refused } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

verdictTable('dns.spf', [
  {
    when: 'there is no domain',
    snapshot: { domains: [], dns: {} },
    says: 'couldNotCheck',
    message: 'No mail domain',
  },
  {
    when: 'one has a record, one has none',
    snapshot: { dns: { 'a.example': { txt: ['v=spf1 -all'] }, 'b.example': { txt: [] } } },
    says: 'fail',
    message: '1 of 2 … SPF … b.example (it has no SPF record).',
    recommendation: '… b.example: … services that send',
    evidence: ['dns: b.example: TXT: nodata (b.example)', 'dns: a.example: v=spf1 -all (0 of 10 …) (a.example)'],
    affected: ['domain b.example: b.example'],
  },
  {
    when: 'one was not asked',
    snapshot: { domains: ['a.example', 'b.example'], dns: { 'a.example': { txt: ['v=spf1 -all'] } } },
    says: 'couldNotCheck',
    message: 'Not every domain … 1 domain was not checked (b.example)',
    evidence: ['dns: a.example: v=spf1 -all (0 of 10 …) (a.example)', 'dns: 1 domain was … (b.example)'],
  },
  {
    when: 'the list of domains was refused',
    snapshot: { domains: refused, dns: { 'a.example': { txt: ['v=spf1 -all'] } } },
    says: 'notPermitted',
    message: 'refused … (domains) … the audit application',
    recommendation: 'application permission Domain.Read.All … admin consent',
    evidence: ['domains: 403 Authorization_RequestDenied: '],
  },
]);

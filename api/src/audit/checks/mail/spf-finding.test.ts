import type { JsonObject } from '../../facts/json-reader.ts';
import { oneDomain } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const spf = (...txt: string[]): JsonObject => oneDomain({ txt });

verdictTable('dns.spf', [
  {
    when: '?all',
    snapshot: spf('v=spf1 ip4:192.0.2.0/24 ?all'),
    says: 'fail',
    message: '1 of 1 … SPF … a.example … ?all',
    recommendation: '… a.example TXT "v=spf1 ip4:192.0.2.0/24 -all" (first "v=spf1 ip4:192.0.2.0/24 ~all")',
    evidence: ['dns: a.example: v=spf1 ip4:192.0.2.0/24 ?all (0 of 10 …) (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'no all behind an include',
    snapshot: spf('v=spf1 include:b.example'),
    says: 'fail',
    message: '1 of 1 … SPF … a.example … not end with -all or ~all',
    evidence: ['dns: a.example: v=spf1 include:b.example (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: '~all behind an include',
    snapshot: spf('v=spf1 include:b.example ~all'),
    says: 'pass',
    message: 'Every mail domain … SPF record … not read',
    evidence: ['dns: a.example: v=spf1 include:b.example ~all (a.example)'],
  },
  {
    when: 'a redirect',
    snapshot: spf('v=spf1 redirect=b.example'),
    says: 'couldNotCheck',
    message: 'Not every domain … a.example … another domain',
    evidence: ['dns: a.example: v=spf1 redirect=b.example (a.example)'],
  },
  {
    when: 'two records',
    snapshot: spf('v=spf1 -all', 'v=spf1 ~all'),
    says: 'fail',
    message: '1 of 1 … SPF … a.example … ignore … 2 SPF records',
    recommendation: '… a.example TXT "v=spf1 -all"',
    evidence: ['dns: a.example: v=spf1 -all | v=spf1 ~all (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'no answer',
    snapshot: oneDomain({ txt: [5] }),
    says: 'couldNotCheck',
    message: 'Not every domain … a.example … name server of a.example',
    evidence: ['dns: a.example: TXT: servfail (a.example)'],
  },
  {
    when: 'not asked',
    snapshot: oneDomain({ mx: [] }),
    says: 'couldNotCheck',
    message: 'Not every domain … a.example … not read',
    evidence: ['dns: a.example: TXT: notAsked (a.example)'],
  },
  {
    when: 'an included record that lets everybody pass',
    snapshot: {
      domains: ['a.example'],
      dns: { 'a.example': { txt: ['v=spf1 include:b.example -all'] }, 'b.example': { txt: ['v=spf1 +all'] } },
    },
    says: 'fail',
    message: '2 of 2 … SPF … a.example … b.example: … +all … b.example … +all',
    recommendation:
      '… b.example: List the services that send for the domain and publish what each asks for in one record',
    evidence: [
      'dns: a.example: v=spf1 include:b.example -all (1 of 10 …) (a.example)',
      'dns: b.example: v=spf1 +all (0 of 10 …) (b.example)',
    ],
    affected: ['domain a.example: a.example', 'domain b.example: b.example'],
  },
  {
    when: 'a name that is none',
    snapshot: { dns: { 'a..example': { txt: ['v=spf1 -all'] } } },
    says: 'couldNotCheck',
    message: 'Not every domain … a..example … not a domain name',
    evidence: ['dns: a..example: TXT: no v=spf1 record (a..example)'],
  },
]);

verdictTable('dns.spf.hardfail', [
  {
    when: '-all',
    snapshot: spf('v=spf1 ip4:192.0.2.0/24 -all'),
    says: 'pass',
    message: 'Every SPF record rejects',
    evidence: ['dns: a.example: v=spf1 ip4:192.0.2.0/24 -all (0 of 10 …) (a.example)'],
  },
  {
    when: '~all',
    snapshot: spf('v=spf1 ip4:192.0.2.0/24 ~all'),
    says: 'warning',
    message: '1 of 1 … other senders … a.example … ~all',
    recommendation: '… a.example TXT "v=spf1 ip4:192.0.2.0/24 -all"',
    evidence: ['dns: a.example: v=spf1 ip4:192.0.2.0/24 ~all (0 of 10 …) (a.example)'],
    affected: ['domain a.example: a.example'],
  },
]);

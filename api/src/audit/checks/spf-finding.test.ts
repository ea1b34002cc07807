import type { JsonObject } from '../json-reader.ts';
import { saysExactly } from '../testing/exact-verdicts.ts';
import { oneDomain } from '../testing/snapshots.ts';

const spf = (...txt: string[]): JsonObject => oneDomain({ txt });

saysExactly('dns.spf', [
  {
    when: '?all',
    snapshot: spf('v=spf1 ip4:192.0.2.0/24 ?all'),
    says: 'fail',
    message: 'In 1 of 1 domains SPF does not protect the domain: a.example (every sender is left open (?all)).',
    evidence: ['dns: a.example: v=spf1 ip4:192.0.2.0/24 ?all (0 of 10 look-ups) (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'no all behind an include',
    snapshot: spf('v=spf1 include:b.example'),
    says: 'fail',
    message:
      'In 1 of 1 domains SPF does not protect the domain: a.example (its record does not end with -all or ~all).',
    evidence: ['dns: a.example: v=spf1 include:b.example (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: '~all behind an include',
    snapshot: spf('v=spf1 include:b.example ~all'),
    says: 'pass',
    message: 'Every mail domain has an SPF record (the names in its record were not followed).',
    evidence: ['dns: a.example: v=spf1 include:b.example ~all (a.example)'],
  },
  {
    when: 'a redirect',
    snapshot: spf('v=spf1 redirect=b.example'),
    says: 'couldNotCheck',
    message:
      'Not every domain could be looked at: a.example (its record refers to another domain, which is not followed here).',
    evidence: ['dns: a.example: v=spf1 redirect=b.example (a.example)'],
  },
  {
    when: 'two records',
    snapshot: spf('v=spf1 -all', 'v=spf1 ~all'),
    says: 'fail',
    message:
      'In 1 of 1 domains SPF does not protect the domain: a.example (its SPF record is void for receivers: a.example has 2 SPF records).',
    evidence: ['dns: a.example: v=spf1 -all | v=spf1 ~all (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'no answer',
    snapshot: oneDomain({ txt: [5] }),
    says: 'couldNotCheck',
    message: 'Not every domain could be looked at: a.example (could not check: the name server of a.example failed).',
    evidence: ['dns: a.example: TXT: servfail (a.example)'],
  },
  {
    when: 'not asked',
    snapshot: oneDomain({ mx: [] }),
    says: 'couldNotCheck',
    message: 'Not every domain could be looked at: a.example (its TXT records were not asked for).',
    evidence: ['dns: a.example: TXT: notAsked (a.example)'],
  },
  {
    when: 'an included record that lets everybody pass',
    snapshot: {
      domains: ['a.example'],
      dns: { 'a.example': { txt: ['v=spf1 include:b.example -all'] }, 'b.example': { txt: ['v=spf1 +all'] } },
    },
    says: 'fail',
    message:
      'In 2 of 2 domains SPF does not protect the domain: a.example (every sender is allowed (b.example: it is included and lets every sender pass (+all))), b.example (every sender is allowed (the record lets every sender pass (+all))).',
    evidence: [
      'dns: a.example: v=spf1 include:b.example -all (1 of 10 look-ups) (a.example)',
      'dns: b.example: v=spf1 +all (0 of 10 look-ups) (b.example)',
    ],
    affected: ['domain a.example: a.example', 'domain b.example: b.example'],
  },
  {
    when: 'a name that is none',
    snapshot: { dns: { 'a..example': { txt: ['v=spf1 -all'] } } },
    says: 'couldNotCheck',
    message: 'Not every domain could be looked at: a..example ("a..example" is no domain name).',
    evidence: ['dns: a..example: TXT: no v=spf1 record (a..example)'],
  },
]);

saysExactly('dns.spf.hardfail', [
  {
    when: '-all',
    snapshot: spf('v=spf1 ip4:192.0.2.0/24 -all'),
    says: 'pass',
    message: 'Every SPF record refuses other senders.',
    evidence: ['dns: a.example: v=spf1 ip4:192.0.2.0/24 -all (0 of 10 look-ups) (a.example)'],
  },
  {
    when: '~all',
    snapshot: spf('v=spf1 ip4:192.0.2.0/24 ~all'),
    says: 'warning',
    message: 'In 1 of 1 domains SPF does not refuse other senders: a.example (other senders are marked (~all)).',
    evidence: ['dns: a.example: v=spf1 ip4:192.0.2.0/24 ~all (0 of 10 look-ups) (a.example)'],
    affected: ['domain a.example: a.example'],
  },
]);

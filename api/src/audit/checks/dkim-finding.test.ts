import { rsaSpki } from '../../mailflow/testing/rsa-key.ts';
import type { JsonObject } from '../json-reader.ts';
import { saysExactly } from '../testing/exact-verdicts.ts';
import { oneDomain } from '../testing/snapshots.ts';

const keyOf = (bits: number, tags = ''): string => `v=DKIM1; k=rsa;${tags} p=${rsaSpki(bits).toString('base64')}`;
const signing = (domain: string, enabled: boolean): JsonObject => ({
  dkimSigningConfig: [
    { domain: 'other.example', enabled: !enabled },
    { domain, enabled },
  ],
});

saysExactly('dns.dkim', [
  {
    when: 'two long keys, one of them withdrawn',
    snapshot: oneDomain({ dkim: [keyOf(2048), 'v=DKIM1; k=rsa; p='] }),
    says: 'pass',
    message: 'Every mail domain has its DKIM keys.',
    evidence: ['dns: a.example: record: a key of 2048 bits, record: withdrawn (a.example)'],
  },
  {
    when: 'a key of 1,024 bits',
    snapshot: oneDomain({ dkim: [keyOf(1024)] }),
    says: 'warning',
    message:
      'In 1 of 1 domains mail is not reliably signed: a.example (a DKIM key has 1024 bits only, 2048 are advised).',
    evidence: ['dns: a.example: record: a key of 1024 bits (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'a key of 1,016 bits beside a long one',
    snapshot: oneDomain({ dkim: [keyOf(1016), keyOf(2048)] }),
    says: 'warning',
    message:
      'In 1 of 1 domains mail is not reliably signed: a.example (a DKIM key has 1016 bits only, 2048 are advised).',
    evidence: ['dns: a.example: record: a key of 1016 bits, record: a key of 2048 bits (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'a key of 512 bits beside one of 1,024',
    snapshot: oneDomain({ dkim: [keyOf(1024), keyOf(512)] }),
    says: 'fail',
    message:
      'In 1 of 1 domains mail is not reliably signed: a.example (its DKIM key has 512 bits, which receivers need not accept).',
    evidence: ['dns: a.example: record: a key of 1024 bits, record: a key of 512 bits (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'a key of Ed25519',
    snapshot: oneDomain({ dkim: ['v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='] }),
    says: 'pass',
    message: 'Every mail domain has its DKIM keys.',
    evidence: ['dns: a.example: record: a key of 256 bits (a.example)'],
  },
  {
    when: 'a key under test',
    snapshot: oneDomain({ dkim: [keyOf(2048, ' t=y;')] }),
    says: 'warning',
    message:
      'In 1 of 1 domains mail is not reliably signed: a.example (a DKIM key is marked as a test (t=y), so that a missing signature is forgiven).',
    evidence: ['dns: a.example: record: a key of 2048 bits (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'a long key beside a broken one',
    snapshot: oneDomain({ dkim: [keyOf(2048), 'v=DKIM1; k=rsa; p=!!'] }),
    says: 'warning',
    message:
      'In 1 of 1 domains mail is not reliably signed: a.example (one of its DKIM records cannot be used: p= holds no rsa key).',
    evidence: ['dns: a.example: record: a key of 2048 bits, record: not usable (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'a withdrawn key',
    snapshot: oneDomain({ dkim: ['v=DKIM1; k=rsa; p='] }),
    says: 'fail',
    message: 'In 1 of 1 domains mail is not reliably signed: a.example (its DKIM key was withdrawn).',
    evidence: ['dns: a.example: record: withdrawn (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'a broken key',
    snapshot: oneDomain({ dkim: ['v=DKIM1; k=rsa; p=!!'] }),
    says: 'fail',
    message:
      'In 1 of 1 domains mail is not reliably signed: a.example (its DKIM record cannot be used: p= holds no rsa key).',
    evidence: ['dns: a.example: record: not usable (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'a record without a key',
    snapshot: oneDomain({ dkim: ['v=DKIM1; k=rsa;'] }),
    says: 'couldNotCheck',
    message: 'Not every domain could be looked at: a.example (the source shows its DKIM record without the key).',
    evidence: ['dns: a.example: record: a key, cut off in the source (a.example)'],
  },
  {
    when: 'a record without a key, and signing is on',
    snapshot: oneDomain({ dkim: ['v=DKIM1; k=rsa;'] }, signing('a.example', true)),
    says: 'pass',
    message: 'Every mail domain has its DKIM keys (the size of the keys is not known).',
    evidence: ['dns: a.example: record: a key, cut off in the source (a.example)'],
  },
  {
    when: 'no key, and signing is off',
    snapshot: oneDomain({ dkim: [keyOf(2048)] }, signing('a.example', false)),
    says: 'fail',
    message: 'In 1 of 1 domains mail is not reliably signed: a.example (signing is switched off in Exchange).',
    evidence: ['dns: a.example: enabled = false (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'no list of keys',
    snapshot: oneDomain({ txt: ['v=spf1 a -all'] }),
    says: 'couldNotCheck',
    message: 'Not every domain could be looked at: a.example (its DKIM records were not asked for).',
    evidence: ['dns: a.example: not asked (a.example)'],
  },
  {
    when: 'an answer of another form',
    snapshot: oneDomain({ dkim: [5] }),
    says: 'couldNotCheck',
    message: 'Not every domain could be looked at: a.example (its DKIM records could not be read).',
    evidence: ['dns: a.example: record: no answer (a.example)'],
  },
  {
    when: 'no mail is sent',
    snapshot: oneDomain({ txt: ['V=SPF1   -ALL '], dkim: [] }),
    says: 'notApplicable',
    message:
      'There is no domain to which this applies: a.example (it sends no mail: its SPF record refuses every sender).',
    evidence: ['dns: a.example: v=spf1 -all (a.example)'],
  },
  {
    when: 'a record that goes on behind -all',
    snapshot: oneDomain({ txt: ['v=spf1 -all a'], dkim: [] }),
    says: 'fail',
    message: 'In 1 of 1 domains mail is not reliably signed: a.example (it has no DKIM key for Microsoft 365).',
    evidence: ['dns: a.example: no record (a.example)'],
    affected: ['domain a.example: a.example'],
  },
  {
    when: 'a domain of Microsoft',
    snapshot: { dns: { 'a.onmicrosoft.com': { dkim: [] } } },
    says: 'notApplicable',
    message: 'There is no domain to which this applies: a.onmicrosoft.com (Microsoft signs for it).',
    evidence: ['dns: a.onmicrosoft.com: onmicrosoft.com domain (a.onmicrosoft.com)'],
  },
  {
    when: 'a domain that only looks like one of Microsoft',
    snapshot: { dns: { 'a.onmicrosoft.com.example': { dkim: [] } } },
    says: 'fail',
    message:
      'In 1 of 1 domains mail is not reliably signed: a.onmicrosoft.com.example (it has no DKIM key for Microsoft 365).',
    evidence: ['dns: a.onmicrosoft.com.example: no record (a.onmicrosoft.com.example)'],
    affected: ['domain a.onmicrosoft.com.example: a.onmicrosoft.com.example'],
  },
  {
    when: 'a domain of Microsoft where signing is on',
    snapshot: { dns: { 'a.onmicrosoft.com': { dkim: [] } }, ...signing('a.onmicrosoft.com', true) },
    says: 'pass',
    message: 'Every mail domain has its DKIM keys.',
    evidence: ['dns: a.onmicrosoft.com: enabled = true (a.onmicrosoft.com)'],
  },
  {
    when: 'a domain of Microsoft of which Exchange says nothing',
    snapshot: { dns: { 'a.onmicrosoft.com': { dkim: [] } }, dkimSigningConfig: [] },
    says: 'fail',
    message: 'In 1 of 1 domains mail is not reliably signed: a.onmicrosoft.com (it has no DKIM key for Microsoft 365).',
    evidence: ['dns: a.onmicrosoft.com: no record (a.onmicrosoft.com)'],
    affected: ['domain a.onmicrosoft.com: a.onmicrosoft.com'],
  },
]);

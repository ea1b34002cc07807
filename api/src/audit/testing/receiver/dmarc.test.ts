import { describe, expect, test } from 'vitest';
import { dmarcOver } from './dmarc.ts';
import { namesOf, type Zone } from './names.ts';

const policy = (record: string, ...more: string[]) => ({ TXT: [record, ...more].map((text) => [text]) });
const over = (zone: Zone) => dmarcOver(namesOf(zone));
const host = { A: ['192.0.2.1'] };

describe('the tree walk (RFC 9989, 4.10 and B.4)', () => {
  test('a record at the top of the tree makes the organizational domain, and the nearest one the policy', () => {
    const dmarc = over({
      '_dmarc.example.com': policy('v=DMARC1; p=reject'),
      '_dmarc.signing.example.com': policy('v=DMARC1; p=quarantine'),
    });
    expect(dmarc.organizationalDomain('signing.example.com')).toBe('example.com');
    expect(dmarc.isAligned('r', 'signing.example.com', 'example.com')).toBe(true);
    expect(dmarc.isAligned('s', 'signing.example.com', 'example.com')).toBe(false);
    expect(dmarc.policyFor('signing.example.com')?.policy).toBe('quarantine');
    expect(dmarc.organizationalDomain('a.b.c.d.e.f.g.h.i.j.k.example.com')).toBe('example.com');
    expect(dmarc.isAligned('r', 'a.b.c.d.e.f.g.h.i.j.k.example.com', 'example.com')).toBe(true);
  });

  test('eight names at most are asked for: the start, then seven labels and fewer', () => {
    const asked: string[] = [];
    const names = namesOf({});
    const dmarc = dmarcOver({
      ...names,
      texts: (name) => {
        asked.push(name);
        return names.texts(name);
      },
    });
    dmarc.organizationalDomain('a.b.c.d.e.f.g.h.i.j.mail.example.com');
    expect(asked).toEqual([
      '_dmarc.a.b.c.d.e.f.g.h.i.j.mail.example.com',
      '_dmarc.g.h.i.j.mail.example.com',
      '_dmarc.h.i.j.mail.example.com',
      '_dmarc.i.j.mail.example.com',
      '_dmarc.j.mail.example.com',
      '_dmarc.mail.example.com',
      '_dmarc.example.com',
      '_dmarc.com',
    ]);
  });

  test('a public suffix that says so parts the organizations below it', () => {
    const dmarc = over({
      '_dmarc.bank.example': policy('v=DMARC1; p=reject; psd=y'),
      '_dmarc.giant.bank.example': policy('v=DMARC1; p=quarantine'),
    });
    expect(dmarc.organizationalDomain('mail.giant.bank.example')).toBe('giant.bank.example');
    expect(dmarc.organizationalDomain('mail.mega.bank.example')).toBe('mega.bank.example');
    expect(dmarc.isAligned('r', 'mail.giant.bank.example', 'giant.bank.example')).toBe(true);
    expect(dmarc.isAligned('r', 'mail.mega.bank.example', 'giant.bank.example')).toBe(false);
    expect(dmarc.policyFor('giant.bank.example')?.policy).toBe('quarantine');
    expect(dmarc.policyFor('mega.bank.example')).toMatchObject({ at: 'bank.example', policy: 'reject' });
  });

  test('one that does not say so makes all of them one organization', () => {
    const dmarc = over({
      '_dmarc.example': policy('v=DMARC1; p=reject'),
      '_dmarc.a.example': policy('v=DMARC1; p=reject'),
    });
    expect(dmarc.isAligned('r', 'outsider.example', 'a.example')).toBe(true);
  });

  test('psd=n ends the organization where it stands', () => {
    const dmarc = over({
      '_dmarc.example.com': policy('v=DMARC1; p=reject'),
      '_dmarc.mail.example.com': policy('v=DMARC1; p=none; psd=n'),
    });
    expect(dmarc.organizationalDomain('a.mail.example.com')).toBe('mail.example.com');
    expect(dmarc.policyFor('a.mail.example.com')?.policy).toBe('none');
    expect(dmarc.isAligned('r', 'example.com', 'mail.example.com')).toBe(false);
  });
});

test('the alignments of RFC 9989, B.1', () => {
  const dmarc = over({ '_dmarc.example.com': policy('v=DMARC1; p=reject') });
  const identifiers = ['example.com', 'child.example.com', 'example.net'];
  expect(identifiers.map((name) => dmarc.isAligned('r', name, 'example.com'))).toEqual([true, true, false]);
  expect(identifiers.map((name) => dmarc.isAligned('r', name, 'child.example.com'))).toEqual([true, true, false]);
  expect(identifiers.map((name) => dmarc.isAligned('s', name, 'Example.COM'))).toEqual([true, false, false]);
});

describe('which policy applies (RFC 9989, 4.7, 4.8, 4.10.1)', () => {
  /** To the domain, to a name below it, and to one that does not exist. */
  const applied = (...records: string[]) => {
    const [first = '', ...more] = records;
    const dmarc = over({ '_dmarc.example.com': policy(first, ...more), 'www.example.com': host });
    return ['example.com', 'www.example.com', 'gone.example.com'].map((name) => dmarc.policyFor(name)?.policy ?? null);
  };
  const reject = ['reject', 'reject', 'reject'];
  const none = ['none', 'none', 'none'];
  const nothing = [null, null, null];

  test.each<[string, (string | null)[]]>([
    ['v=DMARC1; p=reject', reject],
    ['v=DMARC1;p=REJECT;', reject],
    ['v = DMARC1 ; p = reject', reject],
    ['v=DMARC1; p=reject; sp=none', ['reject', 'none', 'none']],
    ['v=DMARC1; p=reject; np=none', ['reject', 'reject', 'none']],
    ['v=DMARC1; p=none; sp=quarantine; np=reject', ['none', 'quarantine', 'reject']],
    ['v=DMARC1; p=reject; sp=quarantine; t=y', ['quarantine', 'none', 'none']],
    ['v=DMARC1; p=reject; t=maybe; pct=0; adkim=x', reject],
    ['v=DMARC1; p=reject; nonsense; ;', reject],
    ['v=DMARC1; p=rejected', nothing],
    ['v=DMARC1; p=rejected; rua=mailto:a@example.com', none],
    ['v=DMARC1; rua=mailto:a@example.com', none],
    ['v=DMARC1; p=reject; sp=rejected', nothing],
    ['v=DMARC1; p=reject; sp=rejected; rua=mailto:a@example.com', none],
    ['v=DMARC1; p=reject; p=none', nothing],
    ['v=dmarc1; p=reject', nothing],
    ['v=DMARC1 p=reject', nothing],
    ['p=reject; v=DMARC1', nothing],
  ])('%s', (record, expected) => {
    expect(applied(record)).toEqual(expected);
  });

  test('two records count as none, a record and another text as that record', () => {
    expect(applied('v=DMARC1; p=reject', 'v=DMARC1; p=reject')).toEqual(nothing);
    expect(applied('v=DMARC1; p=reject', 'verification=1')).toEqual(reject);
  });

  test('sp of a record that is not the organization is not asked for', () => {
    const dmarc = over({
      '_dmarc.example.com': policy('v=DMARC1; p=reject; sp=quarantine'),
      '_dmarc.mail.example.com': policy('v=DMARC1; p=none; sp=none'),
      'a.mail.example.com': host,
    });
    expect(dmarc.policyFor('a.mail.example.com')).toMatchObject({ at: 'example.com', policy: 'quarantine' });
  });

  test('a name that a wildcard answers for exists, and so does one that only has names below it', () => {
    const dmarc = over({
      '_dmarc.example.com': policy('v=DMARC1; p=reject; np=none'),
      '*.apps.example.com': host,
      'a.b.example.com': host,
    });
    const names = ['x.apps.example.com', 'b.example.com', 'c.b.example.com'];
    expect(names.map((name) => dmarc.policyFor(name)?.policy)).toEqual(['reject', 'reject', 'none']);
  });
});

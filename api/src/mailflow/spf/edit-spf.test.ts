import { describe, expect, it } from 'vitest';
import { editSpf, mergeSpf } from './edit-spf.ts';

describe('editing an SPF record', () => {
  it('terms go, others come first, and the end stays last', () => {
    const record = 'v=spf1 a  mx include:x.example -all';
    expect(editSpf(record, { remove: (term) => term === 'a' || term === 'mx' })).toBe('v=spf1 include:x.example -all');
    expect(editSpf(record, { add: ['include:y.example'] })).toBe(
      'v=spf1 include:y.example a mx include:x.example -all',
    );
  });
  it('the end is replaced or added, and what followed it goes before it', () => {
    expect(editSpf('v=spf1 ?all a', { all: '-' })).toBe('v=spf1 a -all');
    expect(editSpf('v=spf1 a', { all: '~' })).toBe('v=spf1 a ~all');
    expect(editSpf('v=spf1 a', {})).toBe('v=spf1 a');
  });
  it('a redirect stays without an end and goes with one; exp stays', () => {
    expect(editSpf('v=spf1 redirect=x.example a', {})).toBe('v=spf1 a redirect=x.example');
    expect(editSpf('v=spf1 redirect=x.example exp=e.example a', { all: '-' })).toBe('v=spf1 a exp=e.example -all');
  });
});

describe('joining SPF records', () => {
  it('each term stands once, and the strictest end wins', () => {
    expect(mergeSpf(['v=spf1 include:X.example a ~all', 'v=spf1 include:x.example mx -all'])).toBe(
      'v=spf1 include:X.example a mx -all',
    );
    expect(mergeSpf(['v=spf1 a ?all', 'V=SPF1 mx ~all'])).toBe('v=spf1 a mx ~all');
    expect(mergeSpf(['v=spf1 a all', 'v=spf1 mx ?all'])).toBe('v=spf1 a mx ?all');
    expect(mergeSpf(['v=spf1 a all'])).toBe('v=spf1 a +all');
    expect(mergeSpf(['v=spf1 a', 'v=spf1 mx'])).toBe('v=spf1 a mx');
    expect(mergeSpf(['v=spf1 a', 'hello world'])).toBe('v=spf1 a');
    expect(mergeSpf(['v=spf1 a bad -all', 'v=spf1 ip4:192.0.2 mx'])).toBe('v=spf1 a mx -all');
  });
});

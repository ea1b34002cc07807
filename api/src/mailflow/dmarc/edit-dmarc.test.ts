import { describe, expect, it } from 'vitest';
import { editDmarc } from './edit-dmarc.ts';

describe('editing a DMARC record', () => {
  it('sets and takes out tags and keeps the others, in the usual order', () => {
    const record = 'v=DMARC1;ruf=mailto:f@x.example;p=none; SP = none;fo=1; adkim=s; rua=mailto:a=b@x.example';
    expect(editDmarc(record, { p: 'quarantine', sp: null })).toBe(
      'v=DMARC1; p=quarantine; adkim=s; fo=1; rua=mailto:a=b@x.example; ruf=mailto:f@x.example',
    );
  });
  it('what was removed from DMARC, what is unknown or broken, and second tags go', () => {
    expect(
      editDmarc('v=DMARC1; p=reject; pct=50; rf=afrf; ri=1; foo=bar; junk; p=none; psd=n; t=y; np=none; aspf=r', {}),
    ).toBe('v=DMARC1; p=reject; np=none; psd=n; t=y; aspf=r');
  });
  it('makes a record from nothing', () => {
    expect(editDmarc('', { p: 'none', rua: 'mailto:d@x.example', t: null })).toBe(
      'v=DMARC1; p=none; rua=mailto:d@x.example',
    );
  });
});

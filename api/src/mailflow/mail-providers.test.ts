import { describe, expect, it } from 'vitest';
import { mailProviders, providerOfInclude, providerOfMx } from './mail-providers.ts';

describe('the provider table', () => {
  it.each([
    ['contoso-com.mail.protection.outlook.com', 'microsoft365'],
    ['contoso-com.r-v1.mx.microsoft', 'microsoft365'],
    ['contoso-com.mail.eo.outlook.com', 'microsoft365'],
    ['contoso-com.mail.protection.office365.us', 'microsoft365'],
    ['aspmx.l.google.com', 'google'],
    ['alt1.aspmx.l.google.com', 'google'],
    ['smtp.google.com', 'google'],
    ['eu-smtp-inbound-1.mimecast.com', 'mimecast'],
    ['mx1-us1.ppe-hosted.com', 'proofpoint'],
    ['mxa-001.gslb.pphosted.com', 'proofpoint'],
    ['cluster1.eu.messagelabs.com', 'broadcom'],
    ['route1.mx.cloudflare.net', 'cloudflare'],
  ])('%s belongs to %s', (host, id) => {
    expect(providerOfMx(host)?.id).toBe(id);
  });
  it.each(['mail.example.com', 'evilmail.protection.outlook.com.example', 'notmx.microsoft', 'outlook.com'])(
    '%s to none',
    (host) => {
      expect(providerOfMx(host)).toBeNull();
    },
  );
  it.each([
    ['spf.protection.outlook.com', 'microsoft365'],
    ['_spf.google.com', 'google'],
    ['servers.mcsv.net', 'mailchimp'],
    ['eu._netblocks.mimecast.com', 'mimecast'],
    ['sendgrid.net', 'sendgrid'],
    ['u1.wl.sendgrid.net', 'sendgrid'],
  ])('the include %s belongs to %s', (name, id) => {
    expect(providerOfInclude(name)?.id).toBe(id);
  });
  it('an unknown include belongs to none', () => {
    expect(providerOfInclude('spf.example.com')).toBeNull();
  });
  it('ids are unique, names lower case, and selectors are labels', () => {
    expect(new Set(mailProviders.map(({ id }) => id)).size).toBe(mailProviders.length);
    for (const { mx, spf, selectors, kind } of mailProviders) {
      for (const name of [...mx, ...spf]) expect(name).toMatch(/^[a-z0-9_-]+(\.[a-z0-9-]+)+$/);
      for (const selector of selectors) expect(selector).toMatch(/^[a-z0-9-]{1,63}$/);
      if (kind !== 'sender') expect(mx.length).toBeGreaterThan(0);
    }
  });
});

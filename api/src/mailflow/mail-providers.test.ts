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
  it.each([
    [
      'microsoft365',
      'Microsoft 365',
      'mailbox',
      'x.mail.protection.partner.outlook.cn',
      'spf.protection.partner.outlook.cn',
      'selector1 selector2',
    ],
    [
      'microsoft365',
      'Microsoft 365',
      'mailbox',
      'x.mx.microsoft',
      'spf.protection.office365.us',
      'selector1 selector2',
    ],
    ['google', 'Google Workspace', 'mailbox', 'alt1.l.google.com', '_spf.google.com', 'google'],
    ['zoho', 'Zoho Mail', 'mailbox', 'mx.zoho.com', 'zohomail.com', 'zoho zmail'],
    ['zoho', 'Zoho Mail', 'mailbox', 'mx2.zoho.eu', 'one.zoho.eu', 'zoho zmail'],
    [
      'proton',
      'Proton Mail',
      'mailbox',
      'mail.protonmail.ch',
      '_spf.protonmail.ch',
      'protonmail protonmail2 protonmail3',
    ],
    ['fastmail', 'Fastmail', 'mailbox', 'in1-smtp.messagingengine.com', 'spf.messagingengine.com', 'fm1 fm2 fm3'],
    ['icloud', 'iCloud Mail', 'mailbox', 'mx01.mail.icloud.com', 'icloud.com', 'sig1'],
    ['ionos', 'IONOS', 'mailbox', 'mx00.ionos.co.uk', '_spf-eu.ionos.com', 's1-ionos s2-ionos'],
    ['yandex', 'Yandex 360', 'mailbox', 'mx.yandex.net', '_spf.yandex.net', 'mail'],
    ['mimecast', 'Mimecast', 'gateway', 'za-1.mimecast.co.za', 'us._netblocks.mimecast.com', ''],
    ['proofpoint', 'Proofpoint', 'gateway', 'mx.gpphosted.com', 'spf-0.pphosted.com', ''],
    ['barracuda', 'Barracuda', 'gateway', 'd1.ess.barracudanetworks.com', 'spf.ess.barracudanetworks.com', ''],
    ['cisco', 'Cisco Secure Email', 'gateway', 'mx1.hc1.iphmx.com', 'spf.iphmx.com', ''],
    ['broadcom', 'Symantec Email Security', 'gateway', 'cluster1.messagelabs.com', 'spf.messagelabs.com', ''],
    ['sophos', 'Sophos Email', 'gateway', 'mx-01-eu.prod.hydra.sophos.com', '_spf.prod.hydra.sophos.com', ''],
    ['hornetsecurity', 'Hornetsecurity', 'gateway', 'mx01.hornetsecurity.com', 'spf.antispameurope.com', ''],
    ['trendmicro', 'Trend Micro Email Security', 'gateway', 'x.in.tmes.trendmicro.eu', 'spf.tmes.trendmicro.com', ''],
    ['forcepoint', 'Forcepoint', 'gateway', 'cust1.in.mailcontrol.com', 'mailcontrol.com', ''],
    ['spamexperts', 'N-able Mail Assure', 'gateway', 'mx1.mtaroutes.com', 'spf.antispamcloud.com', ''],
    [
      'cloudflare',
      'Cloudflare Email Routing',
      'gateway',
      'route1.mx.cloudflare.net',
      '_spf.mx.cloudflare.net',
      'cf2024-1',
    ],
    ['appriver', 'AppRiver', 'gateway', 'server1.inboundmx.arsmtp.com', 'spf.arsmtp.com', ''],
    ['fortinet', 'FortiMail Cloud', 'gateway', 'gw.fortimailcloud.com', null, ''],
    ['amazonses', 'Amazon SES', 'sender', null, 'amazonses.com', ''],
    ['brevo', 'Brevo', 'sender', null, 'spf.sendinblue.com', 'brevo1 brevo2 mail'],
    ['constantcontact', 'Constant Contact', 'sender', null, 'spf.constantcontact.com', 'ctct1 ctct2'],
    ['mailchimp', 'Mailchimp', 'sender', null, 'servers.mcsv.net', 'k1 k2 k3'],
    ['mailgun', 'Mailgun', 'sender', null, 'eu.mailgun.org', 'k1 mailo pic mx smtp'],
    ['mailjet', 'Mailjet', 'sender', null, 'spf.mailjet.com', 'mailjet'],
    ['mandrill', 'Mandrill', 'sender', null, 'spf.mandrillapp.com', 'mandrill mte1 mte2'],
    ['postmark', 'Postmark', 'sender', null, 'spf.mtasv.net', ''],
    ['salesforce', 'Salesforce', 'sender', null, '_spf.salesforce.com', ''],
    ['sendgrid', 'SendGrid', 'sender', null, 'sendgrid.net', 's1 s2 smtpapi'],
    ['zendesk', 'Zendesk', 'sender', null, 'mail.zendesk.com', 'zendesk1 zendesk2'],
  ])('%s', (id, name, kind, host, include, selectors) => {
    const row = mailProviders.find((entry) => entry.id === id);
    expect(row).toMatchObject({ name, kind, selectors: selectors === '' ? [] : selectors.split(' ') });
    expect(host === null ? row?.mx : providerOfMx(host)).toEqual(host === null ? [] : row);
    expect(include === null ? row?.spf : providerOfInclude(include)).toEqual(include === null ? [] : row);
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

import { apex, dkimRecord } from '../testing/contoso.ts';
import { told } from '../testing/told-issues.ts';

const target = (number: number) => `selector${number}-contoso-com._domainkey.contoso.onmicrosoft.com`;
const both = (record: unknown) => ({ [target(1)]: record, [target(2)]: record });
const noMail = apex({ MX: [{ priority: 0, exchange: '.' }], TXT: [['v=spf1 -all']] });
const selfHosted = { MX: [{ priority: 1, exchange: 'mx.example' }] };
const host = { A: ['192.0.2.9'] };

told('DKIM', [
  {
    when: 'no key',
    zone: { 'selector1._domainkey.contoso.com': null, 'selector2._domainkey.contoso.com': null },
    issues: [
      [
        'error dkim_missing',
        'contoso.com has no usable DKIM key. Mail is signed in the name of the onmicrosoft.com domain only, which DMARC does not count. Forwarded mail then fails DMARC.',
        'Publish these two records, then switch signing on: Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies > Email authentication settings > DKIM.',
        'selector1._domainkey.contoso.com CNAME selector1-contoso-com._domainkey.contoso.onmicrosoft.com',
        'selector2._domainkey.contoso.com CNAME selector2-contoso-com._domainkey.contoso.onmicrosoft.com',
      ],
    ],
  },
  {
    when: 'aliases without a key',
    zone: both(null),
    issues: [
      [
        'error dkim_broken',
        'contoso.com has no usable DKIM key (selector1: cname_without_key; selector2: cname_without_key). Mail is signed in the name of the onmicrosoft.com domain only, which DMARC does not count. Forwarded mail then fails DMARC.',
        "Publish the two records that are shown under Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies > Email authentication settings > DKIM (PowerShell: Get-DkimSigningConfig), then switch signing on there. <INITIAL-DOMAIN> is the tenant's onmicrosoft.com name; since May 2025 the target ends with dkim.mail.microsoft and is known from there only.",
        'selector1._domainkey.contoso.com CNAME selector1-contoso-com._domainkey.contoso.onmicrosoft.com',
        'selector2._domainkey.contoso.com CNAME selector2-contoso-com._domainkey.contoso.onmicrosoft.com',
      ],
    ],
  },
  {
    when: 'a withdrawn and a broken key',
    zone: { [target(1)]: { TXT: [['v=DKIM1; k=rsa; p=']] }, [target(2)]: { TXT: [['v=DKIM1; k=rsa; p=!!']] } },
    issues: [
      [
        'error dkim_broken',
        'contoso.com has no usable DKIM key (selector1: revoked; selector2: invalid, p= holds no rsa key). Mail is signed in the name of the onmicrosoft.com domain only, which DMARC does not count. Forwarded mail then fails DMARC.',
        'Publish these two records, then switch signing on: Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies > Email authentication settings > DKIM.',
        'selector1._domainkey.contoso.com CNAME selector1-contoso-com._domainkey.contoso.onmicrosoft.com',
        'selector2._domainkey.contoso.com CNAME selector2-contoso-com._domainkey.contoso.onmicrosoft.com',
      ],
    ],
  },
  {
    when: 'one key is missing',
    zone: { 'selector2._domainkey.contoso.com': null },
    issues: [
      [
        'info dkim_inactive_selector',
        'selector2 (missing) has no key at present; the other selector signs.',
        'Publish the second CNAME record as well: without it the keys cannot be changed.',
        'selector2._domainkey.contoso.com CNAME selector2-contoso-com._domainkey.contoso.onmicrosoft.com',
      ],
    ],
  },
  {
    when: 'one alias without a key',
    zone: { [target(2)]: null },
    issues: [
      [
        'info dkim_inactive_selector',
        'selector2 (cname_without_key) has no key at present; the other selector signs.',
        'Nothing has to be done, as long as both CNAME records stand, so that the keys can be changed.',
      ],
    ],
  },
  {
    when: 'one key is withdrawn',
    zone: { [target(1)]: { TXT: [['v=DKIM1; k=rsa; p=']] } },
    issues: [
      [
        'info dkim_inactive_selector',
        'selector1 (revoked) has no key at present; the other selector signs.',
        'Nothing has to be done, as long as both CNAME records stand, so that the keys can be changed.',
      ],
    ],
  },
  {
    when: 'one key is broken',
    zone: { [target(1)]: { TXT: [['v=DKIM1; k=rsa; p=!!']] } },
    issues: [
      [
        'warning dkim_invalid',
        'The DKIM record of selector1 cannot be used: p= holds no rsa key.',
        'Publish the record again as the sending service shows it.',
      ],
      [
        'info dkim_inactive_selector',
        'selector1 (invalid) has no key at present; the other selector signs.',
        'Nothing has to be done, as long as both CNAME records stand, so that the keys can be changed.',
      ],
    ],
  },
  {
    when: 'one key is there twice',
    zone: { [target(1)]: { TXT: [...dkimRecord(2048).TXT, ...dkimRecord(1024).TXT] } },
    issues: [
      [
        'warning dkim_invalid',
        'The DKIM record of selector1 cannot be used: there is more than one record, so that none is sure to be used.',
        'Publish the record again as the sending service shows it.',
      ],
      [
        'info dkim_inactive_selector',
        'selector1 (multiple) has no key at present; the other selector signs.',
        'Nothing has to be done, as long as both CNAME records stand, so that the keys can be changed.',
      ],
    ],
  },
  {
    when: 'keys of 1,024 bits',
    zone: both(dkimRecord(1024)),
    issues: [
      [
        'warning dkim_key_short',
        'The DKIM key of selector1 has 1024 bits. The DKIM key of selector2 has 1024 bits.',
        'Rotate-DkimSigningConfig -KeySize 2048 makes new keys.',
      ],
    ],
  },
  {
    when: 'keys of 1,023 bits',
    zone: both(dkimRecord(1023)),
    issues: [
      [
        'error dkim_key_short',
        'The DKIM key of selector1 has 1023 bits, which receivers do not accept. The DKIM key of selector2 has 1023 bits, which receivers do not accept.',
        'Rotate-DkimSigningConfig -KeySize 2048 makes new keys.',
      ],
    ],
  },
  {
    when: 'keys of 2,047 bits',
    zone: both(dkimRecord(2047)),
    issues: [
      [
        'warning dkim_key_short',
        'The DKIM key of selector1 has 2047 bits. The DKIM key of selector2 has 2047 bits.',
        'Rotate-DkimSigningConfig -KeySize 2048 makes new keys.',
      ],
    ],
  },
  {
    when: 'keys under test',
    zone: both(dkimRecord(2048, ' t=y;')),
    issues: [
      [
        'warning dkim_testing',
        'The DKIM key of selector1 is marked as a test (t=y). The DKIM key of selector2 is marked as a test (t=y).',
        'Take out t=y.',
      ],
    ],
  },
  {
    when: 'no answer',
    zone: {
      'selector1._domainkey.contoso.com': { TIMEOUT: ['*'] },
      'selector2._domainkey.contoso.com': { TIMEOUT: ['*'] },
    },
    issues: [
      [
        'warning dkim_could_not_check',
        'DKIM: could not check.',
        'Run the check again; if it stays so, have the name servers of the domain looked at.',
      ],
    ],
  },
  { when: 'no answer of one', zone: { 'selector2._domainkey.contoso.com': { TIMEOUT: ['*'] } }, issues: [] },
  {
    when: 'at a host of its own',
    zone: {
      ...apex({ ...selfHosted, TXT: [['v=spf1 mx -all']] }),
      'mx.example': host,
      'selector1._domainkey.contoso.com': null,
      'selector2._domainkey.contoso.com': null,
    },
    issues: [
      [
        'error mta_sts_mx_mismatch',
        'The MTA-STS policy does not name mx.example: senders that hold to it do not deliver there.',
        'Name every MX host in the policy file, and give the record a new id.',
        '_mta-sts.contoso.com TXT v=STSv1; id=20261120102030',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: mx.example\nmax_age: 604800',
      ],
      [
        'info dkim_selectors_unknown',
        'No DKIM key was found under the usual selectors; it may stand under another one.',
        'Look at the DKIM-Signature header of a mail that was sent: s= names the selector.',
      ],
    ],
  },
  {
    when: 'at Google, without a key',
    zone: {
      ...apex({ MX: [{ priority: 1, exchange: 'smtp.google.com' }], TXT: [['v=spf1 include:_spf.google.com -all']] }),
      'smtp.google.com': host,
      '_spf.google.com': { TXT: [['v=spf1 -all']] },
      'selector1._domainkey.contoso.com': null,
      'selector2._domainkey.contoso.com': null,
    },
    issues: [
      [
        'error mta_sts_mx_mismatch',
        'The MTA-STS policy does not name smtp.google.com: senders that hold to it do not deliver there.',
        'Name every MX host in the policy file, and give the record a new id.',
        '_mta-sts.contoso.com TXT v=STSv1; id=20261120102030',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: smtp.google.com\nmax_age: 604800',
      ],
      [
        'info dkim_selectors_unknown',
        'No DKIM key was found under the usual selectors; it may stand under another one.',
        'Look at the DKIM-Signature header of a mail that was sent: s= names the selector.',
      ],
    ],
  },
  {
    when: 'at Google, with a short key',
    zone: {
      ...apex({ MX: [{ priority: 1, exchange: 'smtp.google.com' }], TXT: [['v=spf1 include:_spf.google.com -all']] }),
      'smtp.google.com': host,
      '_spf.google.com': { TXT: [['v=spf1 -all']] },
      'google._domainkey.contoso.com': dkimRecord(1024),
    },
    issues: [
      [
        'error mta_sts_mx_mismatch',
        'The MTA-STS policy does not name smtp.google.com: senders that hold to it do not deliver there.',
        'Name every MX host in the policy file, and give the record a new id.',
        '_mta-sts.contoso.com TXT v=STSv1; id=20261120102030',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: smtp.google.com\nmax_age: 604800',
      ],
      [
        'warning dkim_key_short',
        'The DKIM key of google has 1024 bits.',
        'Have the sending service make a key of 2048 bits.',
      ],
    ],
  },
  {
    when: 'no mail',
    zone: { ...noMail, 'selector1._domainkey.contoso.com': null, 'selector2._domainkey.contoso.com': null },
    issues: [],
  },
]);

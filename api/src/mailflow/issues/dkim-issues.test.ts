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
        'contoso.com has no usable DKIM key. Microsoft signs its mail for the onmicrosoft.com domain only, which does not count for DMARC. Forwarded mail then fails DMARC.',
        'Publish both CNAME records, then turn on signing in the Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies > Email authentication settings > DKIM.',
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
        'contoso.com has no usable DKIM key (selector1: CNAME without a key; selector2: CNAME without a key). Microsoft signs its mail for the onmicrosoft.com domain only, which does not count for DMARC. Forwarded mail then fails DMARC.',
        'Both CNAME records exist: turn on signing, or rotate the keys if it is on, in the Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies > Email authentication settings > DKIM.',
      ],
    ],
  },
  {
    when: 'a withdrawn and a broken key',
    zone: { [target(1)]: { TXT: [['v=DKIM1; k=rsa; p=']] }, [target(2)]: { TXT: [['v=DKIM1; k=rsa; p=!!']] } },
    issues: [
      [
        'error dkim_broken',
        'contoso.com has no usable DKIM key (selector1: revoked; selector2: invalid, p= is not a valid rsa key). Microsoft signs its mail for the onmicrosoft.com domain only, which does not count for DMARC. Forwarded mail then fails DMARC.',
        'Both CNAME records exist: turn on signing, or rotate the keys if it is on, in the Microsoft Defender portal > Email & collaboration > Policies & rules > Threat policies > Email authentication settings > DKIM.',
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
        'Publish the second CNAME record as well: keys cannot be rotated without it.',
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
        'selector2 (CNAME without a key) has no key at present; the other selector signs.',
        'No action is needed: both records exist, so that keys can be rotated.',
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
        'No action is needed: both records exist, so that keys can be rotated.',
      ],
    ],
  },
  {
    when: 'one key is broken',
    zone: { [target(1)]: { TXT: [['v=DKIM1; k=rsa; p=!!']] } },
    issues: [
      [
        'warning dkim_invalid',
        'The DKIM record of selector1 is invalid: p= is not a valid rsa key.',
        'Publish the record again exactly as the sending service shows it.',
      ],
      [
        'info dkim_inactive_selector',
        'selector1 (invalid) has no key at present; the other selector signs.',
        'No action is needed: both records exist, so that keys can be rotated.',
      ],
    ],
  },
  {
    when: 'one key is there twice',
    zone: { [target(1)]: { TXT: [...dkimRecord(2048).TXT, ...dkimRecord(1024).TXT] } },
    issues: [
      [
        'warning dkim_invalid',
        'The DKIM record of selector1 is invalid: there is more than one record, so that receivers may use none.',
        'Publish the record again exactly as the sending service shows it.',
      ],
      [
        'info dkim_inactive_selector',
        'selector1 (several records) has no key at present; the other selector signs.',
        'No action is needed: both records exist, so that keys can be rotated.',
      ],
    ],
  },
  {
    when: 'keys of 1,024 bits',
    zone: both(dkimRecord(1024)),
    issues: [
      [
        'warning dkim_key_short',
        'The DKIM key of selector1 has only 1024 bits. The DKIM key of selector2 has only 1024 bits.',
        'Rotate the keys to 2048 bits: Rotate-DkimSigningConfig -KeySize 2048.',
      ],
    ],
  },
  {
    when: 'keys of 1,023 bits',
    zone: both(dkimRecord(1023)),
    issues: [
      [
        'error dkim_key_short',
        'The DKIM key of selector1 has only 1023 bits, which receivers do not accept. The DKIM key of selector2 has only 1023 bits, which receivers do not accept.',
        'Rotate the keys to 2048 bits: Rotate-DkimSigningConfig -KeySize 2048.',
      ],
    ],
  },
  {
    when: 'keys of 2,047 bits',
    zone: both(dkimRecord(2047)),
    issues: [
      [
        'warning dkim_key_short',
        'The DKIM key of selector1 has only 2047 bits. The DKIM key of selector2 has only 2047 bits.',
        'Rotate the keys to 2048 bits: Rotate-DkimSigningConfig -KeySize 2048.',
      ],
    ],
  },
  {
    when: 'keys under test',
    zone: both(dkimRecord(2048, ' t=y;')),
    issues: [
      [
        'warning dkim_testing',
        'The DKIM key of selector1 is in test mode (t=y). The DKIM key of selector2 is in test mode (t=y).',
        'Remove t=y.',
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
        'Run the check again. If it fails again, check the name servers of the domain.',
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
        'The MTA-STS policy does not list mx.example: senders that enforce it do not deliver there.',
        'List every MX host in the policy file and change the id of the record.',
        '_mta-sts.contoso.com TXT v=STSv1; id=9bf421e4e13c913e5f7e',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: mx.example\nmax_age: 604800',
      ],
      [
        'info dkim_selectors_unknown',
        'No DKIM key was found under the usual selectors; the domain may use another one.',
        'Check the DKIM-Signature header of a message that was sent: s= is the selector.',
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
        'The MTA-STS policy does not list smtp.google.com: senders that enforce it do not deliver there.',
        'List every MX host in the policy file and change the id of the record.',
        '_mta-sts.contoso.com TXT v=STSv1; id=00f1b5f30b8cefaee22a',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: smtp.google.com\nmax_age: 604800',
      ],
      [
        'info dkim_selectors_unknown',
        'No DKIM key was found under the usual selectors; the domain may use another one.',
        'Check the DKIM-Signature header of a message that was sent: s= is the selector.',
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
        'The MTA-STS policy does not list smtp.google.com: senders that enforce it do not deliver there.',
        'List every MX host in the policy file and change the id of the record.',
        '_mta-sts.contoso.com TXT v=STSv1; id=00f1b5f30b8cefaee22a',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: smtp.google.com\nmax_age: 604800',
      ],
      [
        'warning dkim_key_short',
        'The DKIM key of google has only 1024 bits.',
        'Have the sending service create a 2048-bit key.',
      ],
    ],
  },
  {
    when: 'no mail',
    zone: { ...noMail, 'selector1._domainkey.contoso.com': null, 'selector2._domainkey.contoso.com': null },
    issues: [],
  },
]);

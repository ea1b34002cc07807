import { apex } from '../testing/contoso.ts';
import { told } from '../testing/told-issues.ts';

const outlook = 'contoso-com.mail.protection.outlook.com';
const noMail = apex({ MX: [{ priority: 0, exchange: '.' }], TXT: [['v=spf1 -all']] });
const selfHosted = { MX: [{ priority: 1, exchange: 'mx.example' }] };
const host = { A: ['192.0.2.9'] };

told('mail hosts', [
  {
    when: 'no MX',
    zone: apex({ MX: undefined }),
    issues: [
      [
        'warning dmarc_rua_no_mx',
        'DMARC reports: contoso.com has no MX record.',
        'Correct the address for the reports.',
      ],
      [
        'warning mx_missing',
        'There is no MX record: senders try the address of the domain itself.',
        'Replies and bounces cannot be delivered without an MX record. The MX value is shown in the Microsoft 365 admin center: Settings > Domains > the domain > DNS records.',
      ],
    ],
  },
  {
    when: 'no MX and no address',
    zone: apex({ MX: undefined, A: undefined }),
    issues: [
      [
        'warning dmarc_rua_no_mx',
        'DMARC reports: contoso.com has no MX record.',
        'Correct the address for the reports.',
      ],
      [
        'info mx_missing',
        'There is no MX record: the domain receives no mail.',
        'Replies and bounces cannot be delivered without an MX record. The MX value is shown in the Microsoft 365 admin center: Settings > Domains > the domain > DNS records.',
      ],
    ],
  },
  { when: 'no mail', zone: noMail, issues: [] },
  {
    when: 'no mail, beside a host',
    zone: apex({
      MX: [
        { priority: 0, exchange: '.' },
        { priority: 1, exchange: outlook },
      ],
    }),
    issues: [
      [
        'error mx_null_not_alone',
        'MX: a null MX must be the only MX record (RFC 7505).',
        'Correct or remove the MX record.',
        'contoso.com MX 1 contoso-com.mail.protection.outlook.com.',
      ],
    ],
  },
  {
    when: 'two services',
    zone: {
      ...apex({
        MX: [
          { priority: 0, exchange: outlook },
          { priority: 1, exchange: 'smtp.google.com' },
        ],
      }),
      'smtp.google.com': host,
    },
    issues: [
      [
        'error mta_sts_mx_mismatch',
        'The MTA-STS policy does not list smtp.google.com: senders that enforce it do not deliver there.',
        'List every MX host in the policy file and change the id of the record.',
        '_mta-sts.contoso.com TXT v=STSv1; id=410b8ad53723b76ba7ce',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: contoso-com.mail.protection.outlook.com\nmx: smtp.google.com\nmax_age: 604800',
      ],
      [
        'warning mx_mixed',
        'Mail goes to several services: contoso-com.mail.protection.outlook.com, smtp.google.com.',
        'List the hosts of one service only: mail to another host bypasses its filter.',
      ],
    ],
  },
  {
    when: 'a filter before the mailboxes',
    zone: {
      ...apex({ MX: [{ priority: 0, exchange: 'mx1.contoso.pphosted.com' }] }),
      'mx1.contoso.pphosted.com': host,
    },
    issues: [
      [
        'error mta_sts_mx_mismatch',
        'The MTA-STS policy does not list mx1.contoso.pphosted.com: senders that enforce it do not deliver there.',
        'List every MX host in the policy file and change the id of the record.',
        '_mta-sts.contoso.com TXT v=STSv1; id=45fa0cb6d5fb701d8c5f',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: mx1.contoso.pphosted.com\nmax_age: 604800',
      ],
      [
        'info mx_gateway',
        'Mail passes through a gateway (proofpoint) before it reaches the mailboxes.',
        'Make sure that the mailbox service accepts mail only from there (in Exchange: a connector).',
      ],
    ],
  },
  {
    when: 'a host without an address',
    zone: {
      ...apex({
        MX: [
          { priority: 0, exchange: outlook },
          { priority: 1, exchange: 'gone.mail.protection.outlook.com' },
        ],
      }),
    },
    issues: [
      [
        'error mta_sts_mx_mismatch',
        'The MTA-STS policy does not list gone.mail.protection.outlook.com: senders that enforce it do not deliver there.',
        'List every MX host in the policy file and change the id of the record.',
        '_mta-sts.contoso.com TXT v=STSv1; id=3f760280fd07abad7984',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: contoso-com.mail.protection.outlook.com\nmx: gone.mail.protection.outlook.com\nmax_age: 604800',
      ],
      [
        'warning mx_host_without_address',
        'MX: gone.mail.protection.outlook.com has no A or AAAA record.',
        'Correct or remove the MX record.',
      ],
    ],
  },
  {
    when: 'hosts without an address',
    zone: { [outlook]: {} },
    issues: [
      [
        'error mx_host_without_address',
        'MX: contoso-com.mail.protection.outlook.com has no A or AAAA record.',
        'Correct or remove the MX record.',
      ],
    ],
  },
  {
    when: 'an alias',
    zone: {
      ...apex({ ...selfHosted, TXT: [['v=spf1 mx -all']] }),
      'mx.example': { CNAME: ['other.example'] },
      'other.example': host,
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
        'warning mx_host_is_alias',
        'MX: mx.example is an alias (CNAME), which an MX host must not be (RFC 5321, 5.1).',
        'Correct or remove the MX record.',
      ],
    ],
  },
  {
    when: 'an address in place of a name',
    zone: apex({ MX: [{ priority: 1, exchange: '192.0.2.1' }] }),
    issues: [
      [
        'error mx_host_is_address',
        'MX: 192.0.2.1 is an IP address; an MX record needs a host name.',
        'Correct or remove the MX record.',
      ],
      [
        'error mta_sts_mx_mismatch',
        'The MTA-STS policy does not list 192.0.2.1: senders that enforce it do not deliver there.',
        'List every MX host in the policy file and change the id of the record.',
      ],
    ],
  },
  {
    when: 'no answer',
    zone: { 'contoso.com': { AD: true, TXT: [['v=spf1 -all']], TIMEOUT: ['MX'] } },
    issues: [
      [
        'warning dmarc_rua_unknown',
        'DMARC reports: could not check whether contoso.com receives mail.',
        'Run the check again. If it fails again, check the name servers of the domain.',
      ],
      [
        'warning mx_could_not_check',
        'MX: could not check.',
        'Run the check again. If it fails again, check the name servers of the domain.',
      ],
    ],
  },
]);

told('reports, logo and signatures', [
  {
    when: 'no TLS reports',
    zone: { '_smtp._tls.contoso.com': null },
    issues: [
      [
        'info tls_rpt_missing',
        'Nobody receives reports on failed TLS connections (TLS-RPT).',
        'No mailbox for the reports is known. Choose one that exists and publish v=TLSRPTv1; rua=mailto: with its address.',
      ],
    ],
  },
  {
    when: 'broken TLS reports',
    zone: { '_smtp._tls.contoso.com': { TXT: [['v=TLSRPTv1; rua=nobody; junk']] } },
    issues: [
      [
        'warning tls_rpt_invalid',
        'The TLS-RPT record is invalid: nobody is not a mailto: or https: address.',
        'No mailbox for the reports is known. Choose one that exists and publish v=TLSRPTv1; rua=mailto: with its address.',
      ],
    ],
  },
  {
    when: 'TLS reports without an answer',
    zone: { '_smtp._tls.contoso.com': { SERVFAIL: ['*'] } },
    issues: [
      [
        'info tls_rpt_could_not_check',
        'TLS-RPT: could not check.',
        'Run the check again. If it fails again, check the name servers of the domain.',
      ],
    ],
  },
  {
    when: 'a broken logo',
    zone: { 'default._bimi.contoso.com': { TXT: [['v=BIMI1; l=http://contoso.com/x.png; a=x']] } },
    issues: [
      [
        'warning bimi_invalid',
        'BIMI: l= is not the https: address of an .svg file; a= is not an https: address.',
        'Correct the record. A logo needs DMARC at quarantine or reject, for subdomains too.',
      ],
    ],
  },
  {
    when: 'no DNSSEC',
    zone: { ...apex({ AD: false }), [outlook]: { A: ['192.0.2.2'] } },
    issues: [
      [
        'info dnssec_missing',
        'The domain is not signed with DNSSEC.',
        'Turn on DNSSEC at the DNS host and add the DS record at the registrar.',
      ],
      [
        'info dane_without_dnssec',
        'The TLSA records of contoso-com.mail.protection.outlook.com have no effect: DNSSEC does not protect the whole path.',
        'Sign the domain with DNSSEC.',
      ],
    ],
  },
  {
    when: 'DNSSEC that was not validated',
    zone: apex({ AD: false, DS: ['12345 13 2 AB'] }),
    issues: [
      [
        'warning dnssec_not_validated',
        'There is a DS record, but the resolver did not validate the answer.',
        'Compare the DS record with the keys of the zone at the DNS host.',
      ],
      [
        'info dane_without_dnssec',
        'The TLSA records of contoso-com.mail.protection.outlook.com have no effect: DNSSEC does not protect the whole path.',
        'Sign the domain with DNSSEC.',
      ],
    ],
  },
  {
    when: 'a broken TLSA record',
    zone: { [`_25._tcp.${outlook}`]: { AD: true, TLSA: [{ certUsage: 0, selector: 1, match: 1, data: 'ab' }] } },
    issues: [
      [
        'error dane_invalid',
        'The TLSA records of contoso-com.mail.protection.outlook.com are invalid.',
        'Publish a record 3 1 1 with the SHA-256 digest of the public key of its certificate.',
      ],
    ],
  },
  {
    when: 'a TLSA record without DNSSEC',
    zone: {
      ...apex({ AD: false }),
      [`_25._tcp.${outlook}`]: { AD: false, TLSA: [{ certUsage: 3, selector: 1, match: 1, data: 'ab'.repeat(32) }] },
    },
    issues: [
      [
        'info dnssec_missing',
        'The domain is not signed with DNSSEC.',
        'Turn on DNSSEC at the DNS host and add the DS record at the registrar.',
      ],
      [
        'info dane_without_dnssec',
        'The TLSA records of contoso-com.mail.protection.outlook.com have no effect: DNSSEC does not protect the whole path.',
        'Sign the domain with DNSSEC.',
      ],
    ],
  },
]);

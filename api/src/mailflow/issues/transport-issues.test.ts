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
        'Look at the address for reports and correct it.',
      ],
      [
        'warning mx_missing',
        'There is no MX record: senders try the address of the domain itself.',
        'Name the host that takes the mail now. A null MX (0 .) would be right only where the domain is to take none.',
        'contoso.com MX 10 contoso.com.',
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
        'Look at the address for reports and correct it.',
      ],
      [
        'info mx_missing',
        'There is no MX record and no address: the domain takes no mail.',
        'Say by a null MX that the domain takes no mail, or name the mail hosts.',
        'contoso.com MX 0 .',
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
        'MX: a null MX has to be the only MX record (RFC 7505).',
        'Correct the MX record, or take it out.',
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
        'The MTA-STS policy does not name smtp.google.com: senders that hold to it do not deliver there.',
        'Name every MX host in the policy file, and give the record a new id.',
        '_mta-sts.contoso.com TXT v=STSv1; id=20261120102030',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: contoso-com.mail.protection.outlook.com\nmx: smtp.google.com\nmax_age: 604800',
      ],
      [
        'warning mx_mixed',
        'Mail goes to several services: contoso-com.mail.protection.outlook.com, smtp.google.com.',
        'Name the hosts of one service only: filters are passed by where another host takes mail too.',
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
        'The MTA-STS policy does not name mx1.contoso.pphosted.com: senders that hold to it do not deliver there.',
        'Name every MX host in the policy file, and give the record a new id.',
        '_mta-sts.contoso.com TXT v=STSv1; id=20261120102030',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: mx1.contoso.pphosted.com\nmax_age: 604800',
      ],
      [
        'info mx_gateway',
        'Mail passes through proofpoint before it reaches the mailboxes.',
        'Make sure that the mailbox service takes mail from there alone (in Exchange: a connector).',
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
        'The MTA-STS policy does not name gone.mail.protection.outlook.com: senders that hold to it do not deliver there.',
        'Name every MX host in the policy file, and give the record a new id.',
        '_mta-sts.contoso.com TXT v=STSv1; id=20261120102030',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: contoso-com.mail.protection.outlook.com\nmx: gone.mail.protection.outlook.com\nmax_age: 604800',
      ],
      [
        'warning mx_host_without_address',
        'MX: gone.mail.protection.outlook.com has no A or AAAA record.',
        'Correct the MX record, or take it out.',
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
        'Correct the MX record, or take it out.',
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
        'The MTA-STS policy does not name mx.example: senders that hold to it do not deliver there.',
        'Name every MX host in the policy file, and give the record a new id.',
        '_mta-sts.contoso.com TXT v=STSv1; id=20261120102030',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: mx.example\nmax_age: 604800',
      ],
    ],
  },
  {
    when: 'an address in place of a name',
    zone: apex({ MX: [{ priority: 1, exchange: '192.0.2.1' }] }),
    issues: [
      [
        'error mx_host_is_address',
        'MX: 192.0.2.1 is an address, an MX record needs a name.',
        'Correct the MX record, or take it out.',
      ],
      [
        'error mta_sts_mx_mismatch',
        'The MTA-STS policy does not name 192.0.2.1: senders that hold to it do not deliver there.',
        'Name every MX host in the policy file, and give the record a new id.',
        '_mta-sts.contoso.com TXT v=STSv1; id=20261120102030',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: 192.0.2.1\nmax_age: 604800',
      ],
    ],
  },
  {
    when: 'no answer',
    zone: { 'contoso.com': { AD: true, TXT: [['v=spf1 -all']], TIMEOUT: ['MX'] } },
    issues: [
      [
        'warning dmarc_rua_unknown',
        'DMARC reports: could not check whether contoso.com takes mail.',
        'Run the check again; if it stays so, have the name servers of the domain looked at.',
      ],
      [
        'warning mx_could_not_check',
        'MX: could not check.',
        'Run the check again; if it stays so, have the name servers of the domain looked at.',
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
        'Nobody gets reports about failed encryption (TLS-RPT).',
        'Publish this record; reports go to the address in rua=, which has to exist: put yours there.',
        '_smtp._tls.contoso.com TXT v=TLSRPTv1; rua=mailto:tls-reports@contoso.com',
      ],
    ],
  },
  {
    when: 'broken TLS reports',
    zone: { '_smtp._tls.contoso.com': { TXT: [['v=TLSRPTv1; rua=nobody; junk']] } },
    issues: [
      [
        'warning tls_rpt_invalid',
        'The TLS-RPT record is invalid: nobody is no mailto: or https: address.',
        'Publish this record; reports go to the address in rua=, which has to exist: put yours there.',
        '_smtp._tls.contoso.com TXT v=TLSRPTv1; rua=mailto:tls-reports@contoso.com',
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
        'Run the check again; if it stays so, have the name servers of the domain looked at.',
      ],
    ],
  },
  {
    when: 'a broken logo',
    zone: { 'default._bimi.contoso.com': { TXT: [['v=BIMI1; l=http://contoso.com/x.png; a=x']] } },
    issues: [
      [
        'warning bimi_invalid',
        'BIMI: l= is no https: address of an .svg file; a= is no https: address.',
        'Correct the record; a logo needs DMARC with quarantine or reject, for subdomains as well.',
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
        'Switch DNSSEC on at the DNS host and have the DS record entered at the registrar.',
      ],
      [
        'info dane_without_dnssec',
        'contoso-com.mail.protection.outlook.com has TLSA records, which do not count, because DNSSEC does not protect the whole way.',
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
        'A DS record is there, but the resolver did not validate the answer.',
        'Have the DNS host compare the DS record with the keys of the zone.',
      ],
      [
        'info dane_without_dnssec',
        'contoso-com.mail.protection.outlook.com has TLSA records, which do not count, because DNSSEC does not protect the whole way.',
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
        'The TLSA records of contoso-com.mail.protection.outlook.com cannot be used.',
        'Publish a record of the form 3 1 1 and the SHA-256 digest of the key of its certificate.',
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
        'Switch DNSSEC on at the DNS host and have the DS record entered at the registrar.',
      ],
      [
        'info dane_without_dnssec',
        'contoso-com.mail.protection.outlook.com has TLSA records, which do not count, because DNSSEC does not protect the whole way.',
        'Sign the domain with DNSSEC.',
      ],
    ],
  },
]);

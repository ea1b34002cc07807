import { apex } from '../testing/contoso.ts';
import { told } from '../testing/told-issues.ts';

const spf = (record: string, zone: Record<string, unknown> = {}) => ({ ...apex({ TXT: [[record]] }), ...zone });
const dmarc = (...records: string[]) => ({ '_dmarc.contoso.com': { TXT: records.map((record) => [record]) } });
const outlook = 'contoso-com.mail.protection.outlook.com';
const named = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { TXT: [['v=spf1 -all']] }]));
const selfHosted = { MX: [{ priority: 1, exchange: 'mx.example' }] };
const host = { A: ['192.0.2.9'] };

told('SPF', [
  {
    when: 'no record',
    zone: apex({ TXT: [] }),
    issues: [
      [
        'error spf_missing',
        'contoso.com has no SPF record, so that anybody may send in its name.',
        'Publish a record that allows its mailbox service; add whatever else sends in the name of the domain.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
    ],
  },
  {
    when: 'no record, at a host of its own',
    zone: { ...apex({ ...selfHosted, TXT: [] }), 'mx.example': host },
    issues: [
      [
        'error spf_missing',
        'contoso.com has no SPF record, so that anybody may send in its name.',
        'Publish a record that allows the hosts of its MX records; add whatever else sends in the name of the domain.',
        'contoso.com TXT v=spf1 mx -all',
      ],
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
    when: 'no record, and no mail',
    zone: { ...apex({ MX: [{ priority: 0, exchange: '.' }], TXT: [] }) },
    issues: [
      [
        'error spf_missing',
        'contoso.com has no SPF record, so that anybody may send in its name.',
        'The domain takes no mail: publish a record that allows nobody to send, unless it sends all the same.',
        'contoso.com TXT v=spf1 -all',
      ],
    ],
  },
  {
    when: 'two records',
    zone: apex({ TXT: [['v=spf1 include:spf.protection.outlook.com ~all'], ['v=spf1 ip4:192.0.2.7 -all']] }),
    issues: [
      [
        'error spf_multiple_records',
        'Receivers cannot use the SPF record (permerror): contoso.com has 2 SPF records.',
        'Delete all SPF records and publish this one, which joins them.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com ip4:192.0.2.7 -all',
      ],
    ],
  },
  {
    when: 'a mistyped term and half an address',
    zone: spf('v=spf1 inlcude:x.example ip4:192.0.2 include:spf.protection.outlook.com -all'),
    issues: [
      [
        'error spf_syntax',
        'Receivers cannot use the SPF record (permerror): contoso.com: "inlcude:x.example": this is no mechanism or modifier of SPF.',
        'Correct or take out "inlcude:x.example", "ip4:192.0.2". The record below is without.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
    ],
  },
  {
    when: 'an include of nothing',
    zone: spf('v=spf1 include:gone.example include:spf.protection.outlook.com -all'),
    issues: [
      [
        'error spf_include_none',
        'Receivers cannot use the SPF record (permerror): contoso.com includes gone.example, which has no SPF record.',
        'Correct or take out "include:gone.example". The record below is without.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
      [
        'info spf_void_lookups',
        'SPF: gone.example has no answer.',
        'Take out names that no longer exist; three of them make the record invalid.',
      ],
    ],
  },
  {
    when: 'an include of a broken record',
    zone: spf('v=spf1 include:b.example include:spf.protection.outlook.com -all', {
      'b.example': { TXT: [['v=spf1 moo']] },
    }),
    issues: [
      [
        'error spf_include_permerror',
        'Receivers cannot use the SPF record (permerror): contoso.com includes b.example, whose SPF record is broken.',
        'Correct or take out "include:b.example". The record below is without.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
    ],
  },
  {
    when: 'a redirect to nothing',
    zone: spf('v=spf1 include:spf.protection.outlook.com redirect=gone.example'),
    issues: [
      [
        'error spf_redirect_none',
        'Receivers cannot use the SPF record (permerror): contoso.com redirects to gone.example, which has no SPF record.',
        'The fault lies in a record that this one leads to: have its owner mend it, or name the senders yourself.',
      ],
      [
        'info spf_void_lookups',
        'SPF: gone.example has no answer.',
        'Take out names that no longer exist; three of them make the record invalid.',
      ],
    ],
  },
  {
    when: 'three names without an answer',
    zone: spf('v=spf1 a:x.example a:y.example mx:z.example include:spf.protection.outlook.com -all'),
    issues: [
      [
        'error spf_void_lookup_limit_exceeded',
        'Receivers cannot use the SPF record (permerror): more than 2 names without an answer, z.example the last of them.',
        'Correct or take out "a:x.example", "a:y.example", "mx:z.example". The record below is without.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
      [
        'info spf_void_lookups',
        'SPF: x.example has no answer; y.example has no answer.',
        'Take out names that no longer exist; three of them make the record invalid.',
      ],
    ],
  },
  {
    when: 'two names without an answer',
    zone: spf('v=spf1 a:x.example a:y.example include:spf.protection.outlook.com -all'),
    issues: [
      [
        'info spf_void_lookups',
        'SPF: x.example has no answer; y.example has no answer.',
        'Take out names that no longer exist; three of them make the record invalid.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
    ],
  },
  {
    when: 'eleven exchanges of one name',
    zone: spf('v=spf1 ~mx:m.example a:b.example include:spf.protection.outlook.com -all', {
      'b.example': host,
      'm.example': { MX: Array.from({ length: 11 }, (_, priority) => ({ priority, exchange: 'mx.example' })) },
    }),
    issues: [
      [
        'error spf_mx_limit_exceeded',
        'Receivers cannot use the SPF record (permerror): m.example has 11 MX records, 10 at most are allowed.',
        'Correct or take out "~mx:m.example". The record below is without.',
        'contoso.com TXT v=spf1 a:b.example include:spf.protection.outlook.com -all',
      ],
    ],
  },
  {
    when: 'twelve look-ups, of which some are needless',
    zone: spf(
      'v=spf1 a mx ptr ?include:b.example include:b.example include:c.example include:d.example include:e.example include:f.example include:g.example include:h.example include:spf.protection.outlook.com -all',
      named('b.example', 'c.example', 'd.example', 'e.example', 'f.example', 'g.example', 'h.example'),
    ),
    issues: [
      [
        'error spf_lookup_limit_exceeded',
        'Receivers cannot use the SPF record (permerror): it needs 12 DNS look-ups, 10 are allowed. Cost by term: a 1, mx 1, ptr 1, ?include:b.example 1, include:b.example 1, include:c.example 1, include:d.example 1, include:e.example 1, include:f.example 1, include:g.example 1, include:h.example 1, include:spf.protection.outlook.com 1.',
        'Take out "a" and "mx" and "ptr" and "include:b.example": 8 look-ups are left. Where the host itself sends mail, name its address with ip4: or ip6:, which costs none.',
        'contoso.com TXT v=spf1 ?include:b.example include:c.example include:d.example include:e.example include:f.example include:g.example include:h.example include:spf.protection.outlook.com -all',
      ],
      [
        'warning spf_ptr',
        'SPF: contoso.com: "ptr" is slow and is not to be used.',
        'Look at the term and take it out if it is not needed.',
        'contoso.com TXT v=spf1 a mx ?include:b.example include:b.example include:c.example include:d.example include:e.example include:f.example include:g.example include:h.example include:spf.protection.outlook.com -all',
      ],
      [
        'info spf_duplicate_include',
        'SPF: b.example is included more than once.',
        'Look at the term and take it out if it is not needed.',
      ],
    ],
  },
  {
    when: 'eleven look-ups, all of them needed',
    zone: spf(
      'v=spf1 include:b.example include:c.example include:d.example include:e.example include:f.example include:g.example include:h.example include:i.example include:j.example include:k.example include:spf.protection.outlook.com -all',
      named(
        'b.example',
        'c.example',
        'd.example',
        'e.example',
        'f.example',
        'g.example',
        'h.example',
        'i.example',
        'j.example',
        'k.example',
      ),
    ),
    issues: [
      [
        'error spf_lookup_limit_exceeded',
        'Receivers cannot use the SPF record (permerror): it needs 11 DNS look-ups, 10 are allowed. Cost by term: include:b.example 1, include:c.example 1, include:d.example 1, include:e.example 1, include:f.example 1, include:g.example 1, include:h.example 1, include:i.example 1, include:j.example 1, include:k.example 1, include:spf.protection.outlook.com 1.',
        'Take out includes of services that no longer send, or move a service to a subdomain of its own.',
      ],
    ],
  },
  {
    when: 'fifteen look-ups, of which one is needless',
    zone: spf(
      'v=spf1 ptr a:aa.contoso.com a:mxa.contoso.com include:b.example include:c.example include:d.example include:e.example include:f.example include:g.example include:h.example include:i.example include:j.example include:k.example include:l.example include:spf.protection.outlook.com -all',
      {
        ...named(
          'b.example',
          'c.example',
          'd.example',
          'e.example',
          'f.example',
          'g.example',
          'h.example',
          'i.example',
          'j.example',
          'k.example',
          'l.example',
        ),
        'aa.contoso.com': host,
        'mxa.contoso.com': host,
      },
    ),
    issues: [
      [
        'error spf_lookup_limit_exceeded',
        'Receivers cannot use the SPF record (permerror): it needs 15 DNS look-ups, 10 are allowed. Cost by term: ptr 1, a:aa.contoso.com 1, a:mxa.contoso.com 1, include:b.example 1, include:c.example 1, include:d.example 1, include:e.example 1, include:f.example 1, include:g.example 1, include:h.example 1, include:i.example 1, include:j.example 1, include:k.example 1, include:l.example 1, include:spf.protection.outlook.com 1.',
        'Take out "ptr": 14 look-ups are left. Where the host itself sends mail, name its address with ip4: or ip6:, which costs none. More has to go: includes of services that no longer send.',
        'contoso.com TXT v=spf1 a:aa.contoso.com a:mxa.contoso.com include:b.example include:c.example include:d.example include:e.example include:f.example include:g.example include:h.example include:i.example include:j.example include:k.example include:l.example include:spf.protection.outlook.com -all',
      ],
      [
        'warning spf_string_too_long',
        'SPF: a string has 283 characters, 255 at most.',
        'Split the record into strings of 255 characters at most.',
      ],
      [
        'warning spf_ptr',
        'SPF: contoso.com: "ptr" is slow and is not to be used.',
        'Look at the term and take it out if it is not needed.',
        'contoso.com TXT v=spf1 a:aa.contoso.com a:mxa.contoso.com include:b.example include:c.example include:d.example include:e.example include:f.example include:g.example include:h.example include:i.example include:j.example include:k.example include:l.example include:spf.protection.outlook.com -all',
      ],
    ],
  },
  {
    when: 'eleven look-ups at a host of its own',
    zone: {
      ...apex({
        ...selfHosted,
        TXT: [
          [
            'v=spf1 a mx include:b.example include:c.example include:d.example include:e.example include:f.example include:g.example include:h.example include:i.example include:j.example -all',
          ],
        ],
      }),
      ...named(
        'b.example',
        'c.example',
        'd.example',
        'e.example',
        'f.example',
        'g.example',
        'h.example',
        'i.example',
        'j.example',
      ),
      'mx.example': host,
    },
    issues: [
      [
        'error spf_lookup_limit_exceeded',
        'Receivers cannot use the SPF record (permerror): it needs 11 DNS look-ups, 10 are allowed. Cost by term: a 1, mx 1, include:b.example 1, include:c.example 1, include:d.example 1, include:e.example 1, include:f.example 1, include:g.example 1, include:h.example 1, include:i.example 1, include:j.example 1.',
        'Take out includes of services that no longer send, or move a service to a subdomain of its own.',
      ],
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
    when: 'ten look-ups',
    zone: spf(
      'v=spf1 include:b.example include:c.example include:d.example include:e.example include:f.example include:g.example include:h.example include:i.example include:j.example include:spf.protection.outlook.com -all',
      named(
        'b.example',
        'c.example',
        'd.example',
        'e.example',
        'f.example',
        'g.example',
        'h.example',
        'i.example',
        'j.example',
      ),
    ),
    issues: [
      [
        'info spf_lookups_near_limit',
        'SPF: 10 of 10 DNS look-ups are in use.',
        'Take out what is not needed before another service is added.',
      ],
    ],
  },
  {
    when: 'a circle',
    zone: spf('v=spf1 include:b.example include:spf.protection.outlook.com -all', {
      'b.example': { TXT: [['v=spf1 include:contoso.com -all']] },
    }),
    issues: [
      [
        'error spf_lookup_limit_exceeded',
        'Receivers cannot use the SPF record (permerror): it needs look-ups without end: the records lead in a circle: contoso.com -> b.example -> contoso.com. Cost by term: include:b.example 2, include:spf.protection.outlook.com 1.',
        'Take out includes of services that no longer send, or move a service to a subdomain of its own.',
      ],
      [
        'warning spf_include_loop',
        'SPF: the records lead in a circle: contoso.com -> b.example -> contoso.com.',
        'Take out the include or redirect that leads back.',
      ],
    ],
  },
  {
    when: 'itself',
    zone: spf('v=spf1 include:contoso.com include:spf.protection.outlook.com -all'),
    issues: [
      [
        'error spf_lookup_limit_exceeded',
        'Receivers cannot use the SPF record (permerror): it needs look-ups without end: the records lead in a circle: contoso.com -> contoso.com. Cost by term: include:contoso.com 1, include:spf.protection.outlook.com 1.',
        'Take out "include:contoso.com": 1 look-up is left. Where the host itself sends mail, name its address with ip4: or ip6:, which costs none.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
      [
        'warning spf_include_loop',
        'SPF: the records lead in a circle: contoso.com -> contoso.com.',
        'Take out the include or redirect that leads back.',
      ],
    ],
  },
  {
    when: 'everybody',
    zone: spf('v=spf1 include:spf.protection.outlook.com +all'),
    issues: [
      [
        'error spf_all_pass',
        'SPF allows everybody to send in the name of the domain: the record lets every sender pass (+all).',
        'End the record with -all.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
    ],
  },
  {
    when: 'everybody, by an include',
    zone: spf('v=spf1 include:spf.protection.outlook.com include:b.example -all', {
      'b.example': { TXT: [['v=spf1 +all']] },
    }),
    issues: [
      [
        'error spf_all_pass',
        'SPF allows everybody to send in the name of the domain: b.example: it is included and lets every sender pass (+all).',
        'Take out the include whose record ends with +all.',
      ],
    ],
  },
  {
    when: 'nobody told',
    zone: spf('v=spf1 include:spf.protection.outlook.com ?all'),
    issues: [
      [
        'warning spf_all_neutral',
        'SPF leaves open what to do with mail of other senders.',
        'End the record with ~all, and with -all once DMARC reports show no forgotten sender.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com ~all',
      ],
    ],
  },
  {
    when: 'no end',
    zone: spf('v=spf1 include:spf.protection.outlook.com'),
    issues: [
      [
        'warning spf_all_missing',
        'SPF leaves open what to do with mail of other senders.',
        'End the record with ~all, and with -all once DMARC reports show no forgotten sender.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com ~all',
      ],
    ],
  },
  {
    when: 'a soft end, behind DMARC that refuses',
    zone: spf('v=spf1 include:spf.protection.outlook.com ~all'),
    issues: [],
  },
  {
    when: 'a soft end',
    zone: {
      ...spf('v=spf1 include:spf.protection.outlook.com ~all'),
      ...dmarc('v=DMARC1; p=quarantine; rua=mailto:dmarc@contoso.com'),
    },
    issues: [
      [
        'warning dmarc_policy_quarantine',
        'DMARC sends forged mail to the junk folder (quarantine) and does not refuse it.',
        'Go on to reject, once the reports show that your own mail passes.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
      [
        'info spf_softfail',
        'SPF marks mail of other senders (~all), but does not ask to refuse it.',
        'End the record with -all, once DMARC reports show no forgotten sender.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
    ],
  },
  {
    when: 'ptr',
    zone: spf('v=spf1 ptr ?ptr:x.example include:spf.protection.outlook.com -all'),
    issues: [
      [
        'warning spf_ptr',
        'SPF: contoso.com: "ptr" is slow and is not to be used.',
        'Look at the term and take it out if it is not needed.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
    ],
  },
  {
    when: 'a term behind the end',
    zone: spf('v=spf1 include:spf.protection.outlook.com -all a redirect=b.example'),
    issues: [
      [
        'info spf_terms_after_all',
        'SPF: contoso.com: what stands after "all" is ignored: a.',
        'Look at the term and take it out if it is not needed.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
      [
        'info spf_redirect_ignored',
        'SPF: contoso.com: "redirect=b.example" is ignored, because the record has an "all".',
        'Look at the term and take it out if it is not needed.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
    ],
  },
  {
    when: 'an unknown modifier',
    zone: spf('v=spf1 include:spf.protection.outlook.com foo=bar bar=foo -all'),
    issues: [
      [
        'info spf_unknown_modifier',
        'SPF: contoso.com: "foo=bar" is unknown and ignored; contoso.com: "bar=foo" is unknown and ignored.',
        'Look at the term and take it out if it is not needed.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
    ],
  },
  {
    when: 'a record of 460 characters',
    zone: apex({
      TXT: [
        [
          'v=spf1 include:spf.protection.outlook.com ',
          `ip4:192.0.2.1 ${'ip4:192.0.2.100 '.repeat(25)}-all`.slice(0, 255),
          `ip4:192.0.2.1 ${'ip4:192.0.2.100 '.repeat(25)}-all`.slice(255),
        ],
      ],
    }),
    issues: [
      [
        'info spf_answer_large',
        'SPF: the record has 460 characters, 450 are advised at most.',
        'Keep the record short, so that the answer fits into one packet.',
      ],
    ],
  },
  {
    when: 'a record of 560 characters in one string',
    zone: apex({ TXT: [[`v=spf1 include:spf.protection.outlook.com ${'ip4:192.0.2.100 '.repeat(32)}-all`]] }),
    issues: [
      [
        'warning spf_string_too_long',
        'SPF: a string has 558 characters, 255 at most.',
        'Split the record into strings of 255 characters at most.',
      ],
      [
        'warning spf_record_large',
        'SPF: the record has 558 characters, 512 at most.',
        'Shorten the record: join addresses to networks, or move them to a record that is included.',
      ],
    ],
  },
  {
    when: 'an include that is there twice',
    zone: spf('v=spf1 include:spf.protection.outlook.com include:spf.protection.outlook.com -all'),
    issues: [
      [
        'info spf_duplicate_include',
        'SPF: spf.protection.outlook.com is included more than once.',
        'Look at the term and take it out if it is not needed.',
      ],
    ],
  },
  {
    when: 'without the mailbox service',
    zone: spf('v=spf1 ip4:192.0.2.0/24 -all'),
    issues: [
      [
        'warning spf_provider_missing',
        'The mailbox service of the domain (microsoft365) is not among its permitted senders.',
        'Add include:spf.protection.outlook.com, unless all mail leaves by another service.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com ip4:192.0.2.0/24 -all',
      ],
    ],
  },
  {
    when: 'no answer',
    zone: { 'contoso.com': { TIMEOUT: ['TXT'], MX: [{ priority: 0, exchange: outlook }] } },
    issues: [
      [
        'warning spf_could_not_check',
        'SPF: could not check: the name server of contoso.com did not answer in time.',
        'Run the check again; if it stays so, have the name servers of the domain looked at.',
      ],
    ],
  },
  {
    when: 'no answer of an include',
    zone: spf('v=spf1 include:spf.protection.outlook.com include:b.example -all', { 'b.example': { SERVFAIL: ['*'] } }),
    issues: [
      [
        'warning spf_could_not_check',
        'SPF: could not check: the name server of b.example failed.',
        'Run the check again; if it stays so, have the name servers of the domain looked at.',
      ],
    ],
  },
]);

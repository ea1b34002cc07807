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
        'contoso.com has no SPF record: anyone can send in its name.',
        'Publish a record that allows the mailbox service, and add every other service that sends for the domain.',
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
        'contoso.com has no SPF record: anyone can send in its name.',
        'Publish a record that allows the mail servers of the domain, and add every other service that sends for it.',
        'contoso.com TXT v=spf1 mx -all',
      ],
      [
        'error mta_sts_mx_mismatch',
        'The MTA-STS policy does not list mx.example: senders that enforce it do not deliver there.',
        'List every MX host in the policy file and change the id of the record.',
        '_mta-sts.contoso.com TXT v=STSv1; id=9bf421e4e13c913e5f7e',
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
        'contoso.com has no SPF record: anyone can send in its name.',
        'The domain sends no mail: publish a record that allows no sender.',
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
        'Receivers ignore the SPF record (permerror): contoso.com has 2 SPF records.',
        'Publish only one: replace all SPF records with this one.',
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
        'Receivers ignore the SPF record (permerror): contoso.com: "inlcude:x.example": this is not an SPF mechanism or modifier.',
        'Fix or remove "inlcude:x.example", "ip4:192.0.2".',
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
        'Receivers ignore the SPF record (permerror): contoso.com includes gone.example, which has no SPF record.',
        'Fix or remove "include:gone.example".',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
      [
        'info spf_void_lookups',
        'SPF: gone.example has no answer.',
        'Remove names that no longer exist; three of them make the record invalid.',
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
        'Receivers ignore the SPF record (permerror): contoso.com includes b.example, whose SPF record is broken.',
        'Fix or remove "include:b.example".',
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
        'Receivers ignore the SPF record (permerror): contoso.com redirects to gone.example, which has no SPF record.',
        'The name that this record redirects to has no SPF record: have its owner publish one, or list the senders yourself.',
      ],
      [
        'info spf_void_lookups',
        'SPF: gone.example has no answer.',
        'Remove names that no longer exist; three of them make the record invalid.',
      ],
    ],
  },
  {
    when: 'three names without an answer',
    zone: spf('v=spf1 a:x.example a:y.example mx:z.example include:spf.protection.outlook.com -all'),
    issues: [
      [
        'error spf_void_lookup_limit_exceeded',
        'Receivers ignore the SPF record (permerror): more than 2 names without an answer, z.example the last of them.',
        'Fix or remove "a:x.example", "a:y.example", "mx:z.example".',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
      [
        'info spf_void_lookups',
        'SPF: x.example has no answer; y.example has no answer.',
        'Remove names that no longer exist; three of them make the record invalid.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
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
        'Remove names that no longer exist; three of them make the record invalid.',
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
        'Receivers ignore the SPF record (permerror): m.example has 11 MX records, the limit is 10.',
        'Fix or remove "~mx:m.example".',
        'contoso.com TXT v=spf1 a:b.example include:spf.protection.outlook.com -all',
      ],
    ],
  },
  {
    when: 'twelve lookups, of which some are needless',
    zone: spf(
      'v=spf1 a mx ptr ?include:b.example include:b.example include:c.example include:d.example include:e.example include:f.example include:g.example include:h.example include:spf.protection.outlook.com -all',
      named('b.example', 'c.example', 'd.example', 'e.example', 'f.example', 'g.example', 'h.example'),
    ),
    issues: [
      [
        'error spf_lookup_limit_exceeded',
        'Receivers ignore the SPF record (permerror): it needs 12 DNS lookups, the limit is 10. Lookups by term: a 1, mx 1, ptr 1, ?include:b.example 1, include:b.example 1, include:c.example 1, include:d.example 1, include:e.example 1, include:f.example 1, include:g.example 1, include:h.example 1, include:spf.protection.outlook.com 1.',
        'Remove "a" and "mx" and "ptr" and "include:b.example": 8 lookups remain. If the host itself sends mail, list its address with ip4: or ip6:, which needs no lookup.',
        'contoso.com TXT v=spf1 ?include:b.example include:c.example include:d.example include:e.example include:f.example include:g.example include:h.example include:spf.protection.outlook.com -all',
      ],
      [
        'warning spf_ptr',
        'SPF: contoso.com: "ptr" is slow and should not be used (RFC 7208, 5.5).',
        'Check the term and remove it if it is not needed.',
        'contoso.com TXT v=spf1 ?include:b.example include:c.example include:d.example include:e.example include:f.example include:g.example include:h.example include:spf.protection.outlook.com -all',
      ],
      [
        'info spf_duplicate_include',
        'SPF: b.example is included more than once.',
        'Check the term and remove it if it is not needed.',
      ],
    ],
  },
  {
    when: 'eleven lookups, all of them needed',
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
        'Receivers ignore the SPF record (permerror): it needs 11 DNS lookups, the limit is 10. Lookups by term: include:b.example 1, include:c.example 1, include:d.example 1, include:e.example 1, include:f.example 1, include:g.example 1, include:h.example 1, include:i.example 1, include:j.example 1, include:k.example 1, include:spf.protection.outlook.com 1.',
        'Remove the includes of services that no longer send, or move a service to its own subdomain.',
      ],
    ],
  },
  {
    when: 'fifteen lookups, of which one is needless',
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
        'Receivers ignore the SPF record (permerror): it needs 15 DNS lookups, the limit is 10. Lookups by term: ptr 1, a:aa.contoso.com 1, a:mxa.contoso.com 1, include:b.example 1, include:c.example 1, include:d.example 1, include:e.example 1, include:f.example 1, include:g.example 1, include:h.example 1, include:i.example 1, include:j.example 1, include:k.example 1, include:l.example 1, include:spf.protection.outlook.com 1.',
        'Remove "ptr": 14 lookups remain. If the host itself sends mail, list its address with ip4: or ip6:, which needs no lookup. Also remove the includes of services that no longer send.',
      ],
      [
        'warning spf_string_too_long',
        'SPF: a string has 283 characters, 255 at most.',
        'Split the record into strings of at most 255 characters.',
      ],
      [
        'warning spf_ptr',
        'SPF: contoso.com: "ptr" is slow and should not be used (RFC 7208, 5.5).',
        'Check the term and remove it if it is not needed.',
      ],
    ],
  },
  {
    when: 'eleven lookups at a host of its own',
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
        'Receivers ignore the SPF record (permerror): it needs 11 DNS lookups, the limit is 10. Lookups by term: a 1, mx 1, include:b.example 1, include:c.example 1, include:d.example 1, include:e.example 1, include:f.example 1, include:g.example 1, include:h.example 1, include:i.example 1, include:j.example 1.',
        'Remove the includes of services that no longer send, or move a service to its own subdomain.',
      ],
      [
        'error mta_sts_mx_mismatch',
        'The MTA-STS policy does not list mx.example: senders that enforce it do not deliver there.',
        'List every MX host in the policy file and change the id of the record.',
        '_mta-sts.contoso.com TXT v=STSv1; id=9bf421e4e13c913e5f7e',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: mx.example\nmax_age: 604800',
      ],
    ],
  },
  {
    when: 'ten lookups',
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
        'SPF: 10 of 10 DNS lookups are used.',
        'Remove what is not needed before you add another service.',
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
        'Receivers ignore the SPF record (permerror): it never ends: the records include each other in a loop: contoso.com -> b.example -> contoso.com. Lookups by term: include:b.example 2, include:spf.protection.outlook.com 1.',
        'Remove the includes of services that no longer send, or move a service to its own subdomain.',
      ],
      [
        'warning spf_include_loop',
        'SPF: the records include each other in a loop: contoso.com -> b.example -> contoso.com.',
        'Remove the include or redirect that leads back.',
      ],
    ],
  },
  {
    when: 'itself',
    zone: spf('v=spf1 include:contoso.com include:spf.protection.outlook.com -all'),
    issues: [
      [
        'error spf_lookup_limit_exceeded',
        'Receivers ignore the SPF record (permerror): it never ends: the records include each other in a loop: contoso.com -> contoso.com. Lookups by term: include:contoso.com 1, include:spf.protection.outlook.com 1.',
        'Remove "include:contoso.com": 1 lookup remains. If the host itself sends mail, list its address with ip4: or ip6:, which needs no lookup.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
      [
        'warning spf_include_loop',
        'SPF: the records include each other in a loop: contoso.com -> contoso.com.',
        'Remove the include or redirect that leads back.',
      ],
    ],
  },
  {
    when: 'everybody',
    zone: spf('v=spf1 include:spf.protection.outlook.com +all'),
    issues: [
      [
        'error spf_all_pass',
        'SPF allows anyone to send as the domain: the record allows every sender (+all).',
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
        'SPF allows anyone to send as the domain: b.example: it is included and allows every sender (+all).',
        'Remove include:b.example, or have the owner of b.example mend that record: it lets everybody send.',
      ],
    ],
  },
  {
    when: 'nobody told',
    zone: spf('v=spf1 include:spf.protection.outlook.com ?all'),
    issues: [
      [
        'warning spf_all_neutral',
        'SPF does not say what to do with mail from other senders.',
        'End the record with ~all first, then with -all once DMARC reports show no forgotten sender.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
    ],
  },
  {
    when: 'no end',
    zone: spf('v=spf1 include:spf.protection.outlook.com'),
    issues: [
      [
        'warning spf_all_missing',
        'SPF does not say what to do with mail from other senders.',
        'End the record with ~all first, then with -all once DMARC reports show no forgotten sender.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
    ],
  },
  {
    when: 'a soft end, behind DMARC that refuses',
    zone: spf('v=spf1 include:spf.protection.outlook.com ~all'),
    issues: [
      [
        'info spf_softfail',
        'SPF only marks mail from other senders (~all).',
        'End the record with -all, once DMARC reports show no forgotten sender.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
    ],
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
        'DMARC sends forged mail to the junk folder (quarantine) and does not reject it.',
        'Go to reject, once reports show that your own mail passes.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
      [
        'info spf_softfail',
        'SPF only marks mail from other senders (~all).',
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
        'SPF: contoso.com: "ptr" is slow and should not be used (RFC 7208, 5.5).',
        'Check the term and remove it if it is not needed.',
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
        'SPF: contoso.com: terms after "all" are ignored: a.',
        'Check the term and remove it if it is not needed.',
        'contoso.com TXT v=spf1 include:spf.protection.outlook.com -all',
      ],
      [
        'info spf_redirect_ignored',
        'SPF: contoso.com: "redirect=b.example" is ignored because the record has an all mechanism.',
        'Check the term and remove it if it is not needed.',
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
        'SPF: contoso.com: "foo=bar" is unknown and is ignored; contoso.com: "bar=foo" is unknown and is ignored.',
        'Check the term and remove it if it is not needed.',
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
        'SPF: the record has 460 characters, 450 are recommended at most.',
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
        'Split the record into strings of at most 255 characters.',
      ],
      [
        'warning spf_record_large',
        'SPF: the record has 558 characters, 512 at most.',
        'Shorten the record: merge addresses into networks, or move them to an included record.',
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
        'Check the term and remove it if it is not needed.',
      ],
    ],
  },
  {
    when: 'without the mailbox service',
    zone: spf('v=spf1 ip4:192.0.2.0/24 -all'),
    issues: [
      [
        'warning spf_provider_missing',
        'SPF does not allow Microsoft 365 to send.',
        'Add include:spf.protection.outlook.com, unless all mail leaves through another service.',
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
        'Run the check again. If it fails again, check the name servers of the domain.',
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
        'Run the check again. If it fails again, check the name servers of the domain.',
      ],
    ],
  },
]);

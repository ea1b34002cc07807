import { apex } from '../testing/contoso.ts';
import { told } from '../testing/told-issues.ts';

const dmarc = (...records: string[]) => ({ '_dmarc.contoso.com': { TXT: records.map((record) => [record]) } });
const noMail = apex({ MX: [{ priority: 0, exchange: '.' }], TXT: [['v=spf1 -all']] });

told('DMARC', [
  {
    when: 'no record',
    zone: { '_dmarc.contoso.com': null },
    issues: [
      [
        'error dmarc_missing',
        'contoso.com has no DMARC record: receivers do not act on forged mail.',
        'Go to p=reject step by step: p=none while you read the reports, then p=quarantine. No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject',
      ],
    ],
  },
  {
    when: 'no record, and no mail',
    zone: { ...noMail, '_dmarc.contoso.com': null },
    issues: [
      [
        'error dmarc_missing',
        'contoso.com has no DMARC record: receivers do not act on forged mail.',
        'The domain sends no mail: refuse everything in its name.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject',
      ],
    ],
  },
  {
    when: 'two records',
    zone: dmarc('v=DMARC1; p=reject', 'v=DMARC1; p=none'),
    issues: [
      [
        'error dmarc_missing',
        'contoso.com has no DMARC record (_dmarc.contoso.com has several records, so that receivers ignore all of them): receivers do not act on forged mail.',
        'Go to p=reject step by step: p=none while you read the reports, then p=quarantine. Publish only one. No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject',
      ],
      [
        'warning dmarc_multiple_records',
        'DMARC: _dmarc.contoso.com has several records, so that receivers ignore all of them.',
        'Publish only one.',
      ],
    ],
  },
  {
    when: 'another version',
    zone: dmarc('v=DMARC2; p=reject'),
    issues: [
      [
        'error dmarc_missing',
        'contoso.com has no DMARC record (the version is not v=DMARC1: v=DMARC2; p=reject): receivers do not act on forged mail.',
        'Go to p=reject step by step: p=none while you read the reports, then p=quarantine. No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject',
      ],
      [
        'warning dmarc_version_invalid',
        'DMARC: the version is not v=DMARC1: v=DMARC2; p=reject.',
        'Remove or correct it: it has no effect.',
      ],
    ],
  },
  {
    when: 'no policy',
    zone: dmarc('v=DMARC1'),
    issues: [
      [
        'error dmarc_invalid',
        'The DMARC record at _dmarc.contoso.com is invalid: the record has no policy (p=).',
        'Replace the record. Go to p=reject step by step: p=none while you read the reports, then p=quarantine. No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject',
      ],
    ],
  },
  {
    when: 'no policy, with reports',
    zone: dmarc('v=DMARC1; rua=mailto:dmarc@contoso.com'),
    issues: [
      [
        'warning dmarc_policy_none',
        'DMARC only monitors (p=none): forged mail is delivered.',
        'Go to quarantine, then to reject, once reports show that your own mail passes.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
    ],
  },
  {
    when: 'policies that nobody knows',
    zone: dmarc('v=DMARC1; p=refuse; sp=block; np=stop; rua=mailto:dmarc@contoso.com'),
    issues: [
      [
        'error dmarc_invalid',
        'The DMARC record at _dmarc.contoso.com is invalid: p=refuse is not none, quarantine or reject; sp=block is not none, quarantine or reject; np=stop is not none, quarantine or reject.',
        'Replace the record. Go to p=reject step by step: p=none while you read the reports, then p=quarantine.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
    ],
  },
  {
    when: 'a tag that is there twice',
    zone: dmarc('v=DMARC1; p=reject; p=none; rua=mailto:dmarc@contoso.com'),
    issues: [
      [
        'error dmarc_invalid',
        'The DMARC record at _dmarc.contoso.com is invalid: p= is duplicated.',
        'Replace the record. Go to p=reject step by step: p=none while you read the reports, then p=quarantine.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
    ],
  },
  {
    when: 'none',
    zone: dmarc('v=DMARC1; p=none; rua=mailto:dmarc@contoso.com'),
    issues: [
      [
        'warning dmarc_policy_none',
        'DMARC only monitors (p=none): forged mail is delivered.',
        'Go to quarantine, then to reject, once reports show that your own mail passes.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
    ],
  },
  {
    when: 'none, in test mode',
    zone: dmarc('v=DMARC1; p=none; t=y; rua=mailto:dmarc@contoso.com'),
    issues: [
      [
        'warning dmarc_policy_none',
        'DMARC only monitors (p=none): forged mail is delivered.',
        'Go to quarantine, then to reject, once reports show that your own mail passes.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
    ],
  },
  {
    when: 'quarantine',
    zone: dmarc('v=DMARC1; p=quarantine; sp=quarantine; rua=mailto:dmarc@contoso.com'),
    issues: [
      [
        'warning dmarc_policy_quarantine',
        'DMARC sends forged mail to the junk folder (quarantine) and does not reject it.',
        'Go to reject, once reports show that your own mail passes.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
    ],
  },
  {
    when: 'quarantine, in test mode',
    zone: dmarc('v=DMARC1; p=quarantine; t=y; rua=mailto:dmarc@contoso.com'),
    issues: [
      [
        'warning dmarc_test_mode',
        'DMARC is in test mode (t=y): quarantine is applied as none.',
        'Remove t=y, once reports show that your own mail passes.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
    ],
  },
  {
    when: 'reject, in test mode',
    zone: dmarc('v=DMARC1; p=reject; t=y; rua=mailto:dmarc@contoso.com'),
    issues: [
      [
        'warning dmarc_test_mode',
        'DMARC is in test mode (t=y): reject is applied as quarantine.',
        'Remove t=y, once reports show that your own mail passes.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
    ],
  },
  {
    when: 'quarantine, and no mail',
    zone: { ...noMail, ...dmarc('v=DMARC1; p=quarantine') },
    issues: [
      [
        'warning dmarc_policy_quarantine',
        'DMARC sends forged mail to the junk folder (quarantine) and does not reject it.',
        'Go to reject, once reports show that your own mail passes.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject',
      ],
    ],
  },
  {
    when: 'subdomains are free',
    zone: dmarc('v=DMARC1; p=reject; sp=none; np=none; rua=mailto:dmarc@contoso.com'),
    issues: [
      [
        'warning dmarc_sp_none',
        'Mail forged in the name of subdomains is delivered (sp=none).',
        'Remove sp=none, so that subdomains follow p=.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
    ],
  },
  {
    when: 'everything is free',
    zone: dmarc('v=DMARC1; p=none; sp=none; rua=mailto:dmarc@contoso.com'),
    issues: [
      [
        'warning dmarc_policy_none',
        'DMARC only monitors (p=none): forged mail is delivered.',
        'Go to quarantine, then to reject, once reports show that your own mail passes.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
    ],
  },
  {
    when: 'no reports',
    zone: dmarc('v=DMARC1; p=reject'),
    issues: [
      [
        'warning dmarc_rua_missing',
        'Nobody receives the DMARC reports: the record has no address for them (rua=).',
        'No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address.',
      ],
    ],
  },
  {
    when: 'reports elsewhere',
    zone: {
      ...dmarc('v=DMARC1; p=reject; rua=mailto:a@reports.example,mailto:b@contoso.com; ruf=mailto:c@reports.example'),
      'reports.example': { MX: [{ priority: 1, exchange: 'mx.example' }] },
    },
    issues: [
      [
        'warning dmarc_ruf_not_authorized',
        'DMARC reports: reports.example does not accept reports about contoso.com.',
        'The receiver of the reports has to publish this record.',
        'contoso.com._report._dmarc.reports.example TXT v=DMARC1',
      ],
    ],
  },
  {
    when: 'reports to a domain without mail',
    zone: {
      ...dmarc('v=DMARC1; p=reject; rua=mailto:a@gone.example'),
      'contoso.com._report._dmarc.gone.example': { TXT: [['v=DMARC1']] },
    },
    issues: [
      [
        'warning dmarc_rua_no_mx',
        'DMARC reports: gone.example has no MX record.',
        'Correct the address for the reports.',
      ],
    ],
  },
  {
    when: 'reports to what is no address',
    zone: dmarc('v=DMARC1; p=reject; rua=me; ruf=mailto:dmarc@contoso.com'),
    issues: [
      [
        'warning dmarc_rua_missing',
        'Nobody receives the DMARC reports: the record has no address for them (rua=).',
        'No mailbox for the reports is known. Choose one that exists and add rua=mailto: with its address.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; ruf=mailto:dmarc@contoso.com',
      ],
      [
        'warning dmarc_rua_invalid',
        'DMARC reports: me is not a mailto: address.',
        'Correct the address for the reports.',
      ],
    ],
  },
  {
    when: 'reports to a domain that does not answer',
    zone: {
      ...dmarc('v=DMARC1; p=reject; rua=mailto:a@reports.example'),
      'contoso.com._report._dmarc.reports.example': { TIMEOUT: ['*'] },
      'reports.example': { MX: [{ priority: 1, exchange: 'mx.example' }] },
    },
    issues: [
      [
        'warning dmarc_rua_unknown',
        'DMARC reports: could not check whether reports.example accepts the reports.',
        'Run the check again. If it fails again, check the name servers of the domain.',
      ],
    ],
  },
  {
    when: 'removed and unknown tags',
    zone: dmarc('v=DMARC1; p=reject; pct=50; rf=afrf; ri=1; foo=bar; rua=mailto:dmarc@contoso.com'),
    issues: [
      [
        'info dmarc_tag_removed:pct',
        'DMARC: pct= was removed from DMARC and is ignored (RFC 9989).',
        'Remove or correct it: it has no effect.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
      [
        'info dmarc_tag_removed:rf',
        'DMARC: rf= was removed from DMARC and is ignored (RFC 9989).',
        'Remove or correct it: it has no effect.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
      [
        'info dmarc_tag_removed:ri',
        'DMARC: ri= was removed from DMARC and is ignored (RFC 9989).',
        'Remove or correct it: it has no effect.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
      [
        'info dmarc_unknown_tag',
        'DMARC: foo= is unknown and is ignored.',
        'Remove or correct it: it has no effect.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
    ],
  },
  {
    when: 'odd values',
    zone: dmarc('v=DMARC1; p=reject; adkim=x; aspf=y; fo=9; psd=z; t=x; rua=mailto:dmarc@contoso.com'),
    issues: [
      [
        'info dmarc_tag_invalid:fo',
        'DMARC: fo=9 is not valid.',
        'Remove or correct it: it has no effect.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
      [
        'info dmarc_tag_invalid:psd',
        'DMARC: psd=z is not valid, psd=u applies.',
        'Remove or correct it: it has no effect.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
      [
        'info dmarc_tag_invalid:t',
        'DMARC: t=x is not valid, t=n applies.',
        'Remove or correct it: it has no effect.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
      [
        'info dmarc_tag_invalid:adkim',
        'DMARC: adkim=x is not valid, adkim=r applies.',
        'Remove or correct it: it has no effect.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
      [
        'info dmarc_tag_invalid:aspf',
        'DMARC: aspf=y is not valid, aspf=r applies.',
        'Remove or correct it: it has no effect.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
    ],
  },
  {
    when: 'names that do not exist are free',
    zone: dmarc('v=DMARC1; p=reject; np=none; rua=mailto:dmarc@contoso.com'),
    issues: [
      [
        'warning dmarc_np_none',
        'Mail forged in the name of subdomains that do not exist is delivered (np=none).',
        'Remove np=none, so that these names follow sp= and p=.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
    ],
  },
  {
    when: 'junk',
    zone: dmarc('v=DMARC1; p=reject; junk; rua=mailto:dmarc@contoso.com'),
    issues: [
      [
        'info dmarc_tag_malformed',
        'DMARC: "junk" is not a tag=value pair and is ignored.',
        'Remove or correct it: it has no effect.',
        '_dmarc.contoso.com TXT v=DMARC1; p=reject; rua=mailto:dmarc@contoso.com',
      ],
    ],
  },
  {
    when: 'no answer',
    zone: { '_dmarc.contoso.com': { TIMEOUT: ['*'] } },
    issues: [
      [
        'warning dmarc_could_not_check',
        'DMARC: could not check: _dmarc.contoso.com did not answer in time.',
        'Run the check again. If it fails again, check the name servers of the domain.',
      ],
    ],
  },
]);

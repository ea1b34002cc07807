import { apex } from '../testing/contoso.ts';
import { told } from '../testing/told-issues.ts';

const outlook = 'contoso-com.mail.protection.outlook.com';
const policy = (mode: string, mx = outlook, age = 604800) =>
  `version: STSv1\nmode: ${mode}\nmx: ${mx}\nmax_age: ${age}\n`;

told('MTA-STS', [
  {
    when: 'no record',
    zone: { '_mta-sts.contoso.com': null },
    issues: [
      [
        'info mta_sts_missing',
        'There is no MTA-STS policy: an attacker can make senders deliver without encryption.',
        'Publish the record and the file, first with mode: testing. Change the id whenever the file changes.',
        '_mta-sts.contoso.com TXT v=STSv1; id=de9aa91e7de3462501bc',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: contoso-com.mail.protection.outlook.com\nmax_age: 604800',
      ],
    ],
  },
  {
    when: 'a broken record',
    zone: { '_mta-sts.contoso.com': { TXT: [['v=STSv1']] } },
    issues: [
      [
        'info mta_sts_missing',
        'There is no MTA-STS policy: an attacker can make senders deliver without encryption.',
        'Publish the record and the file, first with mode: testing. Change the id whenever the file changes.',
        '_mta-sts.contoso.com TXT v=STSv1; id=de9aa91e7de3462501bc',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: contoso-com.mail.protection.outlook.com\nmax_age: 604800',
      ],
    ],
  },
  {
    when: 'two records',
    zone: { '_mta-sts.contoso.com': { TXT: [['v=STSv1; id=1'], ['v=STSv1; id=2']] } },
    issues: [
      [
        'warning mta_sts_invalid',
        'MTA-STS is not in effect: there is more than one record, so that senders ignore all of them.',
        'Correct the record and the file.',
        '_mta-sts.contoso.com TXT v=STSv1; id=de9aa91e7de3462501bc',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: contoso-com.mail.protection.outlook.com\nmax_age: 604800',
      ],
    ],
  },
  {
    when: 'no file',
    zone: {},
    policy: null,
    issues: [
      [
        'warning mta_sts_policy_missing',
        'MTA-STS is not in effect: HTTP 404.',
        'Correct the record and the file.',
        '_mta-sts.contoso.com TXT v=STSv1; id=de9aa91e7de3462501bc',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: contoso-com.mail.protection.outlook.com\nmax_age: 604800',
      ],
    ],
  },
  {
    when: 'a broken record and a broken file',
    zone: { '_mta-sts.contoso.com': { TXT: [['v=STSv1']] } },
    policy: 'version: STSv2\n',
    issues: [
      [
        'info mta_sts_missing',
        'There is no MTA-STS policy: an attacker can make senders deliver without encryption.',
        'Publish the record and the file, first with mode: testing. Change the id whenever the file changes.',
        '_mta-sts.contoso.com TXT v=STSv1; id=de9aa91e7de3462501bc',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: contoso-com.mail.protection.outlook.com\nmax_age: 604800',
      ],
    ],
  },
  {
    when: 'a broken file',
    zone: {},
    policy: 'version: STSv1\nmode: maybe\n',
    issues: [
      [
        'warning mta_sts_invalid',
        'MTA-STS is not in effect: mode must be enforce, testing or none; max_age must be a number of seconds up to 31557600; there is no mx: line.',
        'Correct the record and the file.',
        '_mta-sts.contoso.com TXT v=STSv1; id=de9aa91e7de3462501bc',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: contoso-com.mail.protection.outlook.com\nmax_age: 604800',
      ],
    ],
  },
  {
    when: 'testing',
    zone: {},
    policy: policy('testing'),
    issues: [
      [
        'info mta_sts_testing',
        'The MTA-STS policy is not enforced (mode: testing).',
        'Set mode: enforce and a new id, once TLS reports show no failure.',
        '_mta-sts.contoso.com TXT v=STSv1; id=de9aa91e7de3462501bc',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: contoso-com.mail.protection.outlook.com\nmax_age: 604800',
      ],
    ],
  },
  {
    when: 'switched off',
    zone: {},
    policy: policy('none'),
    issues: [
      [
        'info mta_sts_none',
        'The MTA-STS policy is not enforced (mode: none).',
        'Set mode: enforce and a new id, once TLS reports show no failure.',
        '_mta-sts.contoso.com TXT v=STSv1; id=de9aa91e7de3462501bc',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: contoso-com.mail.protection.outlook.com\nmax_age: 604800',
      ],
    ],
  },
  {
    when: 'another host, enforced',
    zone: {},
    policy: policy('enforce', 'mx.example'),
    issues: [
      [
        'error mta_sts_mx_mismatch',
        'The MTA-STS policy does not list contoso-com.mail.protection.outlook.com: senders that enforce it do not deliver there.',
        'List every MX host in the policy file and change the id of the record.',
        '_mta-sts.contoso.com TXT v=STSv1; id=de9aa91e7de3462501bc',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: contoso-com.mail.protection.outlook.com\nmax_age: 604800',
      ],
    ],
  },
  {
    when: 'another host, in testing',
    zone: {},
    policy: policy('testing', 'mx.example'),
    issues: [
      [
        'warning mta_sts_mx_mismatch',
        'The MTA-STS policy does not list contoso-com.mail.protection.outlook.com: senders that enforce it do not deliver there.',
        'List every MX host in the policy file and change the id of the record.',
        '_mta-sts.contoso.com TXT v=STSv1; id=de9aa91e7de3462501bc',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: contoso-com.mail.protection.outlook.com\nmax_age: 604800',
      ],
      [
        'info mta_sts_testing',
        'The MTA-STS policy is not enforced (mode: testing).',
        'Set mode: enforce and a new id, once TLS reports show no failure.',
        '_mta-sts.contoso.com TXT v=STSv1; id=de9aa91e7de3462501bc',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: contoso-com.mail.protection.outlook.com\nmax_age: 604800',
      ],
    ],
  },
  {
    when: 'a short memory',
    zone: {},
    policy: policy('enforce', outlook, 86399),
    issues: [
      [
        'info mta_sts_max_age_short',
        'Senders keep the MTA-STS policy for only 86399 seconds.',
        'Set max_age to a week or more.',
        '_mta-sts.contoso.com TXT v=STSv1; id=de9aa91e7de3462501bc',
        'https://mta-sts.contoso.com/.well-known/mta-sts.txt FILE version: STSv1\nmode: enforce\nmx: contoso-com.mail.protection.outlook.com\nmax_age: 604800',
      ],
    ],
  },
  {
    when: 'no record and no MX: the domain itself takes the mail',
    zone: { ...apex({ MX: undefined }), '_mta-sts.contoso.com': null },
    only: 'mtaSts',
    issues: [],
  },
  {
    when: 'no record and no answer about the MX: no policy can be composed',
    zone: { ...apex({ MX: undefined, TIMEOUT: ['MX'] }), '_mta-sts.contoso.com': null },
    only: 'mtaSts',
    issues: [
      [
        'info mta_sts_missing',
        'There is no MTA-STS policy: an attacker can make senders deliver without encryption.',
        'Publish the record and the file, first with mode: testing. Change the id whenever the file changes.',
      ],
    ],
  },
  { when: 'a day of memory', zone: {}, policy: policy('enforce', outlook, 86400), issues: [] },
  {
    when: 'no answer',
    zone: { '_mta-sts.contoso.com': { TIMEOUT: ['*'] } },
    issues: [
      [
        'info mta_sts_could_not_check',
        'MTA-STS: could not check.',
        'Run the check again. If it fails again, check the name servers of the domain.',
      ],
    ],
  },
  {
    when: 'no answer of the web server',
    zone: {},
    policy: 'failed',
    issues: [
      [
        'info mta_sts_could_not_check',
        'MTA-STS: could not check (it did not answer in time).',
        'Run the check again. If it fails again, check the name servers of the domain.',
      ],
    ],
  },
]);

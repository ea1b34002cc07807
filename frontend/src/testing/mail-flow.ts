import type { MailFlowDetails, MailFlowReport } from '@tenantry/contract/mailflow';

const details: MailFlowDetails = {
  provider: 'Microsoft 365',
  gateway: null,
  senders: [],
  sending: { by: null, from: null, canAnswer: false, isOpen: false },
  takesNoMail: false,
  parked: false,
  spf: {
    class: 'valid',
    reason: 'ok',
    message: 'The record is valid.',
    record: 'v=spf1 include:spf.protection.outlook.com include:send.example -all',
    records: ['v=spf1 include:spf.protection.outlook.com include:send.example -all'],
    lookups: 3,
    lookupLimit: 10,
    voids: 0,
    voidLimit: 2,
    all: '-',
    tree: [
      row(0, 'include:spf.protection.outlook.com', 1, 'v=spf1 ip4:192.0.2.0/24 -all'),
      row(0, 'include:send.example', 2, 'v=spf1 a:mail.send.example -all'),
      row(1, 'a:mail.send.example', 1, null),
    ],
    warnings: [],
  },
  dmarc: {
    found: true,
    location: 'contoso.example',
    valid: true,
    record: 'v=DMARC1; p=none; rua=mailto:dmarc@contoso.example',
    p: 'none',
    sp: null,
    np: null,
    policy: 'none',
    applied: 'none',
    adkim: 'r',
    aspf: 'r',
    orgDomain: 'contoso.example',
    queries: ['_dmarc.contoso.example'],
    rua: ['mailto:dmarc@contoso.example'],
    ruf: [],
    notes: [],
    unknown: null,
  },
  dkim: { state: 'couldNotCheck', selectors: [], wildcard: false, keyBits: null },
  mx: {
    state: 'ok',
    hosts: [{ priority: 0, exchange: 'mx.contoso.example', provider: 'Microsoft 365', hasAddress: true }],
    implicit: false,
    problems: [],
  },
  mtaSts: { state: 'missing', record: null, policy: null, policyProblem: null, unlistedMx: [], problems: [] },
  tlsRpt: { state: 'missing', record: null, rua: [], problems: [] },
  bimi: { state: 'missing', record: null, logo: null, certificate: null, problems: [] },
  dnssec: { state: 'unsigned', dane: [] },
  scoreParts: [
    { area: 'dmarc', weight: 30, earned: 7.5 },
    { area: 'dkim', weight: 20, earned: null },
  ],
  targets: [
    {
      area: 'dmarc',
      name: '_dmarc.contoso.example',
      type: 'TXT',
      current: ['v=DMARC1; p=none; rua=mailto:dmarc@contoso.example'],
      value: 'v=DMARC1; p=reject; rua=mailto:dmarc@contoso.example',
      stages: [
        {
          value: 'v=DMARC1; p=quarantine; rua=mailto:dmarc@contoso.example',
          when: 'Once reports show that your own mail passes',
        },
        {
          value: 'v=DMARC1; p=reject; rua=mailto:dmarc@contoso.example',
          when: 'Once quarantine has caught none of your own mail',
        },
      ],
      note: null,
    },
    {
      area: 'dkim',
      name: 'selector1._domainkey.contoso.example',
      type: 'CNAME',
      current: [],
      value: null,
      stages: [],
      note: 'The value is shown in the Microsoft Defender portal.',
    },
  ],
  issues: [
    {
      code: 'dmarc_policy_none',
      area: 'dmarc',
      severity: 'warning',
      count: 1,
      message: 'DMARC only watches: forged mail is delivered.',
      recommendation: 'Ask receivers to quarantine it.',
      publish: [
        {
          name: '_dmarc.contoso.example',
          type: 'TXT',
          value: 'v=DMARC1; p=reject; rua=mailto:dmarc@contoso.example',
        },
      ],
    },
  ],
};

function row(depth: number, term: string, lookups: number, record: string | null): MailFlowDetails['spf']['tree'][0] {
  const target = term.split(':')[1] ?? null;
  return { depth, domain: 'contoso.example', term, target, lookups, voids: 0, note: null, record, problem: null };
}

/** What a check of a domain says: DMARC that only watches, DKIM that could not be checked. */
export function mailFlowReport(
  domain: string,
  over: Partial<MailFlowReport> = {},
  detailsOver: Partial<MailFlowDetails> = {},
): MailFlowReport {
  return {
    domain,
    status: 'warn',
    unknownBecause: null,
    security: { score: 62, recommendations: ['Ask receivers to quarantine it.'] },
    mxRecords: [{ priority: 0, exchange: 'mx.contoso.example' }],
    spf: details.spf.record,
    spfWarning: null,
    spfLookupCount: 3,
    dmarc: details.dmarc.record,
    warnings: ['dmarc_policy_none'],
    issues: ['DMARC only watches: forged mail is delivered.'],
    recommendations: ['Ask receivers to quarantine it.'],
    checkedAt: '2026-03-01T00:00:00.000Z',
    details: { ...details, ...detailsOver },
    ...over,
  };
}

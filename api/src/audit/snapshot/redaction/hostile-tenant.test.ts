import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noExemption } from '../../checks/shared/check.ts';
import { type Facts, failed } from '../../facts/facts.ts';
import type { JsonObject } from '../../facts/json-reader.ts';
import { evaluateFacts } from '../../findings/evaluate.ts';
import { beyondAcceptance, conditionOf } from '../../findings/finding-condition.ts';
import { testNow } from '../../testing/verdict-for.ts';
import { factsFromSnapshot } from '../snapshot.ts';
import { type Declarations, exemptionsOf, nothingDeclared } from '../snapshot-declarations.ts';
import { snapshotOf } from '../snapshot-facts.ts';
import { leaksOf } from './leaks.ts';
import { redactFacts } from './redact-facts.ts';
import { sameVerdicts } from './same-verdicts.ts';

const key = Buffer.alloc(32, 9);
const id = (number: number): string => `4f1d0c1e-aaaa-4000-8000-0000000000${number.toString(16).padStart(2, '0')}`;

/** Names that are words, patterns, parts of others, and in every script; with what each may not be left in. */
const names = [
  'Admin',
  'All',
  'enabled',
  'Zoë "Ghost" O\'Malley',
  'Jörg Müßig',
  'Ann (Payroll) [x]+.*$',
  'naïve <script>',
  '山田太郎',
  'İpek Şahin',
  'Wolverton \\ Sons & Co',
];
const domains = [
  'wolverton.example',
  'mail.wolverton.example',
  'hyperwolverton.example',
  'xn--mnchen-bau-9db.example',
  'wolverton.onmicrosoft.com',
  'wolverton.co.uk',
  'admin.gov',
];

const user = (name: string, at: number): JsonObject => ({
  id: id(at),
  displayName: name,
  userPrincipalName:
    at === 3 ? `zoe_ghostmail.example#EXT#@${domains[4]}` : `Person.${at}+Tag@${domains[at % domains.length]}`,
  userType: at === 3 ? 'Guest' : 'Member',
  accountEnabled: true,
  signInActivity: { lastSuccessfulSignInDateTime: '2026-01-01T00:00:00Z' },
});

const policy = (displayName: string, at: number): JsonObject => ({
  id: id(100 + at),
  displayName,
  state: 'enabled',
  description: 'Agreed with Pemberton Auditors on the phone, +44 20 7946 0958',
  newProperty: { costCenter: 'Wolverton North', contacts: ['+44 20 7946 0123', 'desk@wolverton.example'] },
  extension_0123456789abcdef0123456789abcdef_site: 'Pemberton',
  conditions: {
    users: { includeUsers: ['All'], excludeUsers: [id(1), id(2)], excludeGroups: [id(50)] },
    applications: { includeApplications: ['All'], excludeApplications: [id(60), 'Office365'] },
    clientAppTypes: ['all'],
    locations: { includeLocations: ['All'], excludeLocations: [id(70), 'AllTrusted'] },
    devices: { deviceFilter: { mode: 'exclude', rule: 'device.extensionAttribute1 -eq "WolvertonSAW"' } },
  },
  grantControls: { operator: 'OR', builtInControls: ['mfa'] },
});

const dns = Object.fromEntries(
  domains.map((domain) => [
    domain,
    {
      txt: [
        `v=spf1 include:spf.protection.outlook.com include:_spf.${domain} ip4:81.2.69.142/31 ip6:2a02:8071::/40 wolvertonword ~all`,
        'MS=ms93481255',
        'google-site-verification=Qx7secretWolverton',
        'Wolverton internal: ask Pemberton',
      ],
      dmarc: [
        `V=DMARC1; p=none; rua=mailto:Dmarc.Reports@${domain},mailto:x9z@reports.vendor.example!10m; x=Pembertonia`,
      ],
      dkim: ['v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDH7Xg0pFzq5l1J0'],
      mx: [
        { priority: 0, exchange: `${domain.replaceAll('.', '-').toUpperCase()}.mail.protection.outlook.com` },
        { priority: 10, exchange: `relay7.${domain}` },
      ],
    },
  ]),
);

const snapshot: JsonObject = {
  organization: [
    {
      id: id(200),
      displayName: 'Wolverton Holdings',
      street: '7 Larkspur Lane',
      city: 'Ashcombe',
      businessPhones: ['+44 20 7946 0000'],
      verifiedDomains: domains.map((name) => ({ name, type: 'Managed' })),
      onPremisesSyncEnabled: null,
    },
  ],
  users: names.map(user),
  groups: names.map((displayName, at) => ({
    id: id(50 + at),
    displayName,
    groupTypes: ['Unified'],
    visibility: 'Public',
  })),
  directoryRoles: [{ displayName: 'Global Administrator', members: names.slice(0, 6).map(user) }],
  conditionalAccessPolicies: names.map(policy),
  namedLocations: [
    { id: id(70), displayName: 'Larkspur office', isTrusted: true, ipRanges: [{ cidrAddress: '81.2.69.0/24' }] },
    {
      id: id(71),
      displayName: 'Within it',
      isTrusted: false,
      ipRanges: [{ cidrAddress: '81.2.69.128/25' }, { cidrAddress: '10.20.30.0/24' }],
    },
  ],
  domains: domains.map((one) => ({ id: one, isVerified: true, supportedServices: ['Email'] })),
  groupSettings: [
    {
      id: id(80),
      templateId: '5cf42378-d67d-4f36-ba46-e8b86229381d',
      values: [{ name: 'BannedPasswordList', value: 'wolverton\tlarkspur' }],
    },
  ],
  sharepointSettings: {
    sharingCapability: 'externalUserSharingOnly',
    sharingDomainRestrictionMode: 'allowList',
    sharingAllowedDomainList: ['partnerfirm.example'],
  },
  branding: { signInPageText: 'Welcome to Wolverton, see https://intranet.wolverton.example/help' },
  alerts: [
    {
      id: 'da637551227677560813_-961444813',
      severity: 'high',
      status: 'new',
      title: 'Larkspur forwarding',
      createdDateTime: '2026-11-01T00:00:00Z',
      alertWebUrl: `https://security.microsoft.com/alerts/da637551227677560813?tid=${id(200)}`,
      evidence: [{ userAccount: { userPrincipalName: 'Person.1+Tag@mail.wolverton.example' } }],
    },
  ],
  riskyUsers: [
    { id: id(1), userPrincipalName: 'Person.1+Tag@mail.wolverton.example', riskState: 'atRisk', riskLevel: 'high' },
  ],
  accessReviews: [
    {
      id: id(90),
      displayName: 'Larkspur guests',
      status: 'InProgress',
      scope: {
        query: `/groups/${id(50)}/transitiveMembers/microsoft.graph.user/?$filter=(userType eq 'Guest' and department eq 'Wolvertonia')`,
      },
      settings: { recurrence: { pattern: { type: 'absoluteMonthly', interval: 1 } } },
    },
  ],
  secureScores: [
    {
      id: `${id(200)}_2026-11-19`,
      createdDateTime: '2026-11-19T00:00:00Z',
      currentScore: 40,
      maxScore: 80,
      controlScores: [],
      azureTenantId: id(200),
      vendorInformation: { vendor: 'Wolverton' },
    },
  ],
  dns,
};

/** Nothing of it may be left, in any case and wherever it stands. */
const secrets = [
  'wolverton',
  'larkspur',
  'pemberton',
  'ashcombe',
  '7946',
  'ghost',
  "o'malley",
  'jörg',
  'müßig',
  'payroll',
  'naïve',
  '山田太郎',
  'ipek',
  'şahin',
  'mnchen-bau',
  'münchen',
  'person.1',
  '81.2.69',
  '2a02:8071',
  'ms93481255',
  'qx7secret',
  'dmarc.reports@',
  'x9z',
  'vendor.example',
  'relay7',
  'partnerfirm',
  '4f1d0c1e-aaaa',
  'da637551227677560813',
  'g0pfzq5l1j0',
  'admin.gov',
  'extension_0123',
  '10.20.30',
];
const found = (text: string): string[] =>
  secrets.flatMap((secret) => {
    const at = text.toLowerCase().indexOf(secret);
    return at < 0 ? [] : [`${secret}: ${text.slice(Math.max(0, at - 60), at + 60)}`];
  });

const { facts: read } = factsFromSnapshot(snapshot, testNow);
const facts: Facts = {
  ...read,
  subscribedSkus: failed({ status: 403, code: 'Forbidden', message: `Wolverton (${id(200)}) may not.` }, testNow),
};
const outcome = evaluateFacts(facts, { now: testNow });
const declared: Declarations = {
  exemptions: { 'ca.mfa.all': { ...noExemption, users: [id(1)], groups: [id(50)], applications: [id(60)] } },
  emergencyAccounts: [{ account: 'person.2+tag@hyperwolverton.example', reason: 'Pemberton has the key', until: null }],
  acceptedRisks: outcome.verdicts.flatMap((verdict) => {
    const condition = conditionOf(verdict);
    return condition === null
      ? []
      : [
          {
            checkId: verdict.checkId,
            reason: 'Wolverton knows',
            acceptedBy: 'Zoë "Ghost" O\'Malley',
            until: null,
            condition,
          },
        ];
  }),
};
const tenant = { id: id(200), name: 'Wolverton Holdings', domain: 'wolverton.example' };
const redacted = redactFacts(facts, declared, tenant, key);
const head = { takenAt: testNow.toISOString(), tool: 'Tenantry', tenant: redacted.tenant };

describe('a tenant with hostile names, redacted', () => {
  test('was told of in the originals', () => {
    expect(found(JSON.stringify([facts, declared, tenant])).length).toBeGreaterThan(secrets.length - 5);
  });

  test('leaves nothing of them in facts, declarations, tenant and outcome', () => {
    const after = evaluateFacts(redacted.facts, { now: testNow });
    const snapshotFile = JSON.stringify(snapshotOf(head, redacted.facts, redacted.declarations));
    expect(found(snapshotFile)).toEqual([]);
    expect(found(JSON.stringify(after))).toEqual([]);
    expect(leaksOf(snapshotFile, redacted.originals)).toEqual([]);
    expect(leaksOf(JSON.stringify(after), redacted.originals, [snapshotFile])).toEqual([]);
  });

  test('is judged as before, with its declarations too', () => {
    expect(sameVerdicts(outcome, evaluateFacts(redacted.facts, { now: testNow }))).toEqual([]);
    const exempt = (known: Facts, what: Declarations) =>
      evaluateFacts(known, { now: testNow, exemptions: exemptionsOf(what, known, testNow) });
    expect(sameVerdicts(exempt(facts, declared), exempt(redacted.facts, redacted.declarations))).toEqual([]);
  });

  test('keeps what was accepted: the conditions are those of the redacted findings', () => {
    const after = evaluateFacts(redacted.facts, { now: testNow });
    for (const { checkId, condition } of redacted.declarations.acceptedRisks) {
      const verdict = after.verdicts.find((one) => one.checkId === checkId);
      const now = verdict === undefined ? null : conditionOf(verdict);
      if (condition === null || now === null) throw new Error(`${checkId} is no finding any more`);
      expect(beyondAcceptance(condition, now), checkId).toBeNull();
    }
  });
});

test('the same account has one stand-in in every dataset', () => {
  const text = JSON.stringify(redacted.facts);
  const account = redacted.facts.users?.state === 'ok' ? redacted.facts.users.value.accounts[1] : undefined;
  const number = /User (\d+)/.exec(account?.name ?? '')?.[1];
  expect(account?.upn).toMatch(new RegExp(`^user-${number}@`));
  expect(text.split(account?.id ?? 'none').length).toBeGreaterThan(4);
  expect(account?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('another key gives other stand-ins, the same key the same', () => {
  const ids = (bytes: Uint8Array): string => JSON.stringify(redactFacts(facts, nothingDeclared, tenant, bytes).tenant);
  expect(ids(key)).toBe(ids(Buffer.from(key)));
  expect(ids(Buffer.alloc(32, 1))).not.toBe(ids(key));
});

test('a text at a property that Microsoft adds tomorrow is redacted, whatever it says', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z][A-Za-z]{2,12}$/),
      fc.string({ unit: 'grapheme', minLength: 6, maxLength: 40 }).map((text) => `Quillfeather ${text}`),
      (property, text) => {
        const now = {
          sharepointSettings: {
            sharingCapability: 'disabled',
            [`x${property}`]: { inner: [text, { [property]: text }] },
          },
        };
        const { facts: known } = factsFromSnapshot(now, testNow);
        const result = redactFacts(known, nothingDeclared, {}, key);
        expect(JSON.stringify(result.facts)).not.toContain('Quillfeather');
        expect(JSON.stringify(result.facts)).toContain('"sharingCapability":"disabled"');
      },
    ),
    { numRuns: 100 },
  );
});

import type { JsonObject } from '../../facts/json-reader.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

const domainOf = (
  id: string,
  passwordValidityPeriodInDays: number | null | undefined,
  more: JsonObject = {},
): JsonObject => ({
  id,
  isVerified: true,
  isRoot: true,
  authenticationType: 'Managed',
  passwordValidityPeriodInDays,
  ...more,
});

verdictTable('user.pwd.expiry', [
  {
    when: 'in two of three',
    snapshot: { domains: [domainOf('a.example', 90), domainOf('b.example', 30), domainOf('c.example', null)] },
    says: 'fail',
    message: 'a.example (after 90 days), b.example (after 30 days)',
    evidence: [
      'domains: a.example: passwordValidityPeriodInDays = 90',
      'domains: b.example: passwordValidityPeriodInDays = 30',
      'domains: c.example: passwordValidityPeriodInDays = null',
    ],
    affected: ['domain a.example: a.example', 'domain b.example: b.example'],
  },
  {
    when: 'not in those that do not count',
    snapshot: {
      domains: [
        domainOf('a.example', 2147483647),
        domainOf('b.example', 90, { isVerified: false }),
        domainOf('c.example', 90, { isRoot: false }),
        domainOf('d.example', 90, { authenticationType: 'Federated' }),
      ],
    },
    says: 'pass',
    message: 'do not expire',
    evidence: ['domains: a.example: passwordValidityPeriodInDays = 2147483647'],
  },
  {
    when: 'every domain is federated',
    snapshot: { domains: [domainOf('a.example', 90, { authenticationType: 'Federated' })] },
    says: 'notApplicable',
    message: 'federated',
  },
  {
    when: 'it is not reported in one',
    snapshot: { domains: [domainOf('a.example', 2147483647), domainOf('b.example', undefined)] },
    says: 'couldNotCheck',
    message: 'does not say … every domain',
    evidence: [
      'domains: a.example: passwordValidityPeriodInDays = 2147483647',
      'domains: b.example: passwordValidityPeriodInDays = null',
    ],
  },
  {
    when: 'there is no domain',
    snapshot: { domains: [] },
    says: 'couldNotCheck',
    message: 'does not say … every domain',
  },
]);

verdictTable('branding', [
  {
    when: 'bannerLogoRelativeUrl is set',
    snapshot: { branding: { bannerLogoRelativeUrl: 'x' } },
    says: 'pass',
    message: 'carries the branding',
    evidence: ['branding: set: bannerLogoRelativeUrl'],
  },
  {
    when: 'backgroundImageRelativeUrl is set',
    snapshot: { branding: { backgroundImageRelativeUrl: 'x' } },
    says: 'pass',
    message: 'carries the branding',
    evidence: ['branding: set: backgroundImageRelativeUrl'],
  },
  {
    when: 'backgroundImage is set',
    snapshot: { branding: { backgroundImage: 'x' } },
    says: 'pass',
    message: 'carries the branding',
    evidence: ['branding: set: backgroundImage'],
  },
  {
    when: 'squareLogoRelativeUrl is set',
    snapshot: { branding: { squareLogoRelativeUrl: 'x' } },
    says: 'pass',
    message: 'carries the branding',
    evidence: ['branding: set: squareLogoRelativeUrl'],
  },
  {
    when: 'all is empty',
    snapshot: { branding: { bannerLogo: '', signInPageText: null } },
    says: 'warning',
    message: 'no company branding',
    evidence: ['branding: no branding is set'],
  },
  {
    when: 'two are set',
    snapshot: { branding: { bannerLogo: 'x', signInPageText: 'y' } },
    says: 'pass',
    message: 'carries the branding',
    evidence: ['branding: set: bannerLogo, signInPageText'],
  },
  {
    when: 'one has another form',
    snapshot: { branding: { bannerLogo: 5 } },
    says: 'couldNotCheck',
    message: 'branding … not be read',
    evidence: ['branding: no branding is set'],
  },
]);

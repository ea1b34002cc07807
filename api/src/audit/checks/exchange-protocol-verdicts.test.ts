import type { JsonObject } from '../json-reader.ts';
import { saysExactly } from '../testing/exact-verdicts.ts';
import { day } from '../testing/snapshots.ts';

const transport = (...states: unknown[]): JsonObject => ({
  exchangeTransportConfig: states.map((SmtpClientAuthenticationDisabled) => ({ SmtpClientAuthenticationDisabled })),
});
const bySmtp = (count: number): JsonObject => ({
  signIns: Array.from({ length: count }, (_, index) => ({
    clientAppUsed: index === 2 ? 'IMAP4' : 'Authenticated SMTP',
    userId: `u${index}`,
    createdDateTime: day,
    status: { errorCode: 0 },
  })),
});
const outlookConfig = (...states: unknown[]): JsonObject => ({
  exchangeOrganizationConfig: states.map((OAuth2ClientProfileEnabled) => ({ OAuth2ClientProfileEnabled })),
});

saysExactly('exo.smtpauth', [
  {
    when: 'it is off',
    snapshot: transport(true),
    says: 'pass',
    message: 'SMTP AUTH is off for the organization.',
    evidence: ['exchangeTransportConfig: SmtpClientAuthenticationDisabled = true'],
  },
  {
    when: 'it is on',
    snapshot: transport(true, false),
    says: 'fail',
    message: 'SMTP AUTH is allowed in the organization.',
    evidence: [
      'exchangeTransportConfig: SmtpClientAuthenticationDisabled = true',
      'exchangeTransportConfig: SmtpClientAuthenticationDisabled = false',
    ],
  },
  {
    when: 'it is not told',
    snapshot: transport(true, null),
    says: 'couldNotCheck',
    message: 'The transport configuration does not say whether SMTP AUTH is allowed.',
    evidence: [
      'exchangeTransportConfig: SmtpClientAuthenticationDisabled = true',
      'exchangeTransportConfig: SmtpClientAuthenticationDisabled = not told',
    ],
  },
  {
    when: 'there is no configuration',
    snapshot: transport(),
    says: 'couldNotCheck',
    message: 'The transport configuration does not say whether SMTP AUTH is allowed.',
  },
  {
    when: 'it is off, and two sign in with it',
    snapshot: { ...transport(true), ...bySmtp(3) },
    says: 'warning',
    message: 'SMTP AUTH is off for the organization, but single mailboxes still sign in with it.',
    evidence: [
      'exchangeTransportConfig: SmtpClientAuthenticationDisabled = true',
      'legacySignIns: 2 successful sign-ins with Authenticated SMTP',
    ],
  },
  {
    when: 'it is not known, and one signs in with it',
    snapshot: bySmtp(1),
    says: 'fail',
    message: 'SMTP AUTH is in use: accounts signed in with it in the last 7 days.',
    evidence: ['legacySignIns: 1 successful sign-in with Authenticated SMTP'],
  },
  {
    when: 'it is not known, and nobody signs in with it',
    snapshot: { signIns: [] },
    says: 'couldNotCheck',
    message: 'This was not checked, because the data was not collected: Exchange transport configuration.',
    recommendation: 'Microsoft does not give this data to an application: look at the setting yourself.',
  },
]);

saysExactly('exo.modernauth', [
  {
    when: 'it is on',
    snapshot: outlookConfig(true),
    says: 'pass',
    message: 'Modern authentication is on for Exchange Online.',
    evidence: ['exchangeOrganizationConfig: OAuth2ClientProfileEnabled = true'],
  },
  {
    when: 'it is off',
    snapshot: outlookConfig(true, false),
    says: 'fail',
    message: 'Outlook can sign in with a password alone.',
    evidence: [
      'exchangeOrganizationConfig: OAuth2ClientProfileEnabled = true',
      'exchangeOrganizationConfig: OAuth2ClientProfileEnabled = false',
    ],
  },
  {
    when: 'it is not told',
    snapshot: outlookConfig(true, null),
    says: 'couldNotCheck',
    message: 'The organization configuration does not say whether modern authentication is on.',
    evidence: [
      'exchangeOrganizationConfig: OAuth2ClientProfileEnabled = true',
      'exchangeOrganizationConfig: OAuth2ClientProfileEnabled = not told',
    ],
  },
  {
    when: 'there is no configuration',
    snapshot: outlookConfig(),
    says: 'couldNotCheck',
    message: 'The organization configuration does not say whether modern authentication is on.',
  },
  {
    when: 'it is not known',
    snapshot: {},
    says: 'couldNotCheck',
    message: 'This was not checked, because the data was not collected: Exchange organization configuration.',
    recommendation: 'Microsoft does not give this data to an application: look at the setting yourself.',
  },
]);

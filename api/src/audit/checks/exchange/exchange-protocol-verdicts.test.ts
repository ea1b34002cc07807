import type { JsonObject } from '../../facts/json-reader.ts';
import { day } from '../../testing/snapshots.ts';
import { verdictTable } from '../../testing/verdict-table.ts';

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

verdictTable('exo.smtpauth', [
  {
    when: 'it is off',
    snapshot: transport(true),
    says: 'pass',
    message: 'off for the organization. Whether individual mailboxes',
    evidence: ['exchangeTransportConfig: SmtpClientAuthenticationDisabled = true'],
  },
  {
    when: 'it is on',
    snapshot: transport(true, false),
    says: 'fail',
    message: 'allowed in the organization',
    recommendation: 'SMTP AUTH clients report … Set-TransportConfig',
    evidence: [
      'exchangeTransportConfig: SmtpClientAuthenticationDisabled = true',
      'exchangeTransportConfig: SmtpClientAuthenticationDisabled = false',
    ],
  },
  {
    when: 'it is not reported',
    snapshot: transport(true, null),
    says: 'couldNotCheck',
    message: 'configuration does not say',
    evidence: [
      'exchangeTransportConfig: SmtpClientAuthenticationDisabled = true',
      'exchangeTransportConfig: SmtpClientAuthenticationDisabled = not reported',
    ],
  },
  {
    when: 'there is no configuration',
    snapshot: transport(),
    says: 'couldNotCheck',
    message: 'configuration does not say',
  },
  {
    when: 'it is off, and two sign in with it',
    snapshot: { ...transport(true), ...bySmtp(3) },
    says: 'warning',
    message: 'off for the organization, but 2 accounts',
    recommendation: 'Get-CASMailbox',
    affected: ['user u0: u0', 'user u1: u1'],
    evidence: [
      'exchangeTransportConfig: SmtpClientAuthenticationDisabled = true',
      'legacySignIns: 2 successful sign-ins … Authenticated SMTP',
    ],
  },
  {
    when: 'it is not known, and one signs in with it',
    snapshot: bySmtp(1),
    says: 'fail',
    message: '1 account signed in with SMTP AUTH … 7 days',
    affected: ['user u0: u0'],
    evidence: ['legacySignIns: 1 successful sign-in … Authenticated SMTP'],
  },
  {
    when: 'it is not known, and nobody signs in with it',
    snapshot: { signIns: [] },
    says: 'couldNotCheck',
    message: 'not collected: Exchange transport configuration',
    recommendation: 'Run a scan that collects this data',
  },
]);

verdictTable('exo.modernauth', [
  {
    when: 'it is on',
    snapshot: outlookConfig(true),
    says: 'pass',
    message: 'on for Exchange Online',
    evidence: ['exchangeOrganizationConfig: OAuth2ClientProfileEnabled = true'],
  },
  {
    when: 'it is off',
    snapshot: outlookConfig(true, false),
    says: 'fail',
    message: 'password alone',
    evidence: [
      'exchangeOrganizationConfig: OAuth2ClientProfileEnabled = true',
      'exchangeOrganizationConfig: OAuth2ClientProfileEnabled = false',
    ],
  },
  {
    when: 'it is not reported',
    snapshot: outlookConfig(true, null),
    says: 'couldNotCheck',
    message: 'configuration does not say',
    evidence: [
      'exchangeOrganizationConfig: OAuth2ClientProfileEnabled = true',
      'exchangeOrganizationConfig: OAuth2ClientProfileEnabled = not reported',
    ],
  },
  {
    when: 'there is no configuration',
    snapshot: outlookConfig(),
    says: 'couldNotCheck',
    message: 'configuration does not say',
  },
  {
    when: 'it is not known',
    snapshot: {},
    says: 'couldNotCheck',
    message: 'not collected: Exchange organization configuration',
    recommendation: 'Run a scan that collects this data',
  },
]);

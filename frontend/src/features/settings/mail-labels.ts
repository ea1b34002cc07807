import type { MailSecurity, MailSignIn, MailWay } from '@tenantry/contract/mail-settings';

export const mailWayLabels: Readonly<Record<MailWay, string>> = {
  off: 'Nothing: no mail leaves',
  smtp: 'A mail server (SMTP)',
  graph: 'Exchange Online, by Microsoft Graph',
};
export const mailSecurityLabels: Readonly<Record<MailSecurity, string>> = {
  starttls: 'STARTTLS, required',
  tls: 'TLS from the start',
};
export const mailSignInLabels: Readonly<Record<MailSignIn, string>> = {
  none: 'None',
  password: 'User and password',
  oauth: 'OAuth 2.0, by our app registration',
};

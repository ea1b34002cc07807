import * as z from 'zod/mini';

/** What kind of change is worth telling: each with how lists call it in `notableKindLabels`. */
export const NotableKind = z.enum([
  'privileged-role',
  'policy-on',
  'policy-off',
  'policy-narrowed',
  'policy-deleted',
  'security-defaults',
  'sharing',
  'forwarding',
  'app-consent',
  'authentication-method',
  'domain',
  'mail-protection',
  'logging',
  'alert',
  'check-failing',
  'check-passing',
  'connection-lost',
]);
export type NotableKind = z.infer<typeof NotableKind>;

export const notableKindLabels: Readonly<Record<NotableKind, string>> = {
  'privileged-role': 'Privileged role assigned',
  'policy-on': 'Conditional Access policy turned on',
  'policy-off': 'Conditional Access policy turned off',
  'policy-narrowed': 'Conditional Access policy narrowed',
  'policy-deleted': 'Conditional Access policy deleted',
  'security-defaults': 'Security defaults changed',
  sharing: 'Sharing or guest access widened',
  forwarding: 'Mail forwarding allowed',
  'app-consent': 'Application consent widened',
  'authentication-method': 'Sign-in method changed',
  domain: 'Domain or federation changed',
  'mail-protection': 'Mail protection weakened',
  logging: 'Audit logging turned off',
  alert: 'New security alert',
  'check-failing': 'Check newly failing',
  'check-passing': 'Check newly passing',
  'connection-lost': 'Connection lost',
};

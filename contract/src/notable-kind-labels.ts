import type { NotableKind } from './notable-kinds.ts';

/** How lists call each kind of change. */
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

import * as z from 'zod/mini';

/** What kind of change is worth telling. */
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

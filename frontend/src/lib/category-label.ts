import type { Category } from '@tenantry/contract/verdicts';

/** The six areas of an audit by name, as audits and reports call them. */
export const categoryLabels: Record<Category, string> = {
  mfa: 'Multi-factor authentication',
  'conditional-access': 'Conditional Access',
  'secure-score': 'Secure Score and configuration',
  'mail-flow': 'Mail flow',
  'external-sharing': 'External sharing',
  'login-anomalies': 'Sign-in risk',
};

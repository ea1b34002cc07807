import type { Remedy } from './remedy.ts';

export const intuneRemedies: readonly Remedy[] = [
  {
    id: 'intune-compliance',
    title: 'Trust only devices that are known',
    checks: ['intune.compliance.default', 'intune.enrollment.personal', 'ca.device.compliant'],
  },
  {
    id: 'third-party-storage',
    title: 'Turn off third-party storage in Microsoft 365 on the web',
    checks: ['office.web.storage'],
  },
  { id: 'self-service-password-reset', title: 'Let users reset their password themselves', checks: ['user.reset'] },
];

import type { Remedy } from './remedy.ts';

export const purviewRemedies: readonly Remedy[] = [
  {
    id: 'data-loss-prevention',
    title: 'Stop personal data from leaving',
    checks: [
      'purview.dlp',
      'purview.dlp.teams',
      'purview.dlp.personal',
      'purview.dlp.locations',
      'purview.dlp.block',
      'purview.dlp.notify',
    ],
  },
  {
    id: 'alert-policies',
    title: 'Turn on alerts, and have somebody read them',
    checks: ['purview.alerts', 'purview.alerts.told'],
  },
  { id: 'sensitivity-labels', title: 'Publish sensitivity labels', checks: ['purview.labels'] },
];

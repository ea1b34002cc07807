import type { Remedy } from './remedy.ts';

export const defenderRemedies: readonly Remedy[] = [
  {
    id: 'anti-malware-policy',
    title: 'Block dangerous attachments',
    checks: [
      'mdo.malware.filter',
      'mdo.malware.types',
      'mdo.malware.comprehensive',
      'mdo.malware.zap',
      'mdo.malware.notify',
    ],
  },
  {
    id: 'safe-attachments',
    title: 'Open attachments in a sandbox first',
    checks: ['mdo.attachments', 'mdo.attachments.action', 'mdo.files', 'mdo.files.documents'],
  },
  {
    id: 'safe-links',
    title: 'Check links when they are clicked',
    checks: ['mdo.links', 'mdo.links.apps', 'mdo.links.scan', 'mdo.links.clicks'],
  },
  {
    id: 'defender-findings',
    title: 'Work through what Microsoft Defender has found',
    checks: ['mdi.health', 'app.permissions.unused', 'xdr.assets.pending', 'xdr.credentials.exposed'],
  },
  { id: 'outbound-spam', title: 'Notice users who send spam', checks: ['mdo.outbound.notify', 'mdo.outbound.limits'] },
];

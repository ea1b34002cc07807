import type { OAuthLogEntry } from '@tenantry/contract/graph-tools';

/** The stages of a connection in the order in which they come. */
export const stageLabels: Record<OAuthLogEntry['context'], string> = {
  start: 'Start',
  callback: 'Callback',
  'token-exchange': 'Token exchange',
  'tenant-scan': 'Tenant scan',
};

/** What was being connected. */
export const sourceLabels: Record<OAuthLogEntry['source'], string> = {
  m365: 'Microsoft 365',
  azure: 'Azure sign-in',
  general: 'General',
};

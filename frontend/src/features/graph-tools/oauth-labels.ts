import type { OAuthLogEntry } from '@tenantry/contract/graph-tools';

export type Stage = OAuthLogEntry['context'];

/** The stages of a connection in the order in which they come. */
export const stageLabels: Record<Stage, string> = {
  start: 'Start',
  callback: 'Callback',
  'token-exchange': 'Token exchange',
  'tenant-scan': 'Tenant scan',
};
export const stages = Object.keys(stageLabels) as Stage[];

/** What was being connected. */
export const sourceLabels: Record<OAuthLogEntry['source'], string> = {
  m365: 'Microsoft 365',
  azure: 'Azure sign-in',
  general: 'General',
};

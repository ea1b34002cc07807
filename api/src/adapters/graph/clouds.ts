import type { CloudName } from '@tenantry/contract/clouds';

/** A cloud of Microsoft's: where people and applications sign in, and where its Graph is. */
export type MicrosoftCloud = {
  name: CloudName;
  loginOrigin: string;
  graphOrigin: string;
};

const publicOrigins = { loginOrigin: 'https://login.microsoftonline.com', graphOrigin: 'https://graph.microsoft.com' };

/**
 * The endpoints of each cloud (Microsoft Graph, "National cloud deployments"; Microsoft identity platform, "National clouds").
 * GCC is served by the public endpoints. A token is sent to the Graph of its own cloud and to no other host.
 */
export const clouds: Readonly<Record<CloudName, MicrosoftCloud>> = {
  commercial: { name: 'commercial', ...publicOrigins },
  gcc: { name: 'gcc', ...publicOrigins },
  gcchigh: {
    name: 'gcchigh',
    loginOrigin: 'https://login.microsoftonline.us',
    graphOrigin: 'https://graph.microsoft.us',
  },
  dod: { name: 'dod', loginOrigin: 'https://login.microsoftonline.us', graphOrigin: 'https://dod-graph.microsoft.us' },
  china: {
    name: 'china',
    loginOrigin: 'https://login.partner.microsoftonline.cn',
    graphOrigin: 'https://microsoftgraph.chinacloudapi.cn',
  },
};

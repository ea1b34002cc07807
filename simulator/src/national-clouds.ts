/** One of Microsoft's clouds, as far as the simulator tells them apart: by the hosts that are asked. */
export interface NationalCloud {
  /** `cloud_instance_name` of its OpenID configuration. */
  instance: string;
  loginHosts: readonly string[];
  /** Microsoft Graph; the first is the one that a scope without a resource means. */
  graphHosts: readonly string[];
  /** Before the tenant's id in the issuer of a v1.0 access token. */
  tokenIssuer: string;
  /** Where people enter a device code. */
  deviceLogin: string;
  partnerCenter: string;
}

/**
 * Hosts: learn.microsoft.com/entra/identity-platform, "authentication-national-cloud", and learn.microsoft.com/graph,
 * "deployments". Every tenant of the simulator answers in each of them; a token is good in the one it was asked of. What
 * a cloud's Graph does not have stands in graph/paths-by-cloud.ts.
 */
export const nationalClouds: readonly NationalCloud[] = [
  {
    instance: 'microsoftonline.com',
    loginHosts: ['login.microsoftonline.com', 'login.simulator.test'],
    graphHosts: ['graph.microsoft.com'],
    tokenIssuer: 'https://sts.windows.net/',
    deviceLogin: 'https://microsoft.com/devicelogin',
    partnerCenter: 'https://api.partnercenter.microsoft.com',
  },
  {
    instance: 'microsoftonline.us',
    loginHosts: ['login.microsoftonline.us'],
    graphHosts: ['graph.microsoft.us', 'dod-graph.microsoft.us'],
    tokenIssuer: 'https://sts.windows.net/',
    deviceLogin: 'https://microsoft.com/deviceloginus',
    partnerCenter: 'https://api.partnercenter.microsoft.us',
  },
  {
    instance: 'partner.microsoftonline.cn',
    loginHosts: ['login.partner.microsoftonline.cn', 'login.chinacloudapi.cn'],
    graphHosts: ['microsoftgraph.chinacloudapi.cn'],
    tokenIssuer: 'https://sts.chinacloudapi.cn/',
    deviceLogin: 'https://microsoft.com/deviceloginchina',
    partnerCenter: 'https://partner.partnercenterapi.microsoftonline.cn',
  },
];

const [publicCloud] = nationalClouds;
if (!publicCloud) throw new Error('there is no cloud');

/** What addresses without a host of Microsoft's stand for. */
const defaultCloud: NationalCloud = publicCloud;

/** The cloud of a login or Graph host; the public one where the host is none of theirs. */
export function cloudOfHost(host: string): NationalCloud {
  const ofHost = ({ loginHosts, graphHosts }: NationalCloud) => loginHosts.includes(host) || graphHosts.includes(host);
  return nationalClouds.find(ofHost) ?? defaultCloud;
}

/** Microsoft Graph as a token's audience names it: the host that was asked, or the public one behind a prefix. */
export function graphAudienceOf(baseUrl: string): string {
  const { host } = new URL(baseUrl);
  return `https://${cloudOfHost(host).graphHosts.find((name) => name === host) ?? defaultGraphHost(host)}`;
}

/** The Graph host that a scope without a resource means at this host. */
export function defaultGraphHost(host: string): string {
  return cloudOfHost(host).graphHosts[0] ?? '';
}

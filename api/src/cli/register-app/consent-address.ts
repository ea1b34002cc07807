import { uriComponent } from '@tenantry/contract/text';
import { actsForAccount, type CredentialPlan } from '../../adapters/entra/credential-plan.ts';
import type { MicrosoftCloud } from '../../adapters/graph/clouds.ts';
import { registrationConsentState } from '../../domain/connection/app-registration.ts';
import { graphCommandLineTools } from '../sign-in/graph-command-line-tools.ts';
import { publicRedirectUri } from './application-body.ts';

export type ConsentRequest = {
  cloud: MicrosoftCloud;
  /** A directory id or a domain. */
  tenant: string;
  clientId: string;
  /** Delegated permissions of Microsoft Graph by name; `listed`: all that the app registration lists, its own and delegated ones. */
  permissions: readonly string[] | 'listed';
  /** One of the application's; null where none is known. */
  redirectUri: string | null;
  state?: string;
};

/** The page of Microsoft's at which a browser may end whose application waits nowhere (desktop app registration: redirect URIs). */
const nativeClientUri = ({ loginOrigin }: MicrosoftCloud): string => `${loginOrigin}/common/oauth2/nativeclient`;

/** As little is escaped as an address needs, so that a person can read what it asks for. */
const inQuery = (value: string): string => uriComponent(value).replaceAll('%2F', '/').replaceAll('%3A', ':');

/**
 * Where an administrator of the tenant gives consent for all of it. `/v2.0/adminconsent` asks for what `scope` names: permissions by
 * name, each of this cloud's Graph, or by `.default` what is listed. It needs a redirect URI of the application
 * (learn.microsoft.com/entra/identity-platform, "v2-admin-consent"). Where none is known, the older address asks for what is
 * listed too and goes by the first one that is registered (learn.microsoft.com/entra/identity/enterprise-apps,
 * "grant-admin-consent").
 */
export function consentAddress({ cloud, tenant, clientId, permissions, redirectUri, state }: ConsentRequest): string {
  const place = `${cloud.loginOrigin}/${tenant}`;
  const client = `client_id=${clientId}`;
  const back = state === undefined ? [] : [`state=${inQuery(state)}`];
  if (redirectUri === null) return `${place}/adminconsent?${[client, ...back].join('&')}`;
  const names = permissions === 'listed' ? ['.default'] : permissions;
  const scope = names.map((name) => `${cloud.graphOrigin}/${name}`).join(' ');
  const query = [client, `scope=${inQuery(scope)}`, `redirect_uri=${inQuery(redirectUri)}`, ...back];
  return `${place}/v2.0/adminconsent?${query.join('&')}`;
}

/**
 * Where an administrator consents to what a sign-in of this plan asks for: an account asks for permissions by name, an application
 * has what its registration lists.
 */
export function consentAddressOfPlan(
  plan: Extract<CredentialPlan, { clientId: string }>,
  { cloud, tenant, permissions }: Pick<ConsentRequest, 'cloud' | 'tenant'> & { permissions: readonly string[] },
): string {
  const { clientId } = plan;
  const request = { cloud, tenant, clientId };
  if (!actsForAccount(plan)) return consentAddress({ ...request, permissions: 'listed', redirectUri: null });
  const redirectUri = clientId === graphCommandLineTools ? nativeClientUri(cloud) : publicRedirectUri;
  return consentAddress({ ...request, permissions, redirectUri });
}

type Consent = Pick<ConsentRequest, 'cloud' | 'tenant' | 'clientId'> & { redirectUris: readonly string[] };

/** Where an administrator consents to everything that the application asks for. A stack that runs takes the answer. */
export function consentAddressOf({ redirectUris: [redirectUri], ...consent }: Consent): string {
  const state = registrationConsentState;
  return consentAddress({ ...consent, permissions: 'listed', redirectUri: redirectUri ?? null, state });
}

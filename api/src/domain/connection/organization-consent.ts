import { startReconnect } from '@tenantry/contract/connections';
import { uriComponent } from '@tenantry/contract/text';

/**
 * Where an administrator of this installation begins the consent of an organization: an address of ours, so that the way back from
 * Microsoft is understood, and ends with the organization connected again.
 */
export const beginConsentPath = (tenantId: string): string =>
  `${startReconnect.path}?${new URLSearchParams({ tenantId, consent: '1' })}`;

/**
 * The state with which Microsoft sends back an administrator who consented by a link of a report. It is nobody's secret: that way
 * leads to a page that anybody may open, and changes nothing.
 */
export const organizationConsentState = 'organization-consent';

/**
 * Where an administrator of the organization, who is nobody here, grants our application all that its registration lists: for
 * reports, which are handed on (learn.microsoft.com/entra/identity-platform, "v2-admin-consent").
 */
export function organizationConsentUrl(entraTenantId: string, clientId: string, redirectUri: string): string {
  const url = new URL(`https://login.microsoftonline.com/${uriComponent(entraTenantId)}/v2.0/adminconsent`);
  url.searchParams.set('client_id', clientId);
  url.searchParams.set('scope', 'https://graph.microsoft.com/.default');
  url.searchParams.set('redirect_uri', redirectUri);
  url.searchParams.set('state', organizationConsentState);
  return url.href;
}

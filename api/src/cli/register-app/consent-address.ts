import { uriComponent } from '@tenantry/contract/text';
import type { MicrosoftCloud } from '../../adapters/graph/clouds.ts';
import { registrationConsentState } from '../../domain/connection/app-registration.ts';

/** Where an administrator of the tenant gives consent. */
export const adminConsentAddress = (cloud: MicrosoftCloud, tenant: string, clientId: string): string =>
  `${cloud.loginOrigin}/${tenant}/adminconsent?client_id=${clientId}`;

type Consent = { cloud: MicrosoftCloud; tenant: string; clientId: string; redirectUris: readonly string[] };

/** Where an administrator consents to everything that the application asks for. A stack that runs takes the answer. */
export function consentAddressOf({ cloud, tenant, clientId, redirectUris }: Consent): string {
  const [redirectUri] = redirectUris;
  const back = redirectUri === undefined ? '' : `&redirect_uri=${uriComponent(redirectUri)}`;
  return `${adminConsentAddress(cloud, tenant, clientId)}${back}&state=${registrationConsentState}`;
}

import type {
  Application,
  FederatedIdentityCredential,
  KeyCredential,
  RequiredResourceAccess,
} from '@microsoft/microsoft-graph-types';

/** What a registration may say of itself; the rest of Graph's `application` is not simulated. */
export interface ApplicationSettings {
  displayName: string;
  description: string | null;
  notes: string | null;
  tags: string[];
  signInAudience: 'AzureADMyOrg' | 'AzureADMultipleOrgs';
  isFallbackPublicClient: boolean | null;
  keyCredentials: KeyCredential[];
  requiredResourceAccess: RequiredResourceAccess[];
  web: { redirectUris: string[] };
  publicClient: { redirectUris: string[] };
  spa: { redirectUris: string[] };
}

/** An application that somebody registered through Graph. */
export interface RegisteredApplication extends ApplicationSettings {
  id: string;
  appId: string;
  createdDateTime: string;
  federatedCredentials: FederatedIdentityCredential[];
}

/** An application in a tenant: its own, or one from elsewhere that was consented to. */
export interface RegisteredPrincipal {
  id: string;
  appId: string;
  createdDateTime: string;
  tags: string[];
}

/** What was registered in one tenant while the simulator runs. */
export interface Registrations {
  applications: RegisteredApplication[];
  principals: RegisteredPrincipal[];
  /** Third-party storage in Microsoft 365 on the web, once somebody changed it: null where it has no service principal. */
  webStorage?: { accountEnabled: boolean } | null;
}

/** The application as Graph sends it. `withKeys`: its public keys too, which Graph sends only where they are asked for. */
export function asGraphApplication(application: RegisteredApplication, withKeys: boolean): Application {
  // Federated credentials have an address of their own.
  const { keyCredentials, federatedCredentials: _apart, ...sent } = application;
  return {
    ...sent,
    passwordCredentials: [],
    keyCredentials: withKeys ? keyCredentials : keyCredentials.map((credential) => ({ ...credential, key: null })),
  };
}

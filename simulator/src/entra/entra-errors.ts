/** One refusal as Entra words it. */
export interface EntraError {
  /** HTTP status at the token endpoint. */
  status: number;
  error: string;
  /** The number behind AADSTS. */
  code: number;
  text: string;
  /** Finer reason for clients (bad_token, basic_action, consent_required, message_only). */
  suberror?: string;
  /** On a redirect after the user pressed Cancel. */
  subcode?: string;
}

/** The resource id of Microsoft Graph, by which Entra names it in messages. */
export const graphResourceId = '00000003-0000-0000-c000-000000000000';

export function makeEntraError(
  status: number,
  error: string,
  code: number,
  text: string,
  more: Partial<EntraError> = {},
): EntraError {
  return { status, error, code, text, ...more };
}

/**
 * The refusals that the simulator knows. Codes and meanings: learn.microsoft.com/entra/identity-platform,
 * "reference-error-codes"; `error`, status and suberror as answers in public issue threads show them. Of 50074, 50078, 50132,
 * 50133, 70043, 90095 and 530032 no answer was seen: their `error` and suberror are those of their nearest kin.
 */
export const entraErrors = {
  // The request
  unknownTenant: (name: string) =>
    makeEntraError(
      400,
      'invalid_request',
      90002,
      `Tenant '${name}' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud. Check with your subscription administrator, this may happen if there are no active subscriptions for the tenant.`,
    ),
  missingParameter: (name: string) =>
    makeEntraError(400, 'invalid_request', 900144, `The request body must contain the following parameter: '${name}'.`),
  malformed: (what: string) =>
    makeEntraError(400, 'invalid_request', 9002313, `Invalid request. Request is malformed or invalid. ${what}`),
  responseType: (value: string) =>
    makeEntraError(
      400,
      'unsupported_response_type',
      700051,
      `response_type '${value}' is not enabled for the application.`,
    ),
  challengeMethod: () => makeEntraError(400, 'invalid_request', 50149, 'Invalid Code_Challenge_method parameter.'),
  challengeSize: () => makeEntraError(400, 'invalid_request', 501491, 'Invalid size of Code_Challenge parameter.'),
  grantType: (value: string) =>
    makeEntraError(400, 'unsupported_grant_type', 70003, `The app requested an unsupported grant type '${value}'.`),
  scope: (value: string) =>
    makeEntraError(
      400,
      'invalid_scope',
      70011,
      `The provided request must include a 'scope' input parameter. The provided value for the input parameter 'scope' is not valid. The scope ${value} is not valid.`,
    ),
  defaultScope: (value: string) =>
    makeEntraError(
      400,
      'invalid_scope',
      1002012,
      `The provided value for scope ${value} is not valid. Client credential flows must have a scope value with /.default suffixed to the resource identifier (application ID URI).`,
    ),
  severalResources: (value: string) =>
    makeEntraError(
      400,
      'invalid_scope',
      28000,
      `Provided value for the input parameter scope is not valid because it contains more than one resource. Scope ${value} is not valid.`,
    ),
  unknownResource: (resource: string, tenant: string) =>
    makeEntraError(
      400,
      'invalid_resource',
      500011,
      `The resource principal named ${resource} was not found in the tenant named ${tenant}. This can happen if the application has not been installed by the administrator of the tenant or consented to by any user in the tenant. You might have sent your authentication request to the wrong tenant.`,
    ),
  notMultitenant: (clientId: string, name: string) =>
    makeEntraError(
      400,
      'invalid_request',
      50194,
      `Application '${clientId}'(${name}) is not configured as a multi-tenant application. Usage of the /common endpoint is not supported for such applications created after '10/15/2018'. Use a tenant-specific endpoint or configure the application to be multi-tenant.`,
    ),
  // The service
  busy: (status: number) =>
    makeEntraError(status, 'temporarily_unavailable', 90033, 'A transient error has occurred. Please try again.'),
  throttled: () =>
    makeEntraError(
      429,
      'temporarily_unavailable',
      90055,
      'There are too many incoming requests. Please try again later.',
    ),
  // The application
  unknownApp: (clientId: string, tenant: string) =>
    makeEntraError(
      400,
      'unauthorized_client',
      700016,
      `Application with identifier '${clientId}' was not found in the directory '${tenant}'. This can happen if the application has not been installed by the administrator of the tenant or consented to by any user in the tenant. You may have sent your authentication request to the wrong tenant.`,
    ),
  wrongSecret: (clientId: string) =>
    makeEntraError(
      401,
      'invalid_client',
      7000215,
      `Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '${clientId}'.`,
    ),
  expiredSecret: (clientId: string) =>
    makeEntraError(
      401,
      'invalid_client',
      7000222,
      `The provided client secret keys for app '${clientId}' are expired. Visit the Azure portal to create new keys for your app: https://aka.ms/NewClientSecret, or consider using certificate credentials for added security: https://aka.ms/certCreds.`,
    ),
  redirectUri: (redirectUri: string, clientId: string) =>
    makeEntraError(
      400,
      'invalid_request',
      50011,
      `The redirect URI '${redirectUri}' specified in the request does not match the redirect URIs configured for the application '${clientId}'. Make sure the redirect URI sent in the request matches one added to your application in the Azure portal. Navigate to https://aka.ms/redirectUriMismatchError to learn more about how to fix this.`,
    ),
  noReplyAddress: () =>
    makeEntraError(400, 'invalid_request', 500113, 'No reply address is registered for the application.'),
  // Consent
  noConsent: (clientId: string, name: string) =>
    makeEntraError(
      400,
      'invalid_grant',
      65001,
      `The user or administrator has not consented to use the application with ID '${clientId}' named '${name}'. Send an interactive authorization request for this user and resource.`,
      { suberror: 'consent_required' },
    ),
  declined: () =>
    makeEntraError(400, 'access_denied', 65004, 'User declined to consent to access the app.', { subcode: 'cancel' }),
  approvalNeeded: (tenant: string, name: string) =>
    makeEntraError(
      400,
      'access_denied',
      90094,
      `An administrator of ${tenant} has set a policy that prevents you from granting ${name} the permissions it is requesting. Contact an administrator of ${tenant}, who can grant permissions to this app on your behalf.`,
    ),
  approvalRequested: (tenant: string, name: string) =>
    makeEntraError(
      400,
      'access_denied',
      90095,
      `${name} needs permission to access resources in ${tenant} that only an administrator can grant. A request for approval was sent.`,
    ),
  // The sign-in
  loginRequired: () =>
    makeEntraError(400, 'login_required', 50058, 'A silent sign-in request was sent but no user is signed in.'),
  unknownUser: (userName: string, tenant: string) =>
    makeEntraError(
      400,
      'invalid_grant',
      50034,
      `The user account ${userName} does not exist in the ${tenant} directory. To sign into this application, the account must be added to the directory.`,
    ),
  disabledUser: () => makeEntraError(400, 'invalid_grant', 50057, 'The user account is disabled.'),
  mfaRequired: () =>
    makeEntraError(
      400,
      'invalid_grant',
      50076,
      `Due to a configuration change made by your administrator, or because you moved to a new location, you must use multi-factor authentication to access '${graphResourceId}'.`,
      { suberror: 'basic_action' },
    ),
  mfaNotPassed: () =>
    makeEntraError(400, 'invalid_grant', 50074, 'Strong Authentication is required.', { suberror: 'basic_action' }),
  mfaExpired: () =>
    makeEntraError(
      400,
      'invalid_grant',
      50078,
      `Presented multi-factor authentication has expired due to policies configured by your administrator, you must refresh your multi-factor authentication to access '${graphResourceId}'.`,
      { suberror: 'basic_action' },
    ),
  securityPolicy: () =>
    makeEntraError(
      400,
      'interaction_required',
      530032,
      'Access has been blocked by a security policy that the administrator of the tenant has configured.',
      { suberror: 'message_only' },
    ),
  blocked: () =>
    makeEntraError(
      400,
      'interaction_required',
      53003,
      'Access has been blocked by Conditional Access policies. The access policy does not allow token issuance.',
      { suberror: 'message_only' },
    ),
  deviceNotFound: (tenant: string) =>
    makeEntraError(400, 'invalid_grant', 700003, `Device object was not found in the tenant '${tenant}' directory.`),
  // The grant
  revoked: (issuedAt: Date, validFrom: Date) =>
    makeEntraError(
      400,
      'invalid_grant',
      50173,
      `The provided grant has expired due to it being revoked, a fresh auth token is needed. The user might have changed or reset their password. The grant was issued on '${issuedAt.toISOString()}' and the TokensValidFrom date (before which tokens are not valid) for this user is '${validFrom.toISOString()}'.`,
      { suberror: 'bad_token' },
    ),
  signInFrequency: () =>
    makeEntraError(
      400,
      'invalid_grant',
      70043,
      'The refresh token has expired or is invalid due to sign-in frequency checks by conditional access. The maximum allowed lifetime for this request is 3600.',
      { suberror: 'bad_token' },
    ),
  passwordChanged: () =>
    makeEntraError(
      400,
      'invalid_grant',
      50132,
      'The session is not valid due to password expiration or recent password change.',
      { suberror: 'bad_token' },
    ),
  sessionRevoked: () =>
    makeEntraError(400, 'invalid_grant', 50133, 'Session is invalid due to expiration or recent password change.', {
      suberror: 'bad_token',
    }),
  expiredGrant: () =>
    makeEntraError(
      400,
      'invalid_grant',
      70008,
      'The provided authorization code or refresh token has expired due to inactivity. Send a new interactive authorization request for this user and resource.',
      { suberror: 'bad_token' },
    ),
  invalidGrant: (parameter: string) =>
    makeEntraError(
      400,
      'invalid_grant',
      70000,
      `The provided value for the input parameter '${parameter}' is not valid.`,
      {
        suberror: 'bad_token',
      },
    ),
  redeemed: () =>
    makeEntraError(
      400,
      'invalid_grant',
      54005,
      'OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an existing refresh token.',
    ),
  otherTenant: () =>
    makeEntraError(
      400,
      'invalid_grant',
      700005,
      'Provided Authorization Code is intended to use against other tenant, thus rejected.',
    ),
  replyAddress: (sent: string, asked: string) =>
    makeEntraError(
      400,
      'invalid_client',
      500112,
      `The reply address '${sent}' does not match the reply address '${asked}' provided when requesting Authorization code.`,
    ),
  missingVerifier: () =>
    makeEntraError(
      400,
      'invalid_grant',
      50148,
      'The code_verifier does not match the code_challenge supplied in the authorization request for PKCE.',
    ),
  wrongVerifier: () =>
    makeEntraError(
      400,
      'invalid_grant',
      501481,
      'The Code_Verifier does not match the code_challenge supplied in the authorization request.',
    ),
};

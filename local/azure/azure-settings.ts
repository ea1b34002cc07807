/** The app settings of a function app on Azure, as infra sets them, for an installation of this name. */
export function azureSettings(name: string) {
  return {
    FUNCTIONS_WORKER_RUNTIME: 'node',
    WEBSITE_SITE_NAME: `${name}-api`,
    PUBLIC_ORIGIN: 'https://tenantry.msp.example',
    SETUP_CODE: 'a-setup-code-of-the-deployment',
    TRUSTED_PROXIES: '1',
    AzureWebJobsStorage__accountName: name,
    AzureWebJobsStorage__credential: 'managedidentity',
    AzureWebJobsStorage__clientId: identityClientId,
    AZURE_CLIENT_ID: identityClientId,
    AZURE_TOKEN_CREDENTIALS: 'ManagedIdentityCredential',
    COSMOS_ENDPOINT: `https://${name}.documents.azure.com:443/`,
    KEY_VAULT_URL: `https://${name}.vault.azure.net/`,
    APPLICATIONINSIGHTS_CONNECTION_STRING: `InstrumentationKey=${instrumentationKey};IngestionEndpoint=https://${name}.in.applicationinsights.azure.com/`,
    APPLICATIONINSIGHTS_AUTHENTICATION_STRING: `ClientId=${identityClientId};Authorization=AAD`,
  };
}

/** The user-assigned identity of the function app. */
const identityClientId = '6f0c2f9e-5d3b-4c1a-9a57-0d1f4be83c21';

/** Names an Application Insights, and opens nothing. */
const instrumentationKey = '1b0e7a52-44c6-4f0e-8a37-7f9d2c6b5e10';

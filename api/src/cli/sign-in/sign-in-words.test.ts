import { describe, expect, it } from 'vitest';
import type { CredentialPlan } from '../../adapters/entra/credential-plan.ts';
import { type SignInDetail, SignInFailure, type SignInReason } from '../../adapters/entra/sign-in-failure.ts';
import { clouds } from '../../adapters/graph/clouds.ts';
import { graphCommandLineTools } from './graph-command-line-tools.ts';
import type { Environment } from './settings.ts';
import { signInWords } from './sign-in-words.ts';

const clientId = '7e0a4a52-5f0b-4a7c-9f0e-3f2d8f1c6b11';
const plan: CredentialPlan = { kind: 'client-secret', clientId, clientSecret: 'a-secret' };
const consent = `https://login.microsoftonline.com/contoso.com/adminconsent?client_id=${clientId}`;

function linesOf(
  reason: SignInReason,
  detail: SignInDetail = {},
  env: Environment = {},
  by: CredentialPlan = plan,
): string[] {
  const permissions = ['Policy.Read.All', 'User.Read.All'];
  const told = { tenant: 'contoso.com', cloud: clouds.commercial, plan: by, env, permissions };
  return signInWords(new SignInFailure(reason, detail), told).split('\n');
}

describe('what Entra ID refuses', () => {
  it.each([
    ['AADSTS7000215', 'client secret is wrong', 'AZURE_CLIENT_SECRET'],
    ['AADSTS7000222', 'client secret has expired', 'new secret'],
    ['AADSTS700027', 'certificate is not in the app registration', 'Certificates & secrets'],
    ['AADSTS1000502', 'certificate has expired', 'new certificate'],
    ['AADSTS700024', 'clock of this machine is wrong', 'five minutes'],
    ['AADSTS90002', 'no directory with this tenant ID', '--tenant (contoso.com) and --cloud'],
    ['AADSTS700016', 'application is not in the tenant', clientId],
    ['AADSTS65001', 'no consent', consent],
    ['AADSTS90094', 'An administrator has to consent', consent],
    ['AADSTS650057', 'does not list the permissions', consent],
    ['AADSTS7000112', 'application is disabled', 'Enterprise applications'],
    ['AADSTS53003', 'Conditional Access policy of the tenant blocks', 'policy'],
    ['AADSTS50076', 'requires MFA', '--sign-in browser'],
    ['AADSTS50079', 'register for MFA', 'https://aka.ms/mfasetup'],
    ['AADSTS7000218', 'without a secret', 'public client flows'],
    ['AADSTS50020', 'account is not in this tenant', 'contoso.com'],
    ['AADSTS50057', 'account is disabled', 'another account of contoso.com'],
    ['AADSTS50074', 'was not passed', '--sign-in browser'],
    ['AADSTS50078', 'older than a policy', 'Sign in again and complete MFA'],
    ['AADSTS50132', 'password has expired or was changed', 'Sign in again'],
    ['AADSTS50133', 'was revoked', 'Sign in again'],
    ['AADSTS50194', 'one directory alone', '--multi-tenant'],
    ['AADSTS54005', 'was used before', 'Sign in again'],
    ['AADSTS70043', 'sign-in frequency', 'Sign in again'],
    ['AADSTS90093', 'may not grant', consent],
    ['AADSTS90095', 'administrators approve applications', consent],
    ['AADSTS500011', 'not in the tenant, or is in another cloud', '--cloud'],
    ['AADSTS500113', 'no redirect URI', 'http://localhost'],
    ['AADSTS530032', 'security policy of the tenant', 'administrator of contoso.com'],
    ['AADSTS650052', 'no service principal of a service', consent],
    ['AADSTS650056', 'no permission of Microsoft Graph', consent],
  ])('%s says %s, and what to do', (code, meaning, whatToDo) => {
    const [what = '', next = '', ...more] = linesOf('refused', { code, said: `${code}: Entra’s words` });
    expect(what).toContain(meaning);
    expect(what).toContain(code);
    expect(next).toContain(whatToDo);
    expect(more).toEqual([]);
  });

  it.each(['AADSTS70021', 'AADSTS700211', 'AADSTS700212', 'AADSTS700213', 'AADSTS70025'])(
    '%s says what to enter as a federated credential',
    (code) => {
      const presented = { issuer: 'https://issuer.test', subject: 'repo:one/two:ref:main', audience: 'api://x' };
      const [, whatToDo] = linesOf('refused', { code, presented });
      for (const value of Object.values(presented)) expect(whatToDo).toContain(value);
    },
  );

  it.each(['AADSTS65001', 'AADSTS90094', 'AADSTS700016'])(
    '%s of a person’s sign-in names the address that grants what the sign-in asks for',
    (code) => {
      const browser: CredentialPlan = { kind: 'browser', clientId: graphCommandLineTools };
      const [, whatToDo = ''] = linesOf('refused', { code }, {}, browser);
      const address = new URL(/https:\S+/.exec(whatToDo)?.[0] ?? '');
      expect(address.pathname).toBe('/contoso.com/v2.0/adminconsent');
      expect(Object.fromEntries(address.searchParams)).toEqual({
        client_id: graphCommandLineTools,
        scope: 'https://graph.microsoft.com/Policy.Read.All https://graph.microsoft.com/User.Read.All',
        redirect_uri: 'https://login.microsoftonline.com/common/oauth2/nativeclient',
      });
    },
  );

  it('keeps Entra’s own words where the code is not known here', () => {
    const [what, whatToDo] = linesOf('refused', { code: 'AADSTS999999', said: 'AADSTS999999: Something new.' });
    expect(what).toBe('Entra ID refused the sign-in: AADSTS999999: Something new.');
    expect(whatToDo).toContain('https://login.microsoftonline.com/error?code=999999');
  });
});

describe('what is wrong on this side', () => {
  it.each<[SignInReason, SignInDetail, string, string]>([
    ['certificate-missing', { path: 'a.pem' }, 'a.pem does not exist', 'AZURE_CLIENT_CERTIFICATE_PATH'],
    ['certificate-unreadable', { path: 'a.pem', said: 'EACCES' }, 'cannot be read (EACCES)', 'read the file'],
    ['certificate-is-pfx', { path: 'a.pfx' }, 'PFX', 'openssl pkcs12 -in a.pfx'],
    ['certificate-incomplete', { path: 'a.pem' }, 'private key', 'BEGIN PRIVATE KEY'],
    ['certificate-password-needed', { path: 'a.pem' }, 'password', 'AZURE_CLIENT_CERTIFICATE_PASSWORD'],
    ['certificate-password-wrong', { path: 'a.pem' }, 'does not open', 'AZURE_CLIENT_CERTIFICATE_PASSWORD'],
    ['token-file-missing', { path: '/token', said: 'ENOENT' }, '/token cannot be read', 'AZURE_FEDERATED_TOKEN_FILE'],
    ['github-no-token', { status: 403 }, 'GitHub gave no token', 'id-token: write'],
    ['pipelines-no-token', { status: 401 }, 'Azure Pipelines gave no token', '$(System.AccessToken)'],
    ['browser-not-opened', {}, 'No browser', '--sign-in device-code'],
    ['browser-no-port', {}, '127.0.0.1', '--sign-in device-code'],
    ['browser-not-finished', {}, '15 minutes', 'again'],
    ['sign-in-canceled', {}, 'canceled', 'administrator'],
    ['device-code-expired', {}, 'expired', 'new code'],
    ['device-code-declined', {}, 'declined', 'administrator'],
    ['az-missing', {}, 'not installed', 'https://aka.ms/azure-cli'],
    ['az-signed-out', {}, 'Nobody is signed in', 'az login --tenant contoso.com'],
    ['az-failed', {}, 'no token', 'az account get-access-token --tenant contoso.com'],
    ['wrong-tenant', { tenantId: 'other' }, 'directory other, not of contoso.com', 'AZURE_TENANT_ID'],
    ['token-expired', {}, 'expired', 'clock'],
    ['no-permissions', {}, 'nobody has given consent', consent],
    ['elsewhere', { host: 'evil.test' }, 'evil.test', 'AZURE_REGIONAL_AUTHORITY_NAME'],
    ['unexpected', { code: 'Odd' }, 'Odd', '--sign-in'],
  ])('%s', (reason, detail, what, whatToDo) => {
    const lines = linesOf(reason, detail);
    expect(lines[0]).toContain(what);
    expect(lines[1]).toContain(whatToDo);
    expect(lines).toHaveLength(2);
  });
});

describe('what the network is', () => {
  const host = 'login.microsoftonline.com';
  const proxied = { HTTPS_PROXY: 'http://someone:hidden@proxy.test:3128' };
  it.each<[string, Partial<NonNullable<SignInDetail['failure']>>, Environment, string, string]>([
    ['throttled', { status: 429 }, {}, 'throttling sign-ins (429)', 'Wait'],
    ['in trouble', { status: 503 }, {}, 'it answered 503', 'later'],
    ['without a name', { code: 'ENOTFOUND' }, {}, 'cannot be resolved (ENOTFOUND)', 'DNS'],
    ['refused', { code: 'ECONNREFUSED' }, {}, 'cannot be reached (ECONNREFUSED)', `${host}:443`],
    ['silent', { code: 'TimeoutError' }, {}, '30 seconds', 'firewall'],
    ['intercepted', { code: 'SELF_SIGNED_CERT_IN_CHAIN' }, proxied, 'opens TLS', 'NODE_EXTRA_CA_CERTS'],
    ['behind a proxy that is not there', { code: 'ECONNREFUSED' }, proxied, 'the proxy proxy.test:3128', 'HTTPS_PROXY'],
    [
      'behind a proxy that asks who it is',
      { code: 'UND_ERR_ABORTED', message: 'Proxy response (407) !== 200 when HTTP Tunneling' },
      proxied,
      'asks for a name and password (407)',
      'HTTPS_PROXY',
    ],
  ])('%s', (_, failure, env, what, whatToDo) => {
    const lines = linesOf('unreachable', { host, failure: { status: 0, code: '', message: '', ...failure } }, env);
    expect(lines[0]).toContain(what);
    expect(lines[1]).toContain(whatToDo);
    expect(lines.join()).not.toContain('hidden');
  });
});

import { describe, expect, it } from 'vitest';
import { UsageError } from '../command.ts';
import { graphCommandLineTools } from './graph-command-line-tools.ts';
import type { Environment } from './settings.ts';
import { signInOptions, signInWays } from './sign-in-options.ts';

const tenant = 'contoso.com';
const clientId = '7e0a4a52-5f0b-4a7c-9f0e-3f2d8f1c6b11';
const application = { AZURE_CLIENT_ID: clientId };
const github = {
  GITHUB_ACTIONS: 'true',
  ACTIONS_ID_TOKEN_REQUEST_URL: 'https://run.actions.githubusercontent.com/token?api-version=2.0',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'runner',
};
const pipelines = {
  SYSTEM_OIDCREQUESTURI: 'https://dev.azure.com/contoso/_apis/oidctoken',
  SYSTEM_ACCESSTOKEN: 'job',
  AZURESUBSCRIPTION_SERVICE_CONNECTION_ID: 'connection',
};

type Args = [env: Environment, how?: string, isTerminal?: boolean, typed?: string];
const options = (...[env, how = 'auto', isTerminal = false, typed]: Args) =>
  signInOptions({ how, clientId: typed, tenant, cloud: 'commercial' }, env, isTerminal);
const plan = (...args: Args) => options(...args).plan;
function refusal(...args: Args): string {
  try {
    options(...args);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('how a command signs in', () => {
  it('takes an application with a secret or a certificate first, and the certificate before the secret', () => {
    const secret = { ...application, AZURE_CLIENT_SECRET: 's3cret' };
    expect(plan({ ...secret, ...github })).toEqual({ kind: 'client-secret', clientId, clientSecret: 's3cret' });
    const both = { ...secret, AZURE_CLIENT_CERTIFICATE_PATH: 'a.pem', AZURE_CLIENT_CERTIFICATE_PASSWORD: 'pw' };
    expect(plan(both)).toEqual({
      kind: 'client-certificate',
      clientId,
      certificatePath: 'a.pem',
      certificatePassword: 'pw',
    });
  });

  it('takes federation where an application is named: a file, Azure Pipelines, GitHub Actions', () => {
    expect(plan({ ...application, ...github })).toMatchObject({ kind: 'github', clientId, requestToken: 'runner' });
    expect(plan({ ...application, ...pipelines })).toMatchObject({ kind: 'azure-pipelines', accessToken: 'job' });
    const ofTheTask = { ...pipelines, AZURESUBSCRIPTION_CLIENT_ID: clientId };
    expect(plan(ofTheTask)).toMatchObject({ kind: 'azure-pipelines', clientId });
    expect(plan({ ...application, ...github, AZURE_FEDERATED_TOKEN_FILE: '/token' })).toEqual({
      kind: 'token-file',
      clientId,
      tokenFile: '/token',
    });
  });

  it('asks a person in a terminal, by Microsoft’s own client or the one that is named', () => {
    expect(plan({}, 'auto', true)).toEqual({ kind: 'browser', clientId: graphCommandLineTools });
    expect(plan({}, 'auto', true, clientId)).toEqual({ kind: 'browser', clientId });
    expect(plan({ ...application }, 'device-code')).toEqual({ kind: 'device-code', clientId: graphCommandLineTools });
  });

  it('uses the Azure CLI only where it is asked for', () => {
    expect(plan({}, 'az')).toEqual({ kind: 'az' });
    for (const isTerminal of [true, false]) {
      const chosen = () => plan({}, 'auto', isTerminal);
      if (isTerminal) expect(chosen().kind).toBe('browser');
      else expect(chosen).toThrow(UsageError);
    }
  });

  it('names every way where nothing says one and nobody is there', () => {
    const said = refusal({});
    for (const word of ['AZURE_CLIENT_CERTIFICATE_PATH', 'AZURE_CLIENT_SECRET', 'AZURE_CLIENT_ID', 'id-token: write'])
      expect(said).toContain(word);
    for (const way of signInWays.filter((one) => !['auto', 'environment', 'federation'].includes(one)))
      expect(said).toContain(`--sign-in ${way}`);
  });

  it('says which way it took, and no secret', () => {
    const { how } = options({ ...application, AZURE_CLIENT_SECRET: 's3cret' });
    expect(how).toBe(`Signing in as the application ${clientId} with a client secret (AZURE_CLIENT_SECRET).`);
  });

  it.each<[string, Args, string]>([
    ['a way that does not exist', [{}, 'magic'], '--sign-in: expected'],
    ['a client id that is none', [{}, 'browser', true, 'my app'], '--client-id: expected'],
    ['a secret without an application', [{ AZURE_CLIENT_SECRET: 'x' }], 'AZURE_CLIENT_ID is not'],
    ['environment without anything', [{}, 'environment'], 'are not set'],
    ['federation without anything', [{}, 'federation'], 'neither GitHub Actions nor Azure Pipelines'],
    ['a workflow without its permission', [{ ...application, GITHUB_ACTIONS: 'true' }], 'id-token: write'],
    ['a workflow without an application', [github, 'federation'], 'AZURE_CLIENT_ID'],
    [
      'a pipeline whose access token was left as it is written',
      [{ ...application, ...pipelines, SYSTEM_ACCESSTOKEN: '$(System.AccessToken)' }],
      'SYSTEM_ACCESSTOKEN: $(System.AccessToken)',
    ],
    [
      'a pipeline without a service connection',
      [{ ...application, ...pipelines, AZURESUBSCRIPTION_SERVICE_CONNECTION_ID: '' }],
      'AZURESUBSCRIPTION_SERVICE_CONNECTION_ID',
    ],
    [
      'an issuer without https',
      [{ ...application, ...github, ACTIONS_ID_TOKEN_REQUEST_URL: 'http://evil.test/' }],
      'https',
    ],
  ])('refuses %s, and says what is missing', (_, args, word) => {
    expect(refusal(...args)).toContain(word);
  });

  it('refuses an AZURE_TENANT_ID that is another directory than --tenant, and names both', () => {
    const [one, other] = ['11111111-1111-1111-1111-111111111111', '22222222-2222-2222-2222-222222222222'];
    const env = { ...application, AZURE_CLIENT_SECRET: 's', AZURE_TENANT_ID: other };
    const asked = (id: string) =>
      signInOptions({ how: 'auto', clientId: undefined, tenant: id, cloud: 'commercial' }, env, false);
    expect(() => asked(one)).toThrow(`AZURE_TENANT_ID names the directory ${other}, and --tenant ${one}.`);
    expect(asked(other.toUpperCase()).tenant).toBe(other.toUpperCase());
  });

  describe('in the cloud of China, where Microsoft’s own client does not exist', () => {
    const inChina = (how: string, typed?: string, env: Environment = {}) =>
      signInOptions({ how, clientId: typed, tenant, cloud: 'china' }, env, true);

    it.each(['auto', 'browser', 'device-code'])(
      'refuses %s before anybody is asked, and says what to register',
      (how) => {
        expect(() => inChina(how)).toThrow(
          /does not exist in the cloud of China\.\nRegister an application .*--client-id/,
        );
      },
    );

    it('takes an application that was registered there', () => {
      expect(inChina('auto', clientId).plan).toEqual({ kind: 'browser', clientId });
      const byCertificate = { ...application, AZURE_CLIENT_CERTIFICATE_PATH: 'a.pem' };
      expect(inChina('auto', undefined, byCertificate).plan.kind).toBe('client-certificate');
    });
  });
});

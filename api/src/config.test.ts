import { describe, expect, it } from 'vitest';
import { microsoftRates } from './adapters/graph/graph-rate-limits.ts';
import { readConfig, readProxy } from './config.ts';

const local = {
  PUBLIC_ORIGIN: 'http://localhost:4280/',
  AzureWebJobsStorage: 'UseDevelopmentStorage=true',
  STORE: 'sqlite',
  VAULT: 'file',
  DATA_DIR: '/data',
};
const azure = {
  PUBLIC_ORIGIN: 'https://tenantry.example',
  AzureWebJobsStorage__accountName: 'tenantrystorage',
  COSMOS_ENDPOINT: 'https://tenantry.documents.azure.com:443/',
  KEY_VAULT_URL: 'https://tenantry.vault.azure.net',
  SETUP_CODE: 'a-long-setup-code-1234',
  WEBSITE_SITE_NAME: 'tenantry-api',
  TRUSTED_PROXIES: '2',
};

describe('the settings', () => {
  it('of one machine are taken as they are', () => {
    expect(readConfig(local)).toMatchObject({
      publicOrigin: 'http://localhost:4280',
      store: { kind: 'sqlite', file: '/data/tenantry.db' },
      session: { cookieName: '__Host-tenantry', idleMs: 7_200_000, maxMs: 43_200_000 },
    });
  });

  it('ask Microsoft as often as it allows, unless told otherwise', () => {
    expect(readConfig(local).graphRates).toEqual(microsoftRates);
    const unlimited = readConfig({ ...local, GRAPH_RATE_SIGN_IN_ACTIVITY_PER_MINUTE: '0' });
    expect(unlimited.graphRates).toEqual({ ...microsoftRates, signInActivity: 0 });
    expect(() => readConfig({ ...local, GRAPH_RATE_IDENTITY_PER_SECOND: '-1' })).toThrow(
      'GRAPH_RATE_IDENTITY_PER_SECOND',
    );
  });

  it('switch timers off by their names', () => {
    expect(readConfig(azure).timersOff).toEqual([]);
    expect(readConfig({ ...azure, TIMERS_OFF: 'token-refresh, retention' }).timersOff).toEqual([
      'token-refresh',
      'retention',
    ]);
    for (const none of ['', ' ', ',']) expect(readConfig({ ...azure, TIMERS_OFF: none }).timersOff).toEqual([]);
  });

  it('register the demonstration tenants unless told otherwise', () => {
    expect(readConfig(azure).hasDemonstrationTenants).toBe(true);
    expect(readConfig({ ...local, DEMONSTRATION_TENANTS: 'none' }).hasDemonstrationTenants).toBe(false);
  });

  it('know the proxy where Node goes by it, and only there', () => {
    const named = { HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY: 'localhost, .msp.example' };
    expect(readConfig({ ...local, ...named }).proxy).toBeNull();
    expect(readConfig({ ...local, ...named, NODE_USE_ENV_PROXY: '1' }).proxy).toEqual({
      url: 'http://proxy.example:3128',
      except: ['localhost', '.msp.example'],
    });
    expect(readProxy({ NODE_USE_ENV_PROXY: '1' })).toBeNull();
    expect(() => readProxy({ NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: 'proxy.example' })).toThrow('HTTPS_PROXY');
  });

  it('of Azure use identities, and a cookie that survives Static Web Apps', () => {
    expect(readConfig(azure)).toMatchObject({
      storage: { accountName: 'tenantrystorage' },
      store: { kind: 'cosmos' },
      vault: { kind: 'keyvault' },
      session: { cookieName: '__Secure-tenantry' },
    });
  });

  it.each([
    [{ ...local, PUBLIC_ORIGIN: undefined }, 'PUBLIC_ORIGIN'],
    [{ ...local, PUBLIC_ORIGIN: 'javascript:alert(1)' }, 'PUBLIC_ORIGIN'],
    [{ ...local, DATA_DIR: undefined }, 'DATA_DIR'],
    [{ ...local, AzureWebJobsStorage: undefined }, 'AzureWebJobsStorage'],
    [{ ...local, SESSION_IDLE_MINUTES: 'soon' }, 'SESSION_IDLE_MINUTES'],
    [{ ...azure, SETUP_CODE: undefined }, 'SETUP_CODE'],
    [{ ...azure, SETUP_CODE: undefined, PUBLIC_ORIGIN: 'http://localhost:4280' }, 'SETUP_CODE'],
    [{ ...azure, PUBLIC_ORIGIN: 'http://localhost:4280' }, 'PUBLIC_ORIGIN'],
    [{ ...azure, TRUSTED_PROXIES: undefined }, 'TRUSTED_PROXIES'],
    [{ ...local, PUBLIC_ORIGIN: 'http://tenantry.example', SETUP_CODE: 'a-long-setup-code-1234' }, 'PUBLIC_ORIGIN'],
    [{ ...azure, SETUP_CODE: 'short' }, 'SETUP_CODE'],
    [{ ...azure, LOOPBACK_SERVICES_CA: '/ca.pem' }, 'LOOPBACK_SERVICES_CA'],
    [{ ...local, LOOPBACK_SERVICES_CA: '/there-is-no-such-file.pem' }, 'LOOPBACK_SERVICES_CA'],
    [{ ...azure, SETUP_CODE: '@Microsoft.KeyVault(SecretUri=https://a.vault.azure.net/secrets/b)' }, 'SETUP_CODE'],
    [{ ...azure, TIMERS_OFF: 'token-refresh,tick' }, 'TIMERS_OFF.1'],
    [
      { ...azure, AzureWebJobsStorage__accountName: 'https://a.blob.core.windows.net' },
      'AzureWebJobsStorage__accountName',
    ],
    [{ ...azure, COSMOS_ENDPOINT: undefined }, 'COSMOS_ENDPOINT'],
    [{ ...azure, STORE: 'sqlite', DATA_DIR: '/data' }, 'STORE'],
    [{ ...azure, VAULT: 'file', DATA_DIR: '/data' }, 'VAULT'],
    [{ ...azure, MICROSOFT_CLOUD: 'simulator' }, 'MICROSOFT_CLOUD'],
    [{ ...azure, WEBSITE_SITE_NAME: undefined, MICROSOFT_CLOUD: 'simulator' }, 'MICROSOFT_CLOUD'],
    [{ ...local, STAFF_GUESTS: 'some' }, 'STAFF_GUESTS'],
    [{ ...local, DEMONSTRATION_TENANTS: 'some' }, 'DEMONSTRATION_TENANTS'],
    [{ ...local, NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: 'socks5://a' }, 'HTTPS_PROXY'],
    [{ ...local, MICROSOFT_LOGIN_URL: 'http://127.0.0.1:7100/login' }, 'MICROSOFT_LOGIN_URL'],
  ])('stop the start with the name of what is wrong (%#)', (settings, name) => {
    expect(() => readConfig(settings)).toThrow(new RegExp(`- ${name}: `));
  });

  it('never repeat a value in what they complain of', () => {
    const secret = 'short-secret';
    try {
      readConfig({ ...azure, SETUP_CODE: secret, KEY_VAULT_URL: secret });
      expect.unreachable();
    } catch (error) {
      expect(String(error)).not.toContain(secret);
    }
  });
});

import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { graphAppRoles, graphScopes } from '@tenantry/simulator/directory/graph-permissions';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { requiredPermissions } from '../../audit/checks/permissions.ts';
import { objectsAt, textAt } from '../../audit/facts/json-reader.ts';
import { readCertificate } from '../../domain/connection/client-certificate.ts';
import { openRegistering, tenant, tenantId } from './testing/registering.ts';

const keyFile = ['tenantry-app', 'tenantry-app.pem'] as const;
let place: Awaited<ReturnType<typeof openRegistering>>;
beforeEach(async () => {
  place = await openRegistering();
});
afterEach(() => place.close());

const done = async (running: ReturnType<typeof place.register>) => {
  const outcome = await running;
  if (outcome.error) throw outcome.error;
  return outcome;
};

async function keysOf(id: unknown) {
  const { keyCredentials } = await place.graph(`/applications/${id}?$select=keyCredentials`);
  return Array.isArray(keyCredentials) ? keyCredentials : [];
}

describe('--apply', () => {
  it('makes one application, with permissions to read alone and a certificate whose key never leaves the machine', async () => {
    const sent: string[] = [];
    const { told, said } = await done(
      place.register('--apply', {
        through: (simulator) => ({
          async fetch(request) {
            if (request.method !== 'GET') sent.push(await request.clone().text());
            return simulator.fetch(request);
          },
        }),
      }),
    );
    const [application, ...more] = await place.tagged();
    expect(more).toEqual([]);
    expect(application).toMatchObject({
      displayName: 'Tenantry',
      signInAudience: 'AzureADMyOrg',
      web: { redirectUris: ['http://localhost:4280/callback'] },
    });
    const [access] = objectsAt(application, 'requiredResourceAccess');
    const ids = objectsAt(access, 'resourceAccess').map((one) => textAt(one, 'id'));
    const names = [...graphAppRoles, ...graphScopes].flatMap(({ id, value }) =>
      ids.includes(id ?? '') ? [value] : [],
    );
    expect([...new Set(names)].sort()).toEqual(
      requiredPermissions()
        .map(({ permission }) => permission)
        .sort(),
    );
    expect(told).toContain(String(application?.appId));
    expect(told).toContain('/adminconsent?client_id=');
    expect(told).toMatch(/npm run audit -- --tenant \S+ --sign-in environment/);
    expect(told).toContain('npm start -- --microsoft');

    const pem = place.text(...keyFile);
    const read = readCertificate(pem, new Date());
    const certificate = new X509Certificate(read.certificate);
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(3072);
    expect(certificate.signatureAlgorithm).toBe('sha256WithRSAEncryption');
    expect(certificate.subject).toBe(`CN=Tenantry ${tenantId}`);
    expect(statSync(place.path(...keyFile)).mode & 0o777).toBe(0o600);
    expect(readdirSync(place.path('tenantry-app')).sort()).toEqual(['.gitignore', 'tenantry-app.pem']);
    const [key] = await keysOf(application?.id);
    expect(key.key).toBe(certificate.raw.toString('base64'));

    const secret = pem.split('\n')[2] ?? 'no key';
    expect(sent.length).toBeGreaterThanOrEqual(3);
    for (const text of [...sent, told, said]) {
      expect(text).not.toContain('PRIVATE KEY');
      expect(text).not.toContain(secret);
      expect(text).not.toContain(place.token());
    }
  });

  it('again finds it, keeps its certificate and says that all is there', async () => {
    await done(place.register('--apply'));
    const [before] = await place.tagged();
    const pem = place.text(...keyFile);
    const { said, told } = await done(place.register('--apply'));
    expect(said).toContain('is there already, and up to date');
    expect(said).not.toContain('Done:');
    expect(told).toContain(String(before?.appId));
    expect(await place.tagged()).toEqual([before]);
    expect(place.text(...keyFile)).toBe(pem);
    expect(await keysOf(before?.id)).toHaveLength(1);
  });

  it('brings the application up to date by what is asked for now, and takes nothing away that somebody may rely on', async () => {
    await done(place.register('--apply --multi-tenant --redirect-uri https://tenantry.example/callback'));
    const [before] = await place.tagged();
    const { said } = await done(place.register('--apply --public-client --with-tenant-configuration --name Audits'));
    expect(said).toMatch(/permissions added, for which consent is needed again/);
    const [application, ...more] = await place.tagged();
    expect([application?.id, more]).toEqual([before?.id, []]);
    expect(application).toMatchObject({
      displayName: 'Audits',
      signInAudience: 'AzureADMultipleOrgs',
      isFallbackPublicClient: true,
      publicClient: { redirectUris: ['http://localhost'] },
      web: { redirectUris: ['https://tenantry.example/callback', 'http://localhost:4280/callback'] },
    });
    // Without the option the permission to write is no longer asked for.
    const again = await done(place.register('--apply --public-client'));
    expect(again.said).toContain('1 permission no longer asked for');
    expect((await place.tagged())[0]?.displayName).toBe('Audits');
  });

  it('leaves another application of the same name alone', async () => {
    await done(place.register('--remove --yes'));
    const foreign = await place.graph('/applications', { method: 'POST', body: { displayName: 'Tenantry' } });
    await done(place.register('--apply'));
    expect(await place.tagged()).toHaveLength(1);
    await done(place.register('--remove --yes'));
    expect(await place.tagged()).toEqual([]);
    const after = await place.graph(`/applications/${foreign.id}`);
    expect(after).toMatchObject({ displayName: 'Tenantry', tags: [] });
  });

  it('twice at once makes one application, with both certificates where they are in two folders', async () => {
    const outcomes = await Promise.all([done(place.register('--apply')), done(place.register('--apply --out second'))]);
    const [application, ...more] = await place.tagged();
    expect(more).toEqual([]);
    for (const { told } of outcomes) expect(told).toContain(String(application?.appId));
    expect(await keysOf(application?.id)).toHaveLength(2);
  });

  it('twice at once in one folder makes one application and one certificate', async () => {
    await Promise.all([done(place.register('--apply')), done(place.register('--apply'))]);
    const [application, ...more] = await place.tagged();
    expect(more).toEqual([]);
    expect(await keysOf(application?.id)).toHaveLength(1);
    expect(readdirSync(place.path('tenantry-app')).sort()).toEqual(['.gitignore', 'tenantry-app.pem']);
  });

  it('--new-certificate adds one to those that are there, and one that ends soon is told', async () => {
    await done(place.register('--apply --valid-days 30'));
    const first = place.text(...keyFile);
    await done(place.register('--apply --new-certificate'));
    const second = place.text(...keyFile);
    expect(second).not.toBe(first);
    const [application] = await place.tagged();
    expect(await keysOf(application?.id)).toHaveLength(2);
    const { told } = await done(place.register('--apply', { now: new Date(Date.now() + 350 * 86_400_000) }));
    expect(told).toContain('It ends soon');
    expect(place.text(...keyFile)).toBe(second);
  });

  it('refuses the folder of another directory before anything is changed', async () => {
    await done(place.register('--apply'));
    const other = place.cloud.usersOf('7c2d9e14-51f3-4b6a-8e27-0a9b3c4d5e02');
    const username = other.find(({ roles }) => roles.includes('Global Administrator'))?.userPrincipalName ?? '';
    const { error } = await place.register('--apply --tenant 7c2d9e14-51f3-4b6a-8e27-0a9b3c4d5e02', { username });
    expect(error?.message).toContain(`is the certificate of the directory ${tenantId}`);
    expect(error?.message).toContain('--out');
    expect(await place.tagged()).toEqual([]);
  });

  it('a person without the role is told which role, and nothing is made', async () => {
    await done(place.register('--remove --yes'));
    const { error, left } = await place.register('--apply', { username: place.userWith('Global Reader') });
    expect(error?.message).toContain('may not register applications');
    expect(error?.message).toContain('Cloud Application Administrator');
    expect(left).toMatch(/^Nothing was changed at Microsoft\.\nThe certificate .*tenantry-app\.pem stays/);
    await done(place.register('--remove --yes'));
    expect(await place.tagged()).toEqual([]);
  });
});

describe('then', () => {
  it('npm run audit reads with the certificate once consent was given, and not any more when the application is removed', async () => {
    const { told } = await done(place.register('--apply'));
    const address = new URL(/https:\/\/\S+adminconsent\S+/.exec(told)?.[0] ?? '');
    const clientId = address.searchParams.get('client_id') ?? '';
    const audit = async (out: string) => {
      const program = join(import.meta.dirname, '../audit.ts');
      const args = [
        program,
        '--tenant',
        tenant,
        '--sign-in',
        'environment',
        '--format',
        'json',
        '--out',
        place.path(out),
      ];
      const child = spawn(process.execPath, args, {
        env: {
          ...{ ...process.env, ...place.environment, AZURE_CLIENT_ID: clientId, AZURE_TENANT_ID: '' },
          AZURE_CLIENT_CERTIFICATE_PATH: place.path(...keyFile),
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let words = '';
      child.stderr.on('data', (text) => {
        words += text;
      });
      const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
      return { code, words };
    };
    const without = await audit('before');
    expect(without).toMatchObject({ code: 2, words: expect.stringContaining('nobody has given consent') });
    await place.driver.submit(`${address.pathname}${address.search}`, {
      username: place.administrator,
      consent: 'accept',
    });
    const { said } = await done(place.register('--apply'));
    expect(said).toContain('up to date');
    expect(await audit('audit')).toMatchObject({ code: 0 });
    expect(existsSync(place.path('audit', 'audit.json'))).toBe(true);
    await done(place.register('--remove', { answers: [tenant, 'no'] }));
    expect((await audit('after')).code).toBe(2);
  }, 120_000);
});

describe('--remove', () => {
  it('names what it removes, and asks for the tenant and then for the key', async () => {
    await done(place.register('--apply'));
    const [application] = await place.tagged();
    const { told, asked } = await done(place.register('--remove', { answers: [tenant, 'yes'] }));
    expect(told).toContain(String(application?.appId));
    expect(told).toContain(place.path(...keyFile));
    expect(asked).toHaveLength(2);
    expect(await place.tagged()).toEqual([]);
    expect(existsSync(place.path(...keyFile))).toBe(false);
  });

  it.each([
    ['somebody typed something else', ['contoso.com'], 'Nothing was removed.'],
    ['nobody is there', [null], 'Add --yes.'],
  ])('removes nothing where %s', async (_, answers, words) => {
    await done(place.register('--apply'));
    const { error, left } = await place.register('--remove', { answers });
    expect(error?.message).toContain(words);
    expect(left).toBe('Nothing was changed at Microsoft.');
    expect(await place.tagged()).toHaveLength(1);
    expect(existsSync(place.path(...keyFile))).toBe(true);
  });

  it('without an application, or twice, says that there is none', async () => {
    expect((await done(place.register('--remove'))).told).toContain('There is no application of this command');
    await done(place.register('--apply'));
    await Promise.all([done(place.register('--remove --yes')), done(place.register('--remove --yes'))]);
    expect((await done(place.register('--remove --yes'))).told).toContain('There is no application of this command');
    expect(await place.tagged()).toEqual([]);
  });
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CloudName } from '@tenantry/contract/clouds';
import type { AppRegistration } from '@tenantry/simulator/entra/app-registrations';
import { weakProfile } from '@tenantry/simulator/profiles/weak-profile';
import { createSignInCloud } from '@tenantry/simulator/sign-in/sign-in-cloud';
import { startSimulatorServer } from '@tenantry/simulator/simulator-server';
import { selfSignedCertificate } from '@tenantry/simulator/testing/self-signed-certificate';
import { createSignInDriver } from '@tenantry/simulator/testing/sign-in-driver';
import { expect, vi } from 'vitest';
import { clouds } from '../../../adapters/graph/clouds.ts';
import { simulatorOverHttp, type Upstream } from '../../../adapters/graph/upstream.ts';
import { UsageError } from '../../command.ts';
import { readPermissions } from '../read-permissions.ts';
import type { Environment } from '../settings.ts';
import { signIn } from '../sign-in.ts';
import { signInOptions } from '../sign-in-options.ts';

export const dayMs = 86_400_000;
export const tenant = weakProfile.id;
export const clientId = '6f1d2c3b-0000-4000-8000-00000000dddd';
export const secret = 'a-secret-of-the-application';
export const subject = 'repo:lanternmsp/audits:ref:refs/heads/main';
const githubIssuer = 'https://token.actions.githubusercontent.com';
export const registered = selfSignedCertificate(new Date(Date.now() - dayMs), new Date(Date.now() + dayMs));
export const retry = { maxAttempts: 4, baseDelayMs: 1, maxDelayMs: 2 };

export const bySecret = { AZURE_CLIENT_ID: clientId, AZURE_CLIENT_SECRET: secret };
export const byGithub = {
  AZURE_CLIENT_ID: clientId,
  ACTIONS_ID_TOKEN_REQUEST_URL: `${githubIssuer}/idtoken?api-version=2.0`,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'runner',
};

export type Asked = {
  how?: string;
  name?: CloudName;
  to?: string;
  typed?: string;
  signal?: AbortSignal;
  through?: Upstream;
};

/** The simulator over HTTP in Microsoft's place, with one application, and a record of all that was sent to it. */
export async function createSignInLab(
  more: Partial<AppRegistration> & { tokenLifetimeSeconds?: number; now?: () => Date } = {},
) {
  const { tokenLifetimeSeconds, now = () => new Date(), ...registration } = more;
  const cloud = createSignInCloud({
    now,
    deviceCodeSeconds: 0,
    ...(tokenLifetimeSeconds === undefined ? {} : { tokenLifetimeSeconds }),
    apps: [
      {
        clientId,
        secrets: [{ value: secret }],
        certificates: [registered.certificate],
        federatedCredentials: [{ issuer: githubIssuer, subject }],
        ...registration,
      },
    ],
  });
  const server = await startSimulatorServer({ port: 0, cloud });
  const simulator = simulatorOverHttp(server.url);
  const sent: { url: URL; body: string }[] = [];
  const said: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), 'tenantry-sign-in-'));
  const upstream: Upstream = {
    async fetch(request) {
      sent.push({ url: new URL(request.url), body: request.method === 'POST' ? await request.clone().text() : '' });
      return simulator.fetch(request);
    },
  };
  const driver = createSignInDriver(`${server.url}/login`);
  return {
    cloud,
    url: server.url,
    upstream,
    driver,
    /** Every request, as it left: where to, and what it carried. */
    sent,
    said,
    folder,
    administrator: () =>
      cloud.usersOf(tenant).find(({ roles }) => roles.includes('Global Administrator'))?.userPrincipalName ?? '',
    tokenRequests: () => sent.filter(({ url }) => url.pathname.endsWith('/token')).length,
    signIn(env: Environment, { how = 'auto', name = 'commercial', to = tenant, typed, signal, through }: Asked = {}) {
      for (const [key, value] of Object.entries(env)) vi.stubEnv(key, value);
      return signIn({
        options: signInOptions({ how, clientId: typed, tenant: to, cloud: name }, env, false),
        farEnd: { cloud: clouds[name], upstream: through ?? upstream, isSimulated: true },
        permissions: readPermissions({ withTenantConfiguration: false, cloud: name }),
        env,
        say: (line) => said.push(line),
        signal,
        retry,
      });
    },
    async certificateFile(pem: string): Promise<Environment> {
      const path = join(folder, 'certificate.pem');
      await writeFile(path, pem);
      return { AZURE_CLIENT_ID: clientId, AZURE_CLIENT_CERTIFICATE_PATH: path };
    },
    /** Enters the code that was told, as a person on another device does. */
    async enterCode(fields: Record<string, string>): Promise<void> {
      await vi.waitFor(() => expect(said.join('\n')).toMatch(/enter the code/));
      const code = /the code (\w+)/.exec(said.join('\n'))?.[1] ?? '';
      await driver.enterDeviceCode(code, fields);
    },
    async close(): Promise<void> {
      vi.unstubAllEnvs();
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

export type SignInLab = Awaited<ReturnType<typeof createSignInLab>>;

export const pemOf = ({ certificate, privateKey }: { certificate: string; privateKey: string }) =>
  `${certificate}\n${privateKey}`;

/** The lines of a refusal. */
export async function refusal(run: Promise<unknown>): Promise<string[]> {
  const error = await run.then(
    () => new Error('it was not refused'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UsageError)) throw error;
  return error.message.split('\n');
}

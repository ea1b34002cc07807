import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSimulatedCloud, type SimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { startSimulatorServer } from '@tenantry/simulator/simulator-server';
import type { AppTokens } from '../../../adapters/graph/app-tokens.ts';
import { createAppTokens } from '../../../adapters/graph/app-tokens.ts';
import { textAt } from '../../../audit/facts/json-reader.ts';
import type { AppRegistration } from '../../../ports/identity-provider.ts';
import { type FarEnd, farEndOf } from '../../microsoft.ts';
import { parseAuditArguments } from '../audit-arguments.ts';
import { createProgress } from '../progress.ts';
import { runAudit } from '../run-audit.ts';

export const weak = { id: '3f6f0b52-8a4e-4c1d-9b0a-5d2c7e8f1a01', domain: 'brackenfreight.example' };
export const good = { id: '7c2d9e14-51f3-4b6a-8e27-0a9b3c4d5e02', domain: 'alderwickclinic.example' };

const anyApp: AppRegistration = { clientId: '7e0a4a52-5f0b-4a7c-9f0e-3f2d8f1c6b11', clientSecret: 'simulated' };

/** Tokens of an application in the cloud that is asked: the product itself makes them for the commercial one alone. */
function tokensIn({ cloud, upstream }: FarEnd, tenant: string, app: AppRegistration): AppTokens {
  if (cloud.name === 'commercial') return createAppTokens(tenant, app, upstream);
  return {
    async get() {
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: app.clientId,
        client_secret: 'simulated',
        scope: `${cloud.graphOrigin}/.default`,
      });
      const url = `${cloud.loginOrigin}/${tenant}/oauth2/v2.0/token`;
      const answer: unknown = await (await upstream.fetch(new Request(url, { method: 'POST', body }))).json();
      const token = textAt(answer, 'access_token');
      if (token === null) throw new Error(`The simulator gave no token: ${JSON.stringify(answer)}`);
      return token;
    },
  };
}

/**
 * The simulator over HTTP, and a folder for what audits of its tenants write.
 * @param app as which they sign in
 */
export async function openAudits(
  cloud: SimulatedCloud = createSimulatedCloud({ now: () => new Date() }),
  app: AppRegistration = anyApp,
) {
  const server = await startSimulatorServer({ port: 0, cloud });
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-audit-'));
  const environment = { MICROSOFT_CLOUD: 'simulator', SIMULATOR_URL: server.url };

  /** An audit in this process, with the arguments of the command line. */
  async function audit(args: string, options: { now?: Date; signal?: AbortSignal } = {}) {
    const asked = parseAuditArguments(args.split(' '));
    if (asked === 'help') throw new Error('It was asked for help alone');
    const said: string[] = [];
    const progress: string[] = [];
    const farEnd = farEndOf(asked.signIn.cloud, environment);
    const tokens = tokensIn(farEnd, asked.tenant, app);
    const code = await runAudit({
      asked: { ...asked, out: join(folder, asked.out) },
      farEnd,
      signIn: async () => ({ tokens, kind: 'application' }),
      progress: createProgress({ write: (text) => progress.push(text) }),
      say: (text) => void said.push(text),
      env: environment,
      now: options.now ?? new Date(),
      signal: options.signal ?? new AbortController().signal,
    });
    return { code, said: said.join(''), progress: progress.join('') };
  }
  return {
    cloud,
    folder,
    environment,
    audit,
    path: (name: string) => join(folder, name),
    json: (name: string): Record<string, unknown> => JSON.parse(readFileSync(join(folder, name), 'utf8')),
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uriComponent } from '@tenantry/contract/text';
import type { RoleName } from '@tenantry/simulator/directory/role-templates';
import { staffProfile } from '@tenantry/simulator/profiles/staff-profile';
import { createSignInCloud } from '@tenantry/simulator/sign-in/sign-in-cloud';
import type { SimulatedCloud } from '@tenantry/simulator/simulated-cloud';
import { startSimulatorServer } from '@tenantry/simulator/simulator-server';
import { createSignInDriver } from '@tenantry/simulator/testing/sign-in-driver';
import { expect, vi } from 'vitest';
import type { Upstream } from '../../../adapters/graph/upstream.ts';
import { farEndOf } from '../../microsoft.ts';
import { signIn } from '../../sign-in/sign-in.ts';
import { signInOptions } from '../../sign-in/sign-in-options.ts';
import { createJournal } from '../journal.ts';
import { parseRegisterArguments, type RegisterArguments } from '../register-arguments.ts';
import { registeringPermission, runRegisterApp } from '../run-register-app.ts';

/** The provider's own directory in the simulator. */
export const tenantId = staffProfile.id;
export const tenant = staffProfile.domain;

const retry = { maxAttempts: 3, baseDelayMs: 1, maxDelayMs: 2 };
const patience = { pauseMs: 5, limitMs: 5_000 };

export type RegisterOptions = {
  username?: string;
  signal?: AbortSignal;
  /** Between the command and the simulator. */
  through?: (simulator: Upstream) => Upstream;
  answers?: (string | null)[];
  now?: Date;
};

/** Something that a person would read of a run. */
export type RegisterOutcome = { told: string; said: string; left: string; asked: string[] };

type GraphBody = { value: Record<string, unknown>[] } & Record<string, unknown>;

function argumentsOf(args: string): RegisterArguments {
  const own = args.includes('--tenant') ? '' : `--tenant ${tenant} `;
  const asked = parseRegisterArguments(`${own}--sign-in device-code ${args}`.trim().split(' '));
  if (asked === 'help') throw new Error('It was asked for help alone');
  return asked;
}

/**
 * The simulator over HTTP in Microsoft's place, with an administrator who enters the codes of devices, and a folder for keys.
 */
export async function openRegistering(options: Partial<Parameters<typeof createSignInCloud>[0]> = {}) {
  const cloud: SimulatedCloud = createSignInCloud({ now: () => new Date(), deviceCodeSeconds: 0, ...options });
  const server = await startSimulatorServer({ port: 0, cloud });
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-register-'));
  const environment = { MICROSOFT_CLOUD: 'simulator', SIMULATOR_URL: server.url };
  const driver = createSignInDriver(`${server.url}/login`);
  const userWith = (role: RoleName): string =>
    cloud.usersOf(tenantId).find(({ roles }) => roles.includes(role))?.userPrincipalName ?? '';
  const administrator = userWith('Global Administrator');

  /** Graph as the administrator sees it, with the token of the last run that signed in. */
  let token = '';
  async function graph(path: string, init: { method?: string; body?: unknown } = {}): Promise<GraphBody> {
    const reply = await fetch(`${server.url}/graph/v1.0${path}`, {
      method: init.method ?? 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
    });
    const text = await reply.text();
    return text === '' ? { value: [] } : JSON.parse(text);
  }

  async function enterCode(said: string[], username: string): Promise<void> {
    await vi.waitFor(() => expect(said.join('\n')).toMatch(/enter the code/), { timeout: 10_000, interval: 5 });
    const code = /the code (\w+)/.exec(said.join('\n'))?.[1] ?? '';
    // An administrator has allowed the command line tools to register applications.
    await driver.enterDeviceCode(code, { username, consent: 'accept' });
  }

  /** One run in this process. @throws what the command would say on standard error; `outcome` is there all the same */
  async function register(args: string, { username = administrator, ...more }: RegisterOptions = {}) {
    const asked = argumentsOf(args);
    const said: string[] = [];
    const told: string[] = [];
    const questions: string[] = [];
    const answers = [...(more.answers ?? [])];
    const say = (line: string) => void said.push(line);
    const journal = createJournal(say);
    const farEnd = farEndOf(asked.signIn.cloud, environment);
    const upstream = more.through?.(farEnd.upstream) ?? farEnd.upstream;
    const { signal } = more;
    async function toTenant() {
      const { how, clientId } = asked.signIn;
      const signing = signIn({
        options: signInOptions({ how, clientId, tenant: asked.tenant, cloud: 'commercial' }, {}, true),
        ...{ farEnd, permissions: [registeringPermission], env: {}, say, signal, retry },
      });
      const [signedIn] = await Promise.all([signing, enterCode(said, username)]);
      token = await signedIn.tokens.get({ skipCache: false });
      return signedIn;
    }
    const outcome = (): RegisterOutcome => ({
      told: told.join(''),
      said: said.join('\n'),
      left: journal.left(asked.action),
      asked: questions,
    });
    const run = runRegisterApp({
      asked: { ...asked, out: join(folder, asked.out) },
      farEnd: { ...farEnd, upstream },
      env: {},
      signIn: toTenant,
      ...{ journal, say, signal, patience, retry },
      tell: (text) => void told.push(text),
      async ask(question) {
        questions.push(question);
        return answers.shift() ?? null;
      },
      now: more.now ?? new Date(),
    });
    return run.then(
      () => ({ ...outcome(), error: null }),
      (error: unknown) => ({ ...outcome(), error: error instanceof Error ? error : new Error(String(error)) }),
    );
  }

  return {
    cloud,
    server,
    folder,
    environment,
    driver,
    userWith,
    administrator,
    graph,
    enterCode,
    register,
    /** The token of the last run, which nobody may ever read. */
    token: () => token,
    path: (...names: string[]) => join(folder, ...names),
    text: (...names: string[]) => readFileSync(join(folder, ...names), 'utf8'),
    /** Applications that carry the tag of the command. */
    async tagged() {
      const { value } = await graph(
        `/applications?$filter=${uriComponent("tags/any(t:t eq 'tenantry-register-app')")}`,
      );
      return value;
    },
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

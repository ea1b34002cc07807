import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSignInCloud } from '@tenantry/simulator/sign-in/sign-in-cloud';
import { startSimulatorServer } from '@tenantry/simulator/simulator-server';
import { catalog } from '../../../api/src/audit/checks/catalog.ts';
import type { CollectConfiguration } from '../../../api/src/audit/collect/collect-facts.ts';
import { collected, type Facts, failed } from '../../../api/src/audit/facts/facts.ts';
import { objectsAt } from '../../../api/src/audit/facts/json-reader.ts';
import { settingsSnapshot } from '../../../api/src/audit/findings/drift/settings-snapshot.ts';
import { evaluateFacts, verdictOf } from '../../../api/src/audit/findings/evaluate.ts';
import { remedyOf } from '../../../api/src/audit/findings/remedies/remedies.ts';
import type { RemedyStep, ScriptTenant } from '../../../api/src/audit/findings/remedies/scripts/remedy-plan.ts';
import { remedyScript } from '../../../api/src/audit/findings/remedies/scripts/remedy-script.ts';
import {
  type RemedyScript,
  scriptForTenant,
} from '../../../api/src/audit/findings/remedies/scripts/script-for-tenant.ts';
import { scriptTenantOf } from '../../../api/src/audit/findings/remedies/scripts/script-tenant.ts';
import { factsOfTenant } from '../../../api/src/audit/testing/demonstration-facts.ts';
import { simulatedGraph } from '../../../api/src/audit/testing/simulated-graph.ts';
import { testNow } from '../../../api/src/audit/testing/verdict-for.ts';
import { GraphError } from '../../../api/src/ports/graph.ts';
import type { PowerShellSession, SessionParameters } from '../powershell-session.ts';

/** Everything that a script may change. */
const changeable = [
  '/identity/conditionalAccess/policies',
  '/policies/identitySecurityDefaultsEnforcementPolicy',
  '/policies/authenticationMethodsPolicy',
  '/policies/authorizationPolicy',
  '/policies/adminConsentRequestPolicy',
  '/policies/crossTenantAccessPolicy/default',
  '/policies/deviceRegistrationPolicy',
  '/policies/defaultAppManagementPolicy',
  '/policies/activityBasedTimeoutPolicies',
  '/groupSettings',
  '/domains',
  '/admin/sharepoint/settings',
  '/directory/onPremisesSynchronization',
  '/groups?$top=999',
  '/identityGovernance/accessReviews/definitions',
  '/deviceManagement?$select=settings',
  '/deviceManagement/deviceEnrollmentConfigurations',
  '/servicePrincipals?$select=id,appId,accountEnabled',
  '/users?$select=id,accountEnabled&$top=999',
];

/** Without the time of the last change, which Microsoft moves on whatever is done. */
const undated = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value, (key, item) => (key === 'modifiedDateTime' ? undefined : item)));

type RunScript = Pick<RemedyScript, 'fileName' | 'text'>;
type RunOptions = {
  /** Who signs in; absent: a Global Administrator. */
  account?: string;
  /** What is typed at its questions, a line each. */
  answers?: readonly string[];
  /** Is told all output so far, whenever there is more. */
  onOutput?(output: string): void;
};

/** The demonstration tenants of a simulator, and an administrator who enters codes at its pages. */
export async function openRemedyPlace(shell: PowerShellSession) {
  const cloud = createSignInCloud({ now: () => testNow, deviceCodeSeconds: 0 });
  const server = await startSimulatorServer({ port: 0, cloud });
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-remedy-'));
  const hosts = { login: `${server.url}/login`, graph: `${server.url}/graph`, resource: 'https://graph.microsoft.com' };

  const userWith = (tenantId: string, role: 'Global Administrator' | 'Exchange Administrator'): string =>
    cloud.usersOf(tenantId).find(({ roles }) => roles.includes(role))?.userPrincipalName ?? '';

  const verdict = (facts: Facts, checkId: string) => {
    const check = catalog.find(({ id }) => id === checkId);
    if (check === undefined) throw new Error(`there is no check ${checkId}`);
    return verdictOf(check, facts, { now: testNow, exemptions: {} });
  };
  const fileOf = (tenantId: string, { fileName }: RunScript) => join(folder, `${tenantId}-${fileName}`);

  /** Addresses of a tenant's shared mailboxes: of accounts without a role who can sign in, unless others are named. */
  const sharedMailboxes = new Map<string, Promise<string[]>>();
  const membersOf = async (tenantId: string) => {
    const graph = await simulatedGraph(cloud, tenantId);
    const users = objectsAt(await graph.get('/v1.0/users?$select=id,mail,userType,accountEnabled&$top=60'), 'value');
    const members = users.slice(20).filter((one) => one.userType === 'Member' && one.accountEnabled === true);
    return members.slice(0, 3).map(({ id, mail }) => ({ id: String(id), mail: String(mail) }));
  };

  /** Of the tenant's configuration the shared mailboxes alone. */
  const configuration = async (tenantId: string): Promise<CollectConfiguration> => {
    const addresses =
      sharedMailboxes.get(tenantId) ?? membersOf(tenantId).then((members) => members.map(({ mail }) => mail));
    sharedMailboxes.set(tenantId, addresses);
    const mailboxes = (await addresses).map((address) => ({ PrimarySMTPAddress: address }));
    const none = { status: 0, code: 'NotSetUp', message: 'It is not set up here.' };
    return async (names) =>
      new Map(
        names.map((name) => [name, name === 'sharedMailboxes' ? collected(mailboxes, testNow) : failed(none, testNow)]),
      );
  };

  /** The place of an account in its directory. */
  async function indexOf(tenantId: string, id: string): Promise<number> {
    const graph = await simulatedGraph(cloud, tenantId);
    const users = objectsAt(await graph.get('/v1.0/users?$select=id&$top=999'), 'value');
    return users.findIndex((one) => one.id === id);
  }
  const changeAccount = async (tenantId: string, id: string, set: Record<string, unknown> | null) =>
    cloud.changeTenant(tenantId, { kind: 'account', user: await indexOf(tenantId, id), set });

  return {
    cloud,
    folder,
    userWith,
    statusOf: (facts: Facts, checkId: string) => verdict(facts, checkId).status,
    /** Ids of what a check names. */
    named: (facts: Facts, checkId: string): string[] => verdict(facts, checkId).affected.map(({ id }) => id),

    /** Ids of everybody who holds a role. */
    async holders(tenantId: string): Promise<Set<unknown>> {
      const graph = await simulatedGraph(cloud, tenantId);
      const assignments = await graph.get('/v1.0/roleManagement/directory/roleAssignments');
      return new Set(objectsAt(assignments, 'value').map(({ principalId }) => principalId));
    },

    /** Gives the account with this id another user name. */
    rename: (tenantId: string, id: string, userPrincipalName: string) =>
      changeAccount(tenantId, id, { userPrincipalName }),

    /** Gives a directory role to the account with this id. */
    giveRole: async (tenantId: string, id: string, role: 'Exchange Administrator') =>
      cloud.changeTenant(tenantId, { kind: 'role', role, user: await indexOf(tenantId, id) }),

    /** Deletes the account with this id. */
    remove: (tenantId: string, id: string) => changeAccount(tenantId, id, null),

    /** Accounts without a role who can sign in. */
    members: membersOf,

    /** Whether these accounts can sign in. */
    async enabled(tenantId: string, ids: readonly string[]): Promise<unknown[]> {
      const graph = await simulatedGraph(cloud, tenantId);
      const read = async (id: string) =>
        Object(await graph.get(`/v1.0/users/${id}?$select=accountEnabled`)).accountEnabled;
      return Promise.all(ids.map(read));
    },

    shareMailboxes: (tenantId: string, addresses: readonly string[]) =>
      void sharedMailboxes.set(tenantId, Promise.resolve([...addresses])),

    /** What an audit would know, without the log of what was done. */
    async facts(tenantId: string): Promise<Facts> {
      const { directoryAudits: _log, ...facts } = await factsOfTenant(cloud, tenantId, await configuration(tenantId));
      return undated(facts);
    },

    /** A script of steps of one's own, for what a proof needs to be set before. */
    scriptOfSteps: (tenantId: string, steps: readonly RemedyStep[]): RunScript => ({
      fileName: 'before.ps1',
      text: remedyScript({
        remedy: { id: 'before', title: 'What a proof needs' },
        tenant: { tenantId, scannedAt: testNow.toISOString() },
        hosts,
        steps,
        note: null,
      }),
    }),

    /** Everything that scripts may change, as Graph sends it. */
    async state(tenantId: string): Promise<Record<string, unknown>> {
      const graph = await simulatedGraph(cloud, tenantId);
      const read = async (path: string) => {
        const answer = await graph.get(`/v1.0${path}`).catch((error: unknown) => {
          // What a tenant gives to no application is the same before and after.
          if (error instanceof GraphError && error.failure.status === 403) return error.failure.code;
          throw error;
        });
        return [path, undated(answer)] as const;
      };
      return Object.fromEntries(await Promise.all(changeable.map(read)));
    },

    /** The same tenant with every policy on that stands in report-only. */
    switchedOn(facts: Facts): Facts {
      const policies = facts.conditionalAccessPolicies;
      if (policies?.state !== 'ok') throw new Error('the policies were not read');
      const value = policies.value.map((one) => (one.state === 'disabled' ? one : { ...one, state: 'enabled' }));
      return { ...facts, conditionalAccessPolicies: { ...policies, value } };
    },

    /** The script as the product makes it from these facts. @throws where there is none */
    script(remedyId: string, tenantId: string, facts: Facts, more: Partial<ScriptTenant> = {}): RemedyScript {
      const remedy = remedyOf(remedyId);
      if (remedy === null) throw new Error(`there is no remedy ${remedyId}`);
      const { verdicts } = evaluateFacts(facts, { now: testNow });
      const known = { tenantId, scannedAt: testNow.toISOString(), settings: settingsSnapshot(facts) };
      const tenant = { ...scriptTenantOf({ ...known, verdicts, emergencyAccounts: [] }), ...more };
      const made = scriptForTenant(remedy, tenant, hosts);
      if (made === null || 'because' in made)
        throw new Error(`no script of ${remedyId}: ${made?.because ?? 'no plan'}`);
      return made;
    },

    /** Runs it as the tenant's administrator, who enters the code that it shows. */
    async run(script: RunScript, tenantId: string, parameters: SessionParameters = {}, options: RunOptions = {}) {
      const file = fileOf(tenantId, script);
      writeFileSync(file, script.text);
      const username = options.account ?? userWith(tenantId, 'Global Administrator');
      let entered: Promise<void> | null = null;
      let told = (_error: unknown): void => undefined;
      const refused = new Promise<never>((_, reject) => {
        told = reject;
      });
      const onOutput = (output: string) => {
        options.onOutput?.(output);
        const code = /enter the code (\w+)/.exec(output)?.[1];
        if (code === undefined || entered !== null) return;
        entered = cloud.enterDeviceCode(code, { username, consent: 'accept' });
        entered.catch(told);
      };
      const outcome = await Promise.race([
        shell.run({ file, parameters, answers: options.answers ?? [], onOutput }),
        refused,
      ]);
      await entered;
      return outcome;
    },

    /** Where the script writes what was there before. */
    image: (tenantId: string, script: RunScript) => fileOf(tenantId, script).replace(/\.ps1$/, '.before.json'),

    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { createAppTokens } from '../../../api/src/adapters/graph/app-tokens.ts';
import { createGraphClient } from '../../../api/src/adapters/graph/graph-client.ts';
import { grantedRoles } from '../../../api/src/adapters/graph/token-roles.ts';
import { openAudits } from '../../../api/src/cli/audit/testing/audited.ts';
import { farEndOf } from '../../../api/src/cli/microsoft.ts';
import { openRegistering, tenant, tenantId } from '../../../api/src/cli/register-app/testing/registering.ts';
import { readCertificate } from '../../../api/src/domain/connection/client-certificate.ts';
import { readSetUp } from '../../../api/src/features/tenant-configuration/read-set-up.ts';
import { scriptFileName, setUpScript } from '../../../api/src/features/tenant-configuration/set-up-script.ts';
import { setUpItems, setUpState } from '../../../api/src/features/tenant-configuration/set-up-state.ts';
import { setUpApps } from '../../../api/src/features/tenant-configuration/set-up-table.ts';
import { runScript, type Script } from '../run-script.ts';

type Item = Record<string, unknown>;
type RunOptions = { account?: string; answers?: string[]; interactive?: boolean };

/** Another permission, and the role Security Reader, for Microsoft's service. */
const otherGrants = {
  fileName: 'other-grants.ps1',
  text: `$ErrorActionPreference = 'Stop'
Connect-MgGraph -TenantId '${tenantId}' -ContextScope Process -NoWelcome -Scopes 'AppRoleAssignment.ReadWrite.All', 'RoleManagement.ReadWrite.Directory'
function Find-App([string] $AppId) { (Invoke-MgGraphRequest -Uri "/v1.0/servicePrincipals?\`$filter=appId eq '$AppId'").value[0] }
$reader = Find-App '${setUpApps.configurationManagement.appId}'
$graph = Find-App '${setUpApps.graph.appId}'
$role = $graph.appRoles | Where-Object { $_.value -eq 'User.Read.All' }
Invoke-MgGraphRequest POST "/v1.0/servicePrincipals/$($reader.id)/appRoleAssignments" @{ principalId = $reader.id; resourceId = $graph.id; appRoleId = $role.id }
Invoke-MgGraphRequest POST '/v1.0/roleManagement/directory/roleAssignments' @{ principalId = $reader.id; roleDefinitionId = '5d6b6bb7-de71-4623-b4af-96380a352509'; directoryScopeId = '/' }
`,
};

/**
 * A tenant of the simulator in which nobody has set up tenant configuration, with Tenantry's application registered and consented to as
 * `npm run register-app` does it, and the script for it as the product hands it out.
 */
export async function openSettingUp() {
  const place = await openRegistering();
  const { error } = await place.register('--apply');
  if (error) throw error;
  const [application] = await place.tagged();
  const clientId = String(application?.appId);
  const consent = new URLSearchParams({ client_id: clientId, redirect_uri: 'http://localhost:4280/callback' });
  const accepted = { username: place.administrator, consent: 'accept' };
  await place.driver.submit(`/${tenantId}/adminconsent?${consent}`, accepted);
  const certificate = readCertificate(place.text('tenantry-app', 'tenantry-app.pem'), new Date());
  const app = { clientId, certificate };
  const farEnd = farEndOf('commercial', place.environment);
  const audits = await openAudits(place.cloud, app);
  const script = { fileName: scriptFileName, text: setUpScript(tenantId, clientId) };

  const all = async (path: string): Promise<Item[]> => (await place.graph(path)).value ?? [];
  const principal = async (appId: string) => (await all(`/servicePrincipals?$filter=appId eq '${appId}'`))[0];

  /** What the script may touch: principals of Microsoft's own applications, and what was granted to whom. */
  async function state() {
    const reader = await principal(setUpApps.configurationManagement.appId);
    const own = await principal(clientId);
    const assignedTo = (holder?: Item) =>
      holder ? all(`/servicePrincipals/${holder.id}/appRoleAssignments`) : Promise.resolve([]);
    const known = new Set<unknown>(Object.values(setUpApps).map(({ appId }) => appId));
    const principals = (await all('/servicePrincipals')).filter(({ appId }) => known.has(appId));
    return {
      principals: principals.map(({ displayName }) => displayName),
      appRoles: [...(await assignedTo(reader)), ...(await assignedTo(own))],
      directoryRoles: reader
        ? await all(`/roleManagement/directory/roleAssignments?$filter=principalId eq '${reader.id}'`)
        : [],
    };
  }

  const run = (one: Script, args: readonly string[], { account, answers = [], interactive = true }: RunOptions) =>
    runScript(one, args, {
      simulator: place.server.url,
      account: account ?? place.administrator,
      answers,
      interactive,
    });

  return {
    tenantId,
    state,
    /** Somebody who holds a role that reads, and may grant nothing. */
    reader: place.userWith('Global Reader'),

    run: (args: readonly string[], options: RunOptions = {}) => run(script, args, options),

    /** What Tenantry says of the tenant on its page. */
    async setUp() {
      const tokens = createAppTokens(tenantId, app, farEnd.upstream);
      const seen = await readSetUp({
        graph: createGraphClient({ tokens, upstream: farEnd.upstream }),
        applicationPermissions: () => grantedRoles(tokens),
        signal: new AbortController().signal,
      });
      return setUpState(setUpItems(seen));
    },

    /** The verdict of an audit on a setting that tenant configuration alone tells. */
    async audited(folder: string) {
      await audits.audit(`--tenant ${tenant} --out ${folder} --format json --with-tenant-configuration`);
      const { verdicts } = audits.json(`${folder}/audit.json`);
      const found = Array.isArray(verdicts) ? verdicts.find(({ checkId }) => checkId === 'exo.lockbox') : undefined;
      return { status: String(found?.status) };
    },

    /** What somebody else grants to the same principal, in the form of `state`. */
    async plantOtherGrants() {
      const before = await state();
      const { code, output } = await run(otherGrants, [], {});
      if (code !== 0) throw new Error(output);
      const { appRoles, directoryRoles } = await state();
      const isNew = (known: Item[]) => (one: Item) => !known.some(({ id }) => id === one.id);
      return {
        appRoles: appRoles.filter(isNew(before.appRoles)),
        directoryRoles: directoryRoles.filter(isNew(before.directoryRoles)),
      };
    },

    /** The next change at this path is answered so. */
    fail(pathPrefix: string, { status, ...error }: { status: number; code: string; message: string }) {
      place.cloud.faults.set({ kind: 'status', method: 'POST', pathPrefix, status, body: { error }, times: 1 });
    },

    async close() {
      await audits.close();
      await place.close();
    },
  };
}

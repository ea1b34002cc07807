import { uriComponent } from '@tenantry/contract/text';
import { isObject, type JsonObject, objectsAt, textAt } from '../../audit/facts/json-reader.ts';
import { whyNoToken } from '../../domain/connection/why-no-token.ts';
import { type BatchAnswer, type GraphClient, GraphError, type GraphFailure } from '../../ports/graph.ts';
import { type SetUpApp, setUpApps } from './set-up-table.ts';

/** What Microsoft answered; `because`: why it did not. */
type Told<T> = { value: T } | { because: string };

/** What was seen of a tenant's set-up. A principal that is not there is null. */
export type SeenSetUp = {
  /** The application permissions in our token. */
  granted: Told<ReadonlySet<string>>;
  principals: Readonly<Record<SetUpApp, Told<JsonObject | null>>>;
  /** Of the principal of Tenant Configuration Management; null where there is no such principal. */
  appRoles: Told<readonly JsonObject[]> | null;
  directoryRoles: Told<readonly JsonObject[]> | null;
};

const apps = Object.keys(setUpApps) as SetUpApp[];
const principalPath = (app: SetUpApp) =>
  `/v1.0/servicePrincipals(appId='${setUpApps[app].appId}')?$select=id,appId,accountEnabled,appRoles`;

function whyNotTold({ status, code }: GraphFailure, permission: string): string {
  if (status === 403) return `Microsoft refused to show it: the permission ${permission} may be missing.`;
  return `Microsoft did not answer: ${status === 0 ? code : `${status} ${code}`}.`;
}

function principalIn(answer: BatchAnswer | undefined): Told<JsonObject | null> {
  if (answer === undefined) return { because: 'Microsoft did not answer.' };
  if (!answer.ok)
    return answer.failure.status === 404
      ? { value: null }
      : { because: whyNotTold(answer.failure, 'Application.Read.All') };
  return isObject(answer.body) && textAt(answer.body, 'id') !== null
    ? { value: answer.body }
    : { because: 'Microsoft’s answer is not in the documented format.' };
}

/** A list that is not whole tells nothing of what is not on it. */
function listIn(answer: BatchAnswer | undefined, permission: string): Told<readonly JsonObject[]> {
  if (answer === undefined) return { because: 'Microsoft did not answer.' };
  if (!answer.ok) return { because: whyNotTold(answer.failure, permission) };
  if (!isObject(answer.body) || !Array.isArray(answer.body.value))
    return { because: 'Microsoft’s answer is not in the documented format.' };
  if (textAt(answer.body, '@odata.nextLink') !== null) return { because: 'The list of its grants is too long.' };
  return { value: objectsAt(answer.body, 'value') };
}

/** A quote in an id of Microsoft's would end the filter's text. */
const quoted = (text: string) => uriComponent(text.replaceAll("'", "''"));

async function grantsOf(graph: Pick<GraphClient, 'batch'>, id: string) {
  const answers = await graph.batch([
    { id: 'appRoles', path: `/v1.0/servicePrincipals/${uriComponent(id)}/appRoleAssignments?$top=999` },
    {
      id: 'directoryRoles',
      path: `/v1.0/roleManagement/directory/roleAssignments?$filter=principalId eq '${quoted(id)}'`,
    },
  ]);
  return {
    appRoles: listIn(answers.get('appRoles'), 'Application.Read.All'),
    directoryRoles: listIn(answers.get('directoryRoles'), 'RoleManagement.Read.Directory'),
  };
}

type Dependencies = {
  graph: Pick<GraphClient, 'batch'>;
  applicationPermissions(): Promise<readonly string[]>;
  /** Ends the reading: what is not told by then is not known. */
  signal: AbortSignal;
};

async function grantedToUs({ applicationPermissions }: Dependencies): Promise<SeenSetUp['granted']> {
  try {
    return { value: new Set(await applicationPermissions()) };
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    return { because: whyNoToken(error) };
  }
}

const allUnknown = (because: string): SeenSetUp => ({
  granted: { because },
  principals: {
    configurationManagement: { because },
    adminServices: { because },
    exchange: { because },
    graph: { because },
  },
  appRoles: { because },
  directoryRoles: { because },
});

/** Reads by two requests what a tenant has of what Tenant Configuration Management needs. Changes nothing. */
export async function readSetUp(dependencies: Dependencies): Promise<SeenSetUp> {
  try {
    return await seenBy(dependencies);
  } catch (error) {
    if (!(error instanceof GraphError) && !dependencies.signal.aborted) throw error;
    return allUnknown('Microsoft did not answer in time.');
  }
}

async function seenBy(dependencies: Dependencies): Promise<SeenSetUp> {
  const granted = await grantedToUs(dependencies);
  if ('because' in granted) return allUnknown(granted.because);
  const { graph } = dependencies;
  const answers = await graph.batch(apps.map((app) => ({ id: app, path: principalPath(app) })));
  const told = (app: SetUpApp) => principalIn(answers.get(app));
  const principals = {
    configurationManagement: told('configurationManagement'),
    adminServices: told('adminServices'),
    exchange: told('exchange'),
    graph: told('graph'),
  };
  const reader = principals.configurationManagement;
  if ('because' in reader) return { granted, principals, appRoles: reader, directoryRoles: reader };
  const id = textAt(reader.value, 'id');
  if (id === null) return { granted, principals, appRoles: null, directoryRoles: null };
  return { granted, principals, ...(await grantsOf(graph, id)) };
}

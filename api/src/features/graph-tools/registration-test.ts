import type { GraphTest } from '@tenantry/contract/graph-tools';
import { objectsAt, textAt } from '../../audit/facts/json-reader.ts';
import { appRegistration, credentialKind, readGraphApp } from '../../domain/connection/app-registration.ts';
import { notKnown, permissionStates } from '../../domain/connection/granted-permissions.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { preview } from '../../domain/preview/preview.ts';
import { GraphError, type GraphFailure } from '../../ports/graph.ts';
import type { AppRegistration, IdentityProvider } from '../../ports/identity-provider.ts';
import type { GraphAppRecord } from '../../store/system-config.ts';
import { registrationFailure } from './registration-failure.ts';

export type RegistrationTestDependencies = Pick<CommonParts, 'systemConfig' | 'vault' | 'clock'> & {
  identityProvider: Pick<IdentityProvider, 'appGraph' | 'applicationPermissions'>;
  isSimulated: boolean;
};

/** A person waits: the API has to have answered within 45 s. Token and directory are asked for one after the other. */
const givenUpMs = 18_000;
const maxWaitMs = 5_000;

type Tried<T> = { value: T; failure: null } | { value: null; failure: GraphFailure };

/** What came of asking; after a while it is given up, since not all that is asked stops by itself. */
function tried<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<Tried<T>> {
  const signal = AbortSignal.timeout(givenUpMs);
  const failure = { status: 0, code: 'TimedOut', message: `No answer within ${givenUpMs / 1000} s` };
  const late = new Promise<Tried<T>>((resolve) => {
    signal.addEventListener('abort', () => resolve({ value: null, failure }), { once: true });
  });
  const answered = ask(signal).then(
    (value): Tried<T> => ({ value, failure: null }),
    (error: unknown): Tried<T> => {
      if (error instanceof GraphError) return { value: null, failure: error.failure };
      if (signal.aborted && error === signal.reason) return { value: null, failure };
      throw error;
    },
  );
  return Promise.race([answered, late]);
}

type Parts = Pick<GraphTest, 'status' | 'message' | 'data' | 'directory' | 'permissions' | 'explanation'>;

const failed = (failure: GraphFailure, permissions: GraphTest['permissions'] = null): Parts => {
  const { status, code, message } = failure;
  const told = `${status} ${code}: ${message}`;
  const explanation = registrationFailure(failure);
  return { status: 'failed', message: told, data: null, directory: null, permissions, explanation };
};

const notSetUp = (message: string, whatToDo: string): Parts => ({
  ...{ status: 'failed', message, data: null, directory: null, permissions: null },
  explanation: { code: 'NotConfigured', meaning: message, whatToDo },
});

function directoryIn(answer: unknown): GraphTest['directory'] {
  const [organization] = objectsAt(answer, 'value');
  if (!organization) return null;
  const domains = objectsAt(organization, 'verifiedDomains');
  const domain = domains.find((one) => one.isDefault === true) ?? domains[0];
  return {
    id: textAt(organization, 'id') ?? '',
    name: textAt(organization, 'displayName') ?? '',
    domain: domain ? textAt(domain, 'name') : null,
  };
}

/** A new token, what it permits, and the directory that it is for. */
async function ask(
  { identityProvider, isSimulated }: RegistrationTestDependencies,
  app: AppRegistration,
  entraTenantId: string,
): Promise<Parts> {
  const token = await tried(() => identityProvider.applicationPermissions(app, entraTenantId));
  const isUnreadable = token.failure?.code === 'UnreadableToken';
  if (token.failure && !isUnreadable) return failed(token.failure);
  const permissions = permissionStates(token.value && new Set(token.value), () => notKnown);
  const answer = await tried((signal) => {
    const graph = identityProvider.appGraph(app, entraTenantId, { maxWaitMs, signal });
    return graph.get('/v1.0/organization?$select=id,displayName,verifiedDomains');
  });
  if (answer.failure) return failed(answer.failure, permissions);
  const status = isSimulated ? 'mock' : 'success';
  const directory = directoryIn(answer.value);
  return {
    status,
    message: 'Microsoft Graph answered.',
    data: answer.value,
    directory,
    permissions,
    explanation: null,
  };
}

const configured = (isSo: boolean) => (isSo ? 'configured' : 'not configured');

function credentialsOf(app: GraphAppRecord | null): GraphTest['credentials'] {
  const kind = credentialKind(app);
  return {
    clientId: preview(app?.clientId ?? ''),
    tenantId: preview(app?.tenantId ?? ''),
    clientSecret: configured(kind === 'secret'),
    certificate: configured(kind === 'certificate'),
  };
}

/** Whether the registration of this installation works, found out by using it: never by a token that was there before. */
export async function testRegistration(dependencies: RegistrationTestDependencies): Promise<GraphTest> {
  const { systemConfig, vault, clock } = dependencies;
  const record = await readGraphApp(systemConfig);
  const shown = { timestamp: clock.now().toISOString(), credentials: credentialsOf(record) };
  if (!record?.tenantId || credentialKind(record) === 'none') {
    const message = 'The app registration is not set up. Save it under Graph API Settings.';
    return { ...shown, ...notSetUp(message, 'Save client ID, tenant ID, and a certificate or a client secret.') };
  }
  const app = await appRegistration(systemConfig, vault);
  if (!app) {
    const whatToDo = 'Create a new one in the app registration and save it under Graph API Settings.';
    return { ...shown, ...notSetUp('The vault no longer has the client secret or certificate.', whatToDo) };
  }
  return { ...shown, ...(await ask(dependencies, app, record.tenantId)) };
}

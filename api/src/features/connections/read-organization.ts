import type { ReturnProblem } from '@tenantry/contract/return-problems';
import { grantedBy } from '../../audit/checks/permissions.ts';
import { objectsAt, textAt } from '../../audit/facts/json-reader.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { GraphError, type GraphFailure } from '../../ports/graph.ts';
import type { Microsoft365Target } from '../../ports/microsoft365.ts';
import { verifiedText } from '../../store/tenants.ts';
import { ConnectionError } from './connection-flow.ts';

type Dependencies = Pick<CommonParts, 'microsoft365'>;

export type ConnectedOrganization = { name: string; domain: string; verifiedDomains: string };

/** A call of the API has to have answered within 45 s, and the token was waited for already. */
const givenUpMs = 12_000;
const maxWaitMs = 5_000;
/** Without it the directory does not tell its name and domains (Microsoft Graph v1.0, "List organizations"). */
const neededPermission = 'Organization.Read.All';

/**
 * Whether the directory does not know our app, or has not consented to it: for good, or not yet
 * (learn.microsoft.com/entra/identity-platform, "reference-error-codes").
 */
export const isWithoutConsent = (text: string): boolean => /AADSTS(700016|7000229|65001)\b/.test(text);

/** What a failure means to whoever has just consented, and whether it may pass by itself. */
type Refusal = { problem: ReturnProblem; mayPass: boolean };

/**
 * Right after a consent a token carries no permission for seconds to minutes, is refused, or is not accepted by Graph yet
 * (microsoft-graph-docs #4765 and #10907, Azure-Samples/ms-identity-aspnet-daemon-webapp #1; Microsoft names no time).
 */
async function refusalOf(
  { microsoft365 }: Dependencies,
  target: Microsoft365Target,
  { status, code, message }: GraphFailure,
): Promise<Refusal> {
  if (isWithoutConsent(message)) return { problem: 'graph-not-ready', mayPass: true };
  const isOurs = code === 'NotConnected' || code === 'CredentialsCorrupted';
  const isUnanswered = !isOurs && (status === 0 || status === 429 || status >= 500);
  if (isUnanswered) return { problem: 'microsoft-not-reached', mayPass: true };
  if (isOurs || /AADSTS\d/.test(message) || (status !== 401 && status !== 403)) {
    return { problem: 'connection-refused', mayPass: false };
  }
  try {
    const roles = new Set(await microsoft365.applicationPermissions(target));
    const isMissing = grantedBy(neededPermission, roles) === null;
    return { problem: isMissing ? 'permissions-missing' : 'graph-not-ready', mayPass: true };
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    return { problem: 'graph-not-ready', mayPass: true };
  }
}

/** What Graph answered, in a form that a failure of the way there has too. @throws the error where it is neither */
function failureOf(error: unknown, signal: AbortSignal): GraphFailure {
  if (error instanceof GraphError) return error.failure;
  if (!signal.aborted || error !== signal.reason) throw error;
  return { status: 0, code: 'TimedOut', message: `No response within ${givenUpMs / 1000} seconds.` };
}

/**
 * What the directory says of itself to our app: proof that the consent holds. Tokens from before it are not used.
 * @throws ConnectionError
 */
export async function readOrganization(
  dependencies: Dependencies,
  entraTenantId: string,
): Promise<ConnectedOrganization> {
  const { microsoft365 } = dependencies;
  const target = { entraTenantId, isSimulated: false };
  microsoft365.forget(target);
  const signal = AbortSignal.timeout(givenUpMs);
  try {
    const graph = microsoft365.graph(target, { maxWaitMs, signal });
    const answer = await graph.get('/v1.0/organization?$select=id,displayName,verifiedDomains');
    const [organization] = objectsAt(answer, 'value');
    const domains = objectsAt(organization, 'verifiedDomains');
    const main = domains.find((domain) => domain.isDefault === true) ?? domains[0];
    return {
      name: textAt(organization, 'displayName') ?? entraTenantId,
      domain: textAt(main, 'name') ?? '',
      verifiedDomains: verifiedText(domains.flatMap((domain) => textAt(domain, 'name') ?? [])),
    };
  } catch (error) {
    const failure = failureOf(error, signal);
    const { problem, mayPass } = await refusalOf(dependencies, target, failure);
    const step = {
      context: 'tenant-scan',
      error: `${failure.status} ${failure.code}: ${failure.message}`,
      originatingTenantId: entraTenantId,
      tokenExchangeSuccess: true,
      graphApiSuccess: false,
    } as const;
    throw new ConnectionError(problem, step, { mayPass });
  }
}

/**
 * Whether an administrator of the directory has to consent before anybody's sign-in is of use: our app is not known there, nobody
 * consented, or its token carries no permission. Where Microsoft does not say, nobody has to.
 */
export async function lacksConsent({ microsoft365 }: Dependencies, entraTenantId: string): Promise<boolean> {
  try {
    return (await microsoft365.applicationPermissions({ entraTenantId, isSimulated: false })).length === 0;
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    return isWithoutConsent(error.failure.message);
  }
}

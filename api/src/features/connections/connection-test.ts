import type { ConnectionTest } from '@tenantry/contract/connections';
import { objectsAt, textAt } from '../../audit/facts/json-reader.ts';
import { explainAadsts } from '../../domain/connection/aadsts.ts';
import { acquireLease } from '../../domain/lease/lease.ts';
import type { CommonParts } from '../../domain/parts/common-parts.ts';
import { resumed } from '../../domain/scan-plan/scan-plan.ts';
import { AppError } from '../../http/app-error.ts';
import { type Changeable, update } from '../../ports/collection.ts';
import { GraphError, type GraphFailure } from '../../ports/graph.ts';
import type { OAuthLog } from '../../store/oauth-logs.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import type { CredentialService } from './credential-service.ts';

type Dependencies = Pick<CommonParts, 'microsoft365' | 'leases' | 'trail' | 'clock'> & {
  tenants: Changeable<TenantRecord>;
  credentials: CredentialService;
  oauthLog: OAuthLog;
};

type Outcome = Pick<ConnectionTest, 'ok' | 'message' | 'whatToDo' | 'code'> & {
  /** Null where the test does not tell. */
  tokenSuccess: boolean | null;
  graphSuccess: boolean | null;
};

/** A person waits: the API has to have answered within 45 s. */
const givenUpMs = 25_000;
const maxWaitMs = 5_000;
const leaseForMs = 60_000;

const later = 'This says nothing about the credentials. Try again in a few minutes.';

/** What a failure means, in plain words. The text of Microsoft itself stays in the OAuth log and the health records. */
function failed({ status, code, message }: GraphFailure): Outcome {
  const explained = explainAadsts(message);
  if (explained) {
    const { meaning, whatToDo } = explained;
    return { ok: false, code: explained.code, message: meaning, whatToDo, tokenSuccess: false, graphSuccess: null };
  }
  const told = (text: string, whatToDo: string, tokenSuccess: boolean | null, graphSuccess: boolean | null = null) => ({
    ok: false,
    code: /AADSTS\d{5,7}/.exec(message)?.[0] ?? code,
    message: text,
    whatToDo,
    tokenSuccess,
    graphSuccess,
  });
  if (code === 'NotConnected') {
    return told('This tenant is not connected to Microsoft 365.', 'Connect it, or save its credentials.', null);
  }
  if (code === 'CredentialsCorrupted') {
    return told(
      'The stored secret cannot be decrypted.',
      'Save the credentials again, or reconnect the tenant.',
      false,
    );
  }
  if (code === 'RateLimited' || status === 429) return told('Microsoft is throttling requests.', later, null);
  if (status === 0 || status >= 500) return told('Microsoft did not respond.', later, null);
  if (status === 401 && code !== 'InvalidAuthenticationToken') {
    return told(
      'Microsoft did not issue a token.',
      'Compare client ID, client secret and tenant ID with the app registration in Entra ID.',
      false,
    );
  }
  const what = 'Reconnect the tenant so that an administrator can consent to the permissions.';
  return told(`Microsoft issued a token, but Microsoft Graph refused the request (${status}).`, what, true, false);
}

/** Shows whether a tenant can be reached, by doing it: with a new token, and one call to Graph. */
export function createConnectionTest(dependencies: Dependencies) {
  const { tenants, microsoft365, credentials, oauthLog, leases, trail, clock } = dependencies;

  async function ask(tenant: TenantRecord): Promise<{ outcome: Outcome; errorMessage: string | null }> {
    const target = { entraTenantId: tenant.m365TenantId, isSimulated: tenant.isMock };
    // A token from before would prove nothing of what is stored now.
    microsoft365.forget(target);
    const signal = AbortSignal.timeout(givenUpMs);
    try {
      const graph = microsoft365.graph(target, { maxWaitMs, signal });
      const answer = await graph.get('/v1.0/organization?$select=id,displayName');
      const name = textAt(objectsAt(answer, 'value')[0], 'displayName') ?? tenant.name;
      const message = `${tenant.isMock ? 'The simulator' : 'Microsoft 365'} answered for ${name}.`;
      const outcome = { ok: true, message, whatToDo: null, code: null, tokenSuccess: true, graphSuccess: true };
      return { outcome, errorMessage: null };
    } catch (error) {
      if (signal.aborted && error === signal.reason) {
        const failure = {
          status: 0,
          code: 'TimedOut',
          message: `No response within ${givenUpMs / 1000} seconds.`,
        };
        return { outcome: failed(failure), errorMessage: failure.message };
      }
      if (!(error instanceof GraphError)) throw error;
      const { status, code, message } = error.failure;
      return { outcome: failed(error.failure), errorMessage: `${status} ${code}: ${message}` };
    }
  }

  return {
    /** @throws AppError CONFLICT while another test of the tenant runs */
    async run(tenant: TenantRecord, by: string): Promise<ConnectionTest> {
      const lease = await acquireLease(leases, `test-${tenant.id}`, { clock, forMs: leaseForMs });
      if (!lease) throw new AppError('CONFLICT', 'A test of this tenant is already running. Wait for its result.');
      try {
        const testedAt = clock.now().toISOString();
        const startedMs = performance.now();
        const { outcome, errorMessage } = await ask(tenant);
        const responseTimeMs = Math.round(performance.now() - startedMs);
        const { tokenSuccess, graphSuccess, ...told } = outcome;
        await oauthLog.health(tenant.id, { errorMessage, responseTimeMs, isSimulated: tenant.isMock });
        const { wasMended } = await credentials.noteTest(tenant.id, {
          at: testedAt,
          ...told,
          tokenSuccess,
          graphSuccess,
        });
        // Its scans were given up with its connection.
        if (wasMended) await update(tenants, tenant.id, (one) => resumed(one, clock.now()));
        const { id: tenantId, name: target } = tenant;
        const details = { ok: told.ok, code: told.code, simulated: tenant.isMock };
        await trail.record({ eventType: 'credentials_tested', user: by, target, tenantId, details });
        return { ...told, testedAt, responseTimeMs, isSimulated: tenant.isMock };
      } finally {
        await lease.release();
      }
    },
  };
}

export type ConnectionTester = ReturnType<typeof createConnectionTest>;

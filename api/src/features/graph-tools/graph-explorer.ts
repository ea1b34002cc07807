import type { GraphQueryResult } from '@tenantry/contract/graph-tools';
import { withoutSecrets } from '../../domain/redaction/redact-secrets.ts';
import { EnvelopeError } from '../../domain/secrets/envelope.ts';
import { type GraphClient, GraphError } from '../../ports/graph.ts';
import { IdentityError } from '../../ports/identity-provider.ts';
import type { Microsoft365 } from '../../ports/microsoft365.ts';
import type { TenantRecord } from '../../store/tenants.ts';
import { explorerPath, needsAccount } from './explorer-path.ts';

type Dependencies = {
  microsoft365: Microsoft365;
  /** Graph as whoever connected the tenant. @throws IdentityError, EnvelopeError */
  accountGraph(tenant: { tenantId: string; entraTenantId: string }, scopes: readonly string[]): Promise<GraphClient>;
};

/** What one answer may hold, as JSON: a page of what people look at. */
const maxAnswerChars = 1_000_000;
const accountScopes = ['https://graph.microsoft.com/User.Read'];

const failed = (status: number, error: string, tokenStatus: GraphQueryResult['tokenStatus']): GraphQueryResult => ({
  success: false,
  status,
  data: null,
  error,
  tokenStatus,
});

/** JSON or text; a picture or another file comes as a stream or as bytes. */
function isShowable(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return true;
  return Object.getPrototypeOf(answer) === Object.prototype;
}

/** Links to the next page become paths that can be asked for here. */
async function bounded(answer: unknown): Promise<GraphQueryResult> {
  if (!isShowable(answer)) {
    // A stream that nobody reads would keep its connection open.
    if (answer instanceof ReadableStream) await answer.cancel();
    return failed(415, 'The answer is a file, which is not shown here.', 'valid');
  }
  if (JSON.stringify(answer ?? null).length > maxAnswerChars) {
    return failed(413, 'The answer is too large to show. Ask for less with $select and $top.', 'valid');
  }
  const relative = JSON.stringify(withoutSecrets(answer ?? null)).replaceAll('"https://graph.microsoft.com/', '"/');
  return { success: true, status: 200, data: JSON.parse(relative), error: null, tokenStatus: 'valid' };
}

function failureOf(error: unknown): GraphQueryResult {
  if (error instanceof EnvelopeError)
    return failed(401, 'The stored sign-in cannot be opened: expired token', 'invalid');
  if (error instanceof IdentityError) return failed(401, error.message || error.code, 'expired');
  if (!(error instanceof GraphError)) throw error;
  const { status, code, message } = error.failure;
  return failed(
    status === 0 ? 503 : status,
    String(withoutSecrets(`${code}: ${message}`)),
    status === 401 ? 'invalid' : 'valid',
  );
}

/** Reads of Graph that an administrator asks for by hand. */
export function createGraphExplorer({ microsoft365, accountGraph }: Dependencies) {
  return {
    /** @throws AppError INVALID_INPUT for what is no relative path of Graph */
    async query(tenant: TenantRecord, endpoint: string): Promise<GraphQueryResult & { path: string }> {
      const path = explorerPath(endpoint);
      try {
        const target = { entraTenantId: tenant.m365TenantId, isSimulated: tenant.isMock };
        const graph = needsAccount(path)
          ? await accountGraph({ tenantId: tenant.id, entraTenantId: tenant.m365TenantId }, accountScopes)
          : microsoft365.graph(target, { maxWaitMs: 20_000 });
        return { ...(await bounded(await graph.get(path))), path };
      } catch (error) {
        return { ...failureOf(error), path };
      }
    },
  };
}

export type GraphExplorer = ReturnType<typeof createGraphExplorer>;

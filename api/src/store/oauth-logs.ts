import { truncate } from '@tenantry/contract/text';
import type { Clock } from '../ports/clock.ts';
import { every } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers } from './containers.ts';
import { monthOf } from './month.ts';
import type { Scope } from './scope.ts';

/** One step of a connection to Microsoft, as the OAuth pages show it. Holds no code, no token and no secret. */
export type OAuthLogRecord = {
  id: string;
  timestamp: string;
  source: 'm365' | 'azure' | 'general';
  context: 'start' | 'callback' | 'token-exchange' | 'tenant-scan';
  /** '' where the step succeeded. */
  error: string;
  raw: Record<string, string | number | boolean | null>;
  originatingTenantId: string | null;
  tokenExchangeSuccess: boolean | null;
  graphApiSuccess: boolean | null;
  credentialsSaved: boolean | null;
  oauthStateDecoded: boolean | null;
  userEmailExtracted: string | null;
  oauthCallbackDurationMs: number | null;
  createdAt: string;
};

export type OAuthStep = Omit<OAuthLogRecord, 'id' | 'timestamp' | 'createdAt'>;

export type OAuthHealthRecord = {
  id: string;
  timestamp: string;
  tenantId: string;
  /** The simulator answered, not Microsoft; absent in records of before. */
  isSimulated?: boolean;
  status: 'ok' | 'failed';
  errorMessage: string | null;
  responseTime: number;
  createdAt: string;
};

/** What a step did not reach. */
export const notReached = {
  error: '',
  raw: {},
  originatingTenantId: null,
  tokenExchangeSuccess: null,
  graphApiSuccess: null,
  credentialsSaved: null,
  oauthStateDecoded: null,
  userEmailExtracted: null,
  oauthCallbackDurationMs: null,
} as const satisfies Partial<OAuthStep>;

const maxErrorLength = 1000;

/** The log of OAuth steps is of every tenant at once: a scope that is not all tenants reads nothing of it. */
export function openOAuthLog(records: RecordStore, clock: Clock) {
  const everyMonth = records.across<OAuthLogRecord>(containers.oauthErrors);
  const ofMonth = (timestamp: string) => records.partition<OAuthLogRecord>(containers.oauthErrors, monthOf(timestamp));
  return {
    async step(step: OAuthStep): Promise<void> {
      const at = clock.now().toISOString();
      const id = `oauth-${at}-${crypto.randomUUID()}`;
      const error = truncate(step.error, maxErrorLength);
      await ofMonth(at).create({ ...step, error, id, timestamp: at, createdAt: at });
    },

    async health(
      tenantId: string,
      outcome: { errorMessage: string | null; responseTimeMs: number; isSimulated?: boolean },
    ): Promise<void> {
      const at = clock.now().toISOString();
      await records.partition<OAuthHealthRecord>(containers.oauthHealth, tenantId).create({
        id: `health-${at}-${crypto.randomUUID()}`,
        timestamp: at,
        tenantId,
        isSimulated: outcome.isSimulated ?? false,
        status: outcome.errorMessage === null ? 'ok' : 'failed',
        errorMessage: outcome.errorMessage == null ? null : truncate(outcome.errorMessage, maxErrorLength),
        responseTime: outcome.responseTimeMs,
        createdAt: at,
      });
    },

    async newest(scope: Scope, limit: number): Promise<OAuthLogRecord[]> {
      if (scope.kind !== 'all') return [];
      return (await everyMonth.query({ orderBy: { field: 'timestamp', direction: 'desc' }, limit })).items;
    },

    async count(scope: Scope): Promise<{ total: number; successes: number }> {
      if (scope.kind !== 'all') return { total: 0, successes: 0 };
      const succeeded = [{ field: 'error', op: 'eq' as const, value: '' }];
      const [total, successes] = await Promise.all([everyMonth.count(), everyMonth.count(succeeded)]);
      return { total, successes };
    },

    async every(scope: Scope): Promise<OAuthLogRecord[]> {
      return scope.kind === 'all' ? every(everyMonth) : [];
    },

    /** False where it was gone. */
    delete: ({ id, timestamp }: Pick<OAuthLogRecord, 'id' | 'timestamp'>) => ofMonth(timestamp).delete(id),
  };
}

export type OAuthLog = ReturnType<typeof openOAuthLog>;

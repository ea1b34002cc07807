import type { Clock } from '../ports/clock.ts';
import type { RecordStore } from '../ports/collection.ts';
import { containers, monthOf } from './containers.ts';

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

export function createOAuthLog(store: RecordStore, clock: Clock) {
  return {
    async step(step: OAuthStep): Promise<void> {
      const at = clock.now().toISOString();
      const id = `oauth-${at}-${crypto.randomUUID()}`;
      const record = { ...step, error: step.error.slice(0, maxErrorLength), id, timestamp: at, createdAt: at };
      await store.partition<OAuthLogRecord>(containers.oauthErrors, monthOf(at)).create(record);
    },

    async health(
      tenantId: string,
      outcome: { errorMessage: string | null; responseTimeMs: number; isSimulated?: boolean },
    ): Promise<void> {
      const at = clock.now().toISOString();
      await store.partition<OAuthHealthRecord>(containers.oauthHealth, tenantId).create({
        id: `health-${at}-${crypto.randomUUID()}`,
        timestamp: at,
        tenantId,
        isSimulated: outcome.isSimulated ?? false,
        status: outcome.errorMessage === null ? 'ok' : 'failed',
        errorMessage: outcome.errorMessage?.slice(0, maxErrorLength) ?? null,
        responseTime: outcome.responseTimeMs,
        createdAt: at,
      });
    },
  };
}

export type OAuthLog = ReturnType<typeof createOAuthLog>;

import type { Role } from '@tenantry/contract/auth';
import type { TokenKind } from '@tenantry/contract/tokens';
import { type Collection, every } from '../ports/collection.ts';
import type { RecordStore } from '../ports/record-store.ts';
import { containers, globalPartition } from './containers.ts';
import type { Outboxed } from './outbox.ts';

/** Which tenants a token was made for. It is held against its owner's scope at each call (domain/tokens/token-scope.ts). */
export type StoredTokenScope =
  | { kind: 'all' | 'none' }
  | { kind: 'tenants'; tenantIds: readonly string[] }
  | { kind: 'group'; groupId: string };

/** Why a token was ended before its time. */
export type TokenEnd = 'revoked' | 'ownerLeft';

/** A token of the API. Its secret is kept nowhere: `id` is made of its hash. */
export type TokenRecord = Outboxed & {
  /** domain/tokens/token-format.ts */
  id: string;
  /** Whose, and the name without regard to case while it lives, so that the store holds it unique. */
  key: string;
  kind: TokenKind;
  name: string;
  /** Of a service token, its sponsor. */
  ownerId: string;
  role: Role;
  scope: StoredTokenScope;
  /** Empty: every address. */
  addresses: readonly string[];
  createdAt: string;
  expiresAt: string;
  /** Null: never. Written once a minute at most. */
  lastUsedAt: string | null;
  lastUsedFrom: string | null;
  /** Null while it lives, and where nothing but its time ended it. */
  endedAt: string | null;
  endedBecause: TokenEnd | null;
};

const keyPrefix = 'token:';
const holderOf = ({ kind, ownerId }: Pick<TokenRecord, 'kind' | 'ownerId'>) =>
  kind === 'service' ? `${keyPrefix}service:` : `${keyPrefix}personal:${ownerId}:`;

type Named = Pick<TokenRecord, 'kind' | 'ownerId' | 'name'>;

/** The key of a token that lives: one of its name for each person, and one for the installation. */
export const liveTokenKey = (token: Named): string => `${holderOf(token)}live:${token.name.toLowerCase()}`;
/** The key of a token that was ended: its name is free again. */
export const endedTokenKey = (token: Named & { id: string }): string => `${holderOf(token)}ended:${token.id}`;

const withKey = (prefix: string) => ({ where: [{ field: 'key', op: 'prefix' as const, value: prefix }] });

/** The tokens of the API: few, beside the settings of the installation. */
export function openTokenStore(records: RecordStore) {
  const tokens: Collection<TokenRecord> = records.partition(containers.systemConfig, globalPartition);
  return {
    get: tokens.get,
    create: tokens.create,
    replace: tokens.replace,
    delete: tokens.delete,
    /** Somebody's own, those that ended too. */
    ofPerson: (ownerId: string) => every(tokens, withKey(holderOf({ kind: 'personal', ownerId }))),
    /** Those of the installation. */
    service: () => every(tokens, withKey(holderOf({ kind: 'service', ownerId: '' }))),
    all: () => every(tokens, withKey(keyPrefix)),
  };
}

export type TokenStore = ReturnType<typeof openTokenStore>;

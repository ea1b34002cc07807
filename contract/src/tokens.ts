import * as z from 'zod/mini';
import { Role } from './auth.ts';
import { defineEndpoint } from './endpoint.ts';
import { LowerGuid, TenantId } from './ids.ts';
import { Instant } from './lists.ts';
import { line } from './text.ts';

/** Whether a token is somebody's own, or the installation's, with whoever made it as its sponsor. */
export const TokenKind = z.enum(['personal', 'service']);
export type TokenKind = z.infer<typeof TokenKind>;

/** As many live tokens somebody may have, and as many service tokens there may be. */
export const tokensAtMost = { personal: 20, service: 50 } as const;
/** No token lives longer. */
export const tokenDaysAtMost = 365;
const addressesAtMost = 20;
const tenantsAtMost = 1000;

/** In a request, where something in front of the API writes its own Authorization header, as Azure Static Web Apps does. */
export const tokenHeader = 'x-tenantry-token';

export const TokenId = z.string().check(z.regex(/^[0-9a-f]{32}$/, 'Must be an id as this API gave it out'));

/** Which tenants a token reaches. It is held against what its owner may see at each call, and never widens that. */
export const TokenScope = z.object({
  kind: z.enum(['all', 'tenants', 'group', 'none']),
  /** Of `tenants`: those of them that the caller may see. */
  tenants: z.array(z.object({ id: TenantId, name: z.string() })),
  /** Of `group`. `name`: null where the group is gone, with which the token has ended. */
  group: z.nullable(z.object({ id: LowerGuid, name: z.nullable(z.string()) })),
});

/** Why a token is none any more, or `active`. `ownerLeft`: its owner or sponsor was disabled or deleted; `groupGone`: its group was. */
export const TokenState = z.enum(['active', 'expired', 'revoked', 'ownerLeft', 'groupGone']);
export type TokenState = z.infer<typeof TokenState>;

export const Token = z.object({
  id: TokenId,
  kind: TokenKind,
  name: z.string(),
  /** As it was given. At each call the lesser of this and its owner's role counts, which is `effectiveRole`. */
  role: Role,
  /** Null where its owner cannot sign in any more. */
  effectiveRole: z.nullable(Role),
  scope: TokenScope,
  /** Addresses and ranges that may use it; empty: every address. */
  addresses: z.array(z.string()),
  /** Whose it is: of a service token, its sponsor. `name`: null where they were deleted. */
  owner: z.object({ id: z.string(), name: z.nullable(z.string()) }),
  createdAt: Instant,
  expiresAt: Instant,
  /** To the minute; null: never. */
  lastUsedAt: z.nullable(Instant),
  /** Null where it was never used, or the address was not known. */
  lastUsedFrom: z.nullable(z.string()),
  state: TokenState,
  /** Null while it is active, and where nothing but its end ended it. */
  endedAt: z.nullable(Instant),
});
export type Token = z.infer<typeof Token>;

const NewToken = z
  .object({
    name: line({ min: 1, tooShort: 'Name is required', max: 60, tooLong: 'Keep the name under 60 characters' }),
    role: z.enum(Role.options, 'Please select a role'),
    /** The tenants that it reaches, in place of all that its maker sees now. */
    tenantIds: z.optional(
      z.array(TenantId).check(z.minLength(1, 'Choose at least one tenant'), z.maxLength(tenantsAtMost)),
    ),
    /** The tenants of this group, whichever they are at the time, in place of all that its maker sees. */
    groupId: z.optional(z.nullable(LowerGuid)),
    expiresAt: Instant,
    /** Addresses such as 203.0.113.7 or 2001:db8::1, and ranges such as 203.0.113.0/24; empty: every address. */
    addresses: z._default(
      z
        .array(line({ min: 1, max: 64 }))
        .check(z.maxLength(addressesAtMost, `Name at most ${addressesAtMost} addresses`)),
      [],
    ),
  })
  .check(
    z.refine(({ tenantIds, groupId }) => tenantIds === undefined || (groupId ?? null) === null, {
      message: 'Choose tenants or a group, not both',
      path: ['groupId'],
    }),
  );

const TokenList = z.object({ tokens: z.array(Token), atMost: z.number() });
/** `secret`: told this once; its hash alone is kept. */
const MadeToken = z.object({ token: Token, secret: z.string() });
const params = z.object({ tokenId: TokenId });
const Revoked = z.object({ success: z.literal(true) });

export const listOwnTokens = defineEndpoint({
  name: 'profile-tokens',
  summary: 'Your tokens, the newest first; those that ended are kept for 30 days',
  method: 'GET',
  path: '/api/profile/tokens',
  access: 'viewer',
  response: TokenList,
});

export const makeOwnToken = defineEndpoint({
  name: 'profile-token-make',
  summary: 'Make a token of yours for this API. It is told once',
  method: 'POST',
  path: '/api/profile/tokens',
  access: 'viewer',
  stepUp: true,
  body: NewToken,
  statuses: [201],
  response: MadeToken,
});

export const revokeOwnToken = defineEndpoint({
  name: 'profile-token-revoke',
  summary: 'Revoke a token of yours at once',
  method: 'DELETE',
  path: '/api/profile/tokens/{tokenId}',
  access: 'viewer',
  stepUp: true,
  params,
  response: Revoked,
});

export const listServiceTokens = defineEndpoint({
  name: 'service-tokens',
  summary: 'The service tokens of the installation, the newest first; those that ended are kept for 30 days',
  method: 'GET',
  path: '/api/settings/tokens',
  access: 'admin',
  response: TokenList,
});

export const makeServiceToken = defineEndpoint({
  name: 'service-token-make',
  summary: 'Make a service token, with you as its sponsor. It is told once',
  method: 'POST',
  path: '/api/settings/tokens',
  access: 'admin',
  stepUp: true,
  body: NewToken,
  statuses: [201],
  response: MadeToken,
});

export const revokeServiceToken = defineEndpoint({
  name: 'service-token-revoke',
  summary: 'Revoke a service token at once',
  method: 'DELETE',
  path: '/api/settings/tokens/{tokenId}',
  access: 'admin',
  stepUp: true,
  params,
  response: Revoked,
});

export const sponsorServiceToken = defineEndpoint({
  name: 'service-token-sponsor',
  summary: 'Become the sponsor of a service token, so that it goes on when the one before leaves',
  method: 'PUT',
  path: '/api/settings/tokens/{tokenId}/sponsor',
  access: 'admin',
  stepUp: true,
  params,
  response: Token,
});

export const getCurrentToken = defineEndpoint({
  name: 'token-current',
  summary: 'What the token that makes this call is, and what it may do now',
  method: 'GET',
  path: '/api/token',
  access: 'viewer',
  token: 'read',
  response: Token,
});

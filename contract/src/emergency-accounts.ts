import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { TenantId } from './ids.ts';
import { Instant, Reason } from './lists.ts';
import { line } from './text.ts';

/** At most this many policies of a kind are named; their number is always told. */
export const maxPoliciesNamed = 20;

/** How ready an account was for an emergency at a scan. Null: not known. */
export const EmergencyState = z.object({
  /** Whether the directory, read whole, has no such account any more; absent in audits of before. */
  isGone: z.optional(z.boolean()),
  /** Enabled policies that block or require MFA and are about the account, and those of them that do not exclude it. */
  policies: z.nullable(
    z.object({
      count: z.number(),
      notExcluded: z.array(z.string()),
      notExcludedCount: z.number(),
      /** Of which it is not known whether they exclude it. */
      unknown: z.array(z.string()),
      unknownCount: z.number(),
    }),
  ),
  enabled: z.nullable(z.boolean()),
  cloudOnly: z.nullable(z.boolean()),
  /** A FIDO2 security key is registered. */
  securityKey: z.nullable(z.boolean()),
  /** Over the whole directory, without an activation. */
  globalAdministrator: z.nullable(z.boolean()),
  /** An instant; `none` where Microsoft has no sign-in of it on record. */
  lastSignIn: z.nullable(z.string()),
});
export type EmergencyState = z.infer<typeof EmergencyState>;

/** An account that the customer keeps for the day when nothing else lets them in: excluded from policies on purpose. */
export const EmergencyAccount = z.object({
  /** The account's object id in the tenant's directory. */
  userId: z.string(),
  /** As Microsoft gave them when it was declared; null where that was not asked. */
  displayName: z.nullable(z.string()),
  userPrincipalName: z.nullable(z.string()),
  reason: z.string(),
  declaredBy: z.string(),
  declaredAt: Instant,
  /** From then on scans no longer accept its exclusions. Null: until it is removed (demonstration tenants only). */
  expiresAt: z.nullable(Instant),
  isExpired: z.boolean(),
  /** As of the last scan; null where none has looked at the account yet. */
  state: z.nullable(EmergencyState),
});
export type EmergencyAccount = z.infer<typeof EmergencyAccount>;

export const EmergencyAccounts = z.object({
  accounts: z.array(EmergencyAccount),
  /** When the scan ran that `state` comes from; null where there is none. */
  checkedAt: z.nullable(Instant),
});

/** A tenant has two of them, as a rule; more than this is no emergency any more. */
export const maxEmergencyAccounts = 10;
/** The longest that a declaration holds before somebody looks at it again. */
export const maxDeclarationDays = 366;

const path = '/api/admin/tenants/{id}/emergency-accounts';
const tenantParams = z.object({ id: TenantId });
const accountParams = z.object({
  id: TenantId,
  userId: z.string().check(z.regex(/^[0-9a-fA-F-]{36}$/, "Must be an account's object id")),
});
const tenant = { from: 'path', name: 'id' } as const;
const declaration = { reason: Reason, expiresAt: Instant };

export const listEmergencyAccounts = defineEndpoint({
  name: 'emergency-accounts',
  summary: 'The declared emergency access accounts of a tenant',
  method: 'GET',
  path,
  access: 'admin',
  token: 'read',
  tenant,
  params: tenantParams,
  response: EmergencyAccounts,
});

export const declareEmergencyAccount = defineEndpoint({
  name: 'emergency-account-declare',
  summary:
    'Declare an account as an emergency access account, with a reason and until a day; it has to be in the directory',
  method: 'POST',
  path,
  access: 'admin',
  tenant,
  params: tenantParams,
  body: z.object({
    /** Object id or user principal name. */
    account: line({ max: 256, tooLong: 'Give the object id or the user principal name of the account' }).check(
      z.regex(
        /^(?:[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[^\s@/\\]+@[^\s@/\\]+)$/u,
        'Give the object id or the user principal name of the account',
      ),
    ),
    ...declaration,
  }),
  response: EmergencyAccounts,
});

export const changeEmergencyAccount = defineEndpoint({
  name: 'emergency-account-change',
  summary: 'Change the reason or the last day of a declared emergency access account',
  method: 'PATCH',
  path: `${path}/{userId}`,
  access: 'admin',
  tenant,
  params: accountParams,
  body: z.object(declaration),
  response: EmergencyAccounts,
});

export const removeEmergencyAccount = defineEndpoint({
  name: 'emergency-account-remove',
  summary: 'Take back the declaration of an emergency access account',
  method: 'DELETE',
  path: `${path}/{userId}`,
  access: 'admin',
  tenant,
  params: accountParams,
  response: EmergencyAccounts,
});

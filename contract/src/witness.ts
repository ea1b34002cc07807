import * as z from 'zod/mini';

/** Kinds of guests and external users, as Microsoft Graph names them (conditionalAccessGuestOrExternalUserTypes). */
export const GuestType = z.enum([
  'internalGuest',
  'b2bCollaborationGuest',
  'b2bCollaborationMember',
  'b2bDirectConnectUser',
  'otherExternalUser',
  'serviceProvider',
]);
export type GuestType = z.infer<typeof GuestType>;

/** `hidden`: Microsoft does not tell the tenant's policies of risks, for want of Entra ID P2. */
const WitnessRisk = z.enum(['none', 'low', 'medium', 'high', 'hidden']);

/** An account, group, role or location with its name, where one is known; else its id. */
const Named = z.object({ id: z.string(), name: z.string() });

/**
 * One concrete sign-in to a tenant. Of a finding: one that gets past Conditional Access although its check asks that none does. As
 * usual as can be: whatever is not usual about it is needed to get past.
 */
export const Witness = z.object({
  /**
   * Who signs in. `id` is null where any account that fits will do and none is known by name; `isUsual` where nothing sets it apart
   * from others, so that it stands for all of its kind.
   */
  user: z.object({
    id: z.nullable(z.string()),
    name: z.string(),
    isUsual: z.boolean(),
    /** Null: a member. */
    guest: z.nullable(GuestType),
    /** The home directory of a guest, where policies tell it apart. */
    guestTenant: z.nullable(z.string()),
    /** Groups and roles by which policies tell the account apart, and which it is in. */
    groups: z.array(Named),
    roles: z.array(Named),
  }),
  /** What is signed in to: an application, or a user action in its place. `id` is null where any that no policy names will do. */
  target: z.object({ kind: z.enum(['application', 'userAction']), id: z.nullable(z.string()), name: z.string() }),
  client: z.enum(['browser', 'mobileAppsAndDesktopClients', 'exchangeActiveSync', 'other']),
  platform: z.enum(['windows', 'macOS', 'iOS', 'android', 'linux', 'windowsPhone', 'unknown']),
  place: z.object({
    /** An address that lies in exactly the named locations that are meant; null where these are known by no range. */
    address: z.nullable(z.string()),
    /** A code of ISO 3166-1; null where no policy speaks of countries, or the country is one that Microsoft cannot tell. */
    country: z.nullable(z.string()),
    /** Named locations of policies in which it lies. */
    locations: z.array(Named),
  }),
  device: z.object({
    /** How it is known to Microsoft Entra; null where it is not registered there. */
    trust: z.nullable(z.enum(['joined', 'hybridJoined', 'registered'])),
    /** Null where nobody says. */
    isCompliant: z.nullable(z.boolean()),
    /** Other attributes that filters for devices ask about, by their names. */
    attributes: z.record(z.string(), z.string()),
  }),
  signInRisk: WitnessRisk,
  userRisk: WitnessRisk,
  insiderRisk: z.enum(['none', 'minor', 'moderate', 'elevated']),
  flow: z.enum(['none', 'deviceCodeFlow', 'authenticationTransfer']),
  /** Which of several things that the check asks for is missing; absent where it asks for one. */
  aspect: z.optional(z.string()),
  /** What cannot be put into a concrete sign-in, as clauses; absent where all can. Such a sign-in cannot be tried. */
  open: z.optional(z.array(z.string())),
});
export type Witness = z.infer<typeof Witness>;

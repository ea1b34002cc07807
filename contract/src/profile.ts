import * as z from 'zod/mini';
import { Role, Theme } from './auth.ts';
import { defineEndpoint } from './endpoint.ts';
import { Instant } from './lists.ts';
import { line } from './text.ts';

/** What users know and choose of themselves. */
export const Profile = z.object({
  id: z.string(),
  username: z.string(),
  displayName: z.string(),
  email: z.nullable(z.string()),
  role: Role,
  /** How many tenants they may see; null for all of them. */
  organizations: z.nullable(z.number()),
  /** Who checks who they are: this product, by a password, or Microsoft. */
  signsInWith: z.enum(['password', 'microsoft']),
  createdAt: Instant,
  /** IANA's name; null for the browser's. */
  timeZone: z.nullable(z.string()),
  /** Null where it was never chosen: each browser has its own. */
  theme: z.nullable(Theme),
  /** Null while it is off. */
  authenticator: z.nullable(z.object({ since: Instant, recoveryCodesLeft: z.number() })),
});
export type Profile = z.infer<typeof Profile>;

export const getProfile = defineEndpoint({
  name: 'profile',
  summary: 'Your account and what you chose for it',
  method: 'GET',
  path: '/api/profile',
  access: 'viewer',
  response: Profile,
});

export const chooseTimeZone = defineEndpoint({
  name: 'profile-time-zone',
  summary: 'Choose the time zone in which times are shown to you; null for the browser’s',
  method: 'PUT',
  path: '/api/profile/time-zone',
  access: 'viewer',
  body: z.object({ timeZone: z.nullable(line({ max: 64 })) }),
  response: Profile,
});

export const chooseTheme = defineEndpoint({
  name: 'profile-theme',
  summary: 'Choose how pages look to you, in every browser',
  method: 'PUT',
  path: '/api/profile/theme',
  access: 'viewer',
  body: z.object({ theme: Theme }),
  response: Profile,
});

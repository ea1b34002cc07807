import * as z from 'zod/mini';
import { DraftPolicies } from './draft-policies.ts';
import { defineEndpoint } from './endpoint.ts';
import { TenantId } from './ids.ts';
import { Instant } from './lists.ts';

/** Entra keeps the sign-in log for 30 days (with P1). */
export const signInDays = { least: 7, most: 30 } as const;

/** How the latest reading of a tenant's sign-in log stands. `never`: none was asked for yet. */
export const SignInReadingState = z.object({
  status: z.enum(['never', 'queued', 'running', 'completed', 'failed']),
  /** How many days it reads. Null where there was none. */
  days: z.nullable(z.number()),
  requestedBy: z.nullable(z.string()),
  requestedAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
  /** Entries read so far, or in all where it has ended; null where there was none. */
  read: z.nullable(z.number()),
  /** How far back it has come: the newest entries are read first. Null before the first page. */
  reachedAt: z.nullable(Instant),
  /** Why it failed; null while it did not. */
  error: z.nullable(z.string()),
});
export type SignInReadingState = z.infer<typeof SignInReadingState>;

/** What is kept of the last complete reading: classes of sign-ins, no single one. */
export const SignInLog = z.object({
  from: Instant,
  to: Instant,
  days: z.number(),
  /** The first of its sign-ins: where that is long after `from`, the log may go back no further. Null where there is none. */
  firstAt: z.nullable(Instant),
  /** Entries of the log. */
  entries: z.number(),
  /** Of these, sign-ins that policies were asked about. */
  signIns: z.number(),
  accounts: z.number(),
  /** Of the entries: failed before policies were asked, such as by a wrong password. */
  failedBefore: z.number(),
  /** Of the sign-ins: for want of room kept by account alone, so that nothing about them is certain. */
  folded: z.number(),
  /** Of the entries: not replayed, for want of room or because the entry did not say who or when. */
  notReplayed: z.number(),
  /** Whether Microsoft told what policies did; without it there is nothing to set beside the forecast. */
  seesPolicies: z.boolean(),
  /** From then on it is deleted. */
  keptUntil: Instant,
});
export type SignInLog = z.infer<typeof SignInLog>;

/** `asked` also where a session ends sooner; `mayBeLimited` where it can do less. */
export const SignInChangeKind = z.enum(['blocked', 'mayBeBlocked', 'asked', 'mayBeAsked', 'mayBeLimited', 'noLonger']);
export type SignInChangeKind = z.infer<typeof SignInChangeKind>;

/** What Microsoft itself logged of an account in these days. */
export const LoggedResults = z.object({
  signIns: z.number(),
  /** More was asked for than the password. */
  interrupted: z.number(),
  /** A policy kept it out. */
  blocked: z.number(),
  /** Of policies in report-only that the draft turns on. */
  reportOnlyFailure: z.number(),
  reportOnlyInterrupted: z.number(),
});
export type LoggedResults = z.infer<typeof LoggedResults>;

export const ForecastAccount = z.object({
  /** The account's object id in the tenant's directory. */
  id: z.string(),
  name: z.string(),
  userPrincipalName: z.nullable(z.string()),
  kind: z.enum(['emergency', 'service', 'person']),
  /** Why it is taken for an account of a service; null for people. */
  kindBecause: z.nullable(z.string()),
  /** The gravest of what the draft changes for it. */
  change: SignInChangeKind,
  /** How many of its sign-ins, by what the draft changes for them. */
  signIns: z.record(SignInChangeKind, z.number()),
  /** The last sign-in with `change`. */
  lastAt: Instant,
  /** What that one went to, and with which client. */
  lastTo: z.string(),
  /** Names of the policies that do it, three at most. */
  policies: z.array(z.string()),
  /** What the log lacks, where it is not certain. */
  lacks: z.array(z.string()),
  logged: LoggedResults,
});
export type ForecastAccount = z.infer<typeof ForecastAccount>;

/** At most this many accounts are named; their numbers are always told. */
export const maxForecastAccounts = 200;

export const SignInForecast = z.object({
  log: SignInLog,
  replayedAt: Instant,
  /** Accounts and sign-ins, by what the draft changes for them. An account counts by the gravest. */
  totals: z.record(SignInChangeKind, z.object({ accounts: z.number(), signIns: z.number() })),
  /** Accounts that the draft changes something for: emergency access accounts first, then those of services, then people. */
  accounts: z.array(ForecastAccount),
  /** Of all accounts of the log. */
  logged: LoggedResults,
});
export type SignInForecast = z.infer<typeof SignInForecast>;

export const SignInReplayState = z.object({
  reading: SignInReadingState,
  /** Null where none has ended, or the last one is no longer kept. */
  log: z.nullable(SignInLog),
});
export type SignInReplayState = z.infer<typeof SignInReplayState>;

const path = '/api/tenant/{id}/sign-in-log';
const tenant = { from: 'path', name: 'id' } as const;
const params = z.object({ id: TenantId });

export const getSignInLog = defineEndpoint({
  name: 'sign-in-log',
  summary: "How the reading of a tenant's sign-in log stands, and what is kept of the last one",
  method: 'GET',
  path,
  access: 'technician',
  token: 'read',
  background: true,
  tenant,
  params,
  response: SignInReplayState,
});

export const readSignInLog = defineEndpoint({
  name: 'sign-in-log-read',
  summary: "Read a tenant's sign-in log of the last days; where that is under way already, nothing more is begun",
  method: 'POST',
  path: `${path}/read`,
  access: 'technician',
  tenant,
  params,
  body: z.object({
    days: z
      .number()
      .check(
        z.int(),
        z.minimum(signInDays.least, `At least ${signInDays.least} days`),
        z.maximum(signInDays.most, `At most ${signInDays.most} days`),
      ),
  }),
  response: SignInReplayState,
});

export const replaySignIns = defineEndpoint({
  name: 'sign-in-log-replay',
  summary: "Replay what is kept of a tenant's sign-in log under today's policies and those of a draft",
  method: 'POST',
  path: `${path}/replay`,
  access: 'technician',
  tenant,
  params,
  body: z.object({ policies: DraftPolicies }),
  response: SignInForecast,
  multiline: ['policies.**'],
  maxBodyBytes: 1_100_000,
});

import type { SignInForecast } from '@tenantry/contract/sign-in-replay';
import type { DraftDifference, Forecast } from '@tenantry/contract/what-if';
import type { JsonObject } from '../audit/facts/json-reader.ts';
import type { Outboxed } from './outbox.ts';

/** Conditional Access policies that somebody tries out for a tenant, all of them, and what became of them. */
export type WhatIfDraftRecord = Outboxed & {
  /** `{tenantId}_wi-{key}`: the caller's key, so that the same draft sent twice is kept once. */
  id: string;
  tenantId: string;
  /** Made from the policies of a simulated scan: it goes with them. */
  isSimulated: boolean;
  name: string;
  policies: readonly JsonObject[];
  /** Counts the changes that somebody made, so that nobody overwrites one that they have not seen. */
  revision: number;
  /** Since when it is being deleted: it is shown no more. */
  deletedAt?: string;
  createdBy: string;
  createdAt: string;
  updatedAt: string;
  updatedBy: string;
  /** Null until somebody asked for its approval; from then on it stays as it is. */
  proposed: {
    approvalId: string;
    by: string;
    at: string;
    forecast: Forecast;
    /** What the sign-ins said that were kept then; null where there were none. Absent from what earlier versions wrote. */
    signIns?: SignInForecast | null;
  } | null;
  /** What the latest scan since the approval found. */
  outcome: {
    state: 'asApproved' | 'differs';
    scanId: string;
    at: string;
    differences: readonly DraftDifference[];
    count: number;
  } | null;
};

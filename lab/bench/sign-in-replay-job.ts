import type { Measured } from './scan-job.ts';

export type ReplayJob = {
  signIns: number;
  accounts: number;
  policyCount: number;
  /** What is kept at most. */
  room: { classes: number; accounts: number };
};

export type ReplayMeasured = Measured & {
  signIns: number;
  /** Reading the pages from JSON, which is the floor, and reducing them. */
  parseMs: number;
  reduceMs: number;
  /** Both sets of policies over all classes. */
  replayMs: number;
  classes: number;
  /** Sign-ins kept by account alone. */
  folded: number;
  keptBytes: number;
  /** Accounts that the draft changes something for. */
  hit: number;
};

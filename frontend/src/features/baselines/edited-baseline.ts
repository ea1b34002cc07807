import type { Baseline } from '@tenantry/contract/baseline-list';

/** What the dialog is open for: a baseline to change, or one to begin a new one from; null for a new one of nothing. */
export type Edited = { baseline: Baseline; isCopy: boolean };

import type { SystemMetric } from '@tenantry/contract/health';

/** Figures for whoever watches the installation from outside. */
export type Gauges = {
  /** Hands out those that are known; one whose value is null is left out, which is not the same as 0. */
  record(metrics: readonly Pick<SystemMetric, 'metric' | 'value'>[]): void;
};

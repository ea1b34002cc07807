/** What the benchmark tells the process that audits. */
export type AuditJob = { simulatorUrl: string; tenant: string; out: string };

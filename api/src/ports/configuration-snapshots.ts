/**
 * Snapshots of Tenant Configuration Management in one tenant: all that Tenantry does beside reading. A snapshot is a job that is
 * created, read and deleted; no setting can be changed here (Microsoft Graph v1.0, "Tenant configuration management APIs").
 * What comes back is Graph's own JSON, of any form.
 */
export interface ConfigurationSnapshots {
  /**
   * Creates a job, by one request: it is never sent twice, since an answer that is lost does not tell whether there is a job
   * now. @throws GraphError
   */
  create(displayName: string, types: readonly string[]): Promise<unknown>;
  /** The jobs that can be seen, those of other products too. @throws GraphError */
  jobs(): Promise<readonly unknown[]>;
  /** A job with its state, errors and resource location; null where there is none (any more). @throws GraphError */
  job(id: string): Promise<unknown>;
  /**
   * What a job took, by the address that the job names.
   * @throws GraphError also where the address is not on the host that was asked: no token is sent there
   */
  snapshot(resourceLocation: string): Promise<unknown>;
  /** Deletes a job and its snapshot; one that is gone already counts as deleted. @throws GraphError */
  delete(id: string): Promise<void>;
  /** HTTP requests sent so far, retries included. */
  readonly calls: number;
}

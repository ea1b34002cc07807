/** What the product needs around it, by the names that the health page has. */
export type ServiceName = 'records' | 'tables' | 'files' | 'queues' | 'vault';

/** A service that the product needs does not answer, is too busy or does not let us in. It may pass: ask again later. */
export class UnavailableError extends Error {
  readonly service: ServiceName;
  constructor(service: ServiceName, cause: unknown) {
    super(`The ${service} cannot be reached: ${cause instanceof Error ? cause.message : cause}`, { cause });
    this.name = 'UnavailableError';
    this.service = service;
  }
}

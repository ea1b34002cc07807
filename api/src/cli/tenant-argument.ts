import { UsageError } from './command.ts';

/**
 * The organization that `--tenant` names: a domain of it or its directory id, in lower case.
 * @throws UsageError
 */
export function tenantFrom(text: string | undefined, usage: string): string {
  const tenant = text?.trim().toLowerCase() ?? '';
  if (tenant === '')
    throw new UsageError(`--tenant is missing: a domain of your organization, such as contoso.com\n${usage}`);
  // Common, organizations and consumers stand for whoever signs in: which organization it is must not depend on that.
  if (!/^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(tenant))
    throw new UsageError(`--tenant: expected a domain such as contoso.com, or a directory id, not "${text}"`);
  return tenant;
}

import { domainToASCII } from 'node:url';
import { truncate } from '@tenantry/contract/text';
import { AppError } from '../../http/app-error.ts';
import { isDomainName, normalName } from '../../mailflow/domain-name.ts';

/**
 * The name that somebody typed as the DNS knows it: A-labels (RFC 5891), lower case, no final dot.
 * @param field the input's name, for the error
 * @throws AppError INVALID_INPUT
 */
export function askedDomain(typed: string, field: string): string {
  const trimmed = typed.trim();
  const name = normalName(/^[\x21-\x7e]*$/.test(trimmed) ? trimmed : domainToASCII(trimmed));
  if (isDomainName(name)) return name;
  const shown = truncate(trimmed, 81, '…');
  throw new AppError(
    'INVALID_INPUT',
    `"${shown}" is not a domain name. Enter one such as contoso.com, without https:// or a path.`,
    { fields: [{ path: field, message: 'Must be a domain name, such as contoso.com' }] },
  );
}

import type { Credential } from '@tenantry/contract/connections';
import { truncate } from '@tenantry/contract/text';

const clientIdShown = 8;
const scopesShown = 2;
const scopeLength = 15;

/** The beginning of a client id: enough to tell two apart. */
export function clientIdText({ clientId }: Pick<Credential, 'clientId'>): string {
  return clientId === null || clientId === '' ? 'Not configured' : `${clientId.slice(0, clientIdShown)}…`;
}

/** The first two scopes without Graph's address, each cut short, and how many more there are. */
export function scopesText(scopes: readonly string[]): string {
  const shown = scopes.slice(0, scopesShown).map((scope) => {
    const name = scope.replace(/^https:\/\/graph\.microsoft\.com\//i, '');
    return truncate(name, scopeLength + 1, '…');
  });
  const more = scopes.length - shown.length;
  return [shown.join(', '), ...(more > 0 ? [`+${more} more`] : [])].join(' ');
}

/** How the tenants are reached; null where there is none. */
export function modeText(credentials: readonly Pick<Credential, 'isMock'>[]): string | null {
  const simulated = credentials.filter(({ isMock }) => isMock).length;
  if (credentials.length === 0) return null;
  if (simulated === 0) return 'Live';
  return simulated === credentials.length ? 'Mock' : 'Live and mock';
}

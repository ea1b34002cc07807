import { listOwnTokens, listServiceTokens, type TokenKind } from '@tenantry/contract/tokens';
import { callQuery } from '../lib/call-query.ts';
import { queryKey } from '../lib/query-client.ts';

const calls = { personal: listOwnTokens, service: listServiceTokens } as const;

/** The user's own tokens, or those of the installation. Asked anew each time: they are used and end without this page. */
export const tokensQuery = (kind: TokenKind) =>
  callQuery(queryKey('tokens', null, { kind }), calls[kind], { tenantId: null, staleTime: 0 });

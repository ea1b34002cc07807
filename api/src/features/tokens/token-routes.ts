import {
  getCurrentToken,
  listOwnTokens,
  listServiceTokens,
  makeOwnToken,
  makeServiceToken,
  revokeOwnToken,
  revokeServiceToken,
  sponsorServiceToken,
} from '@tenantry/contract/tokens';
import { publicTokenId } from '../../domain/tokens/token-format.ts';
import { AppError } from '../../http/app-error.ts';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route } from '../../http/route.ts';
import { makeToken } from './make-token.ts';
import { listTokens, revokeToken, sponsorToken, type TokenDependencies } from './token-service.ts';
import { tokenView } from './token-view.ts';

/** Tokens of the API: those of the caller, those of the installation, and the one that makes the call. */
export function tokenRoutes(dependencies: TokenDependencies): Route[] {
  const { tokens, clock } = dependencies;

  async function made(...[caller, kind, body]: DropFirst<Parameters<typeof makeToken>>): Promise<Reply> {
    const { record, secret } = await makeToken(dependencies, caller, kind, body);
    const token = await tokenView(dependencies, caller, record, clock.now());
    return Reply.json({ token, secret }, { status: 201 });
  }

  return [
    callerRoute(listOwnTokens, ({ caller }) => listTokens(dependencies, caller, 'personal')),
    callerRoute(makeOwnToken, ({ caller, body }) => made(caller, 'personal', body)),
    callerRoute(revokeOwnToken, async ({ caller, params: { tokenId } }) => {
      await revokeToken(dependencies, caller, 'personal', tokenId);
      return { success: true as const };
    }),

    callerRoute(listServiceTokens, ({ caller }) => listTokens(dependencies, caller, 'service')),
    callerRoute(makeServiceToken, ({ caller, body }) => made(caller, 'service', body)),
    callerRoute(revokeServiceToken, async ({ caller, params: { tokenId } }) => {
      await revokeToken(dependencies, caller, 'service', tokenId);
      return { success: true as const };
    }),
    callerRoute(sponsorServiceToken, ({ caller, params: { tokenId } }) => sponsorToken(dependencies, caller, tokenId)),

    callerRoute(getCurrentToken, async ({ caller }) => {
      const id = caller.token?.id;
      const all = id === undefined ? [] : await tokens.all();
      const own = all.find((token) => publicTokenId(token.id) === id);
      if (!own) throw new AppError('NOT_FOUND', 'You are signed in, and make this call without a token.');
      return tokenView(dependencies, caller, own, clock.now());
    }),
  ];
}

type DropFirst<T extends readonly unknown[]> = T extends readonly [unknown, ...infer Rest] ? Rest : never;

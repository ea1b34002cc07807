import { callMcp, endMcpSession, type McpMessage, openMcpStream } from '@tenantry/contract/mcp';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/caller.ts';
import type { InProcessCalls } from '../../http/in-process.ts';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type RequestFacts, type Route } from '../../http/route.ts';
import type { HelpArticles } from '../../ports/help-articles.ts';
import type { McpProtocol, McpReply } from '../../ports/mcp.ts';
import { instructions } from './instructions.ts';
import { createOffer } from './mcp-offer.ts';
import { tools } from './tools/tools.ts';

type Dependencies = {
  /** Speaks the protocol; loaded with the first message, since no page needs it. */
  protocol(): McpProtocol;
  articles: HelpArticles;
  version: string;
  /** Calls of this API by a caller, within this process. */
  callsOf(caller: Caller, request: RequestFacts): InProcessCalls;
};

const allow = 'POST';

/** Every answer is JSON. A client that says nothing of what it takes gets it, too. */
function requireJsonAccepted({ header }: RequestFacts): void {
  const accept = header?.('accept') ?? '*/*';
  if (/(?:^|,)\s*(?:application\/json|application\/\*|\*\/\*)\s*(?:;|,|$)/i.test(accept)) return;
  throw new AppError('NOT_ACCEPTABLE', 'Answers are JSON: accept application/json.');
}

function answerOf(reply: McpReply): McpMessage | Reply {
  switch (reply.kind) {
    case 'answer':
      return reply.message as McpMessage;
    case 'accepted':
      return Reply.empty(202);
    case 'refused':
      throw new AppError('BAD_REQUEST', reply.message);
  }
}

/** Model Context Protocol: whoever may call the API may call it by these tools, as far as their role and scope go. */
export function mcpRoutes({ protocol, articles, version, callsOf }: Dependencies): Route[] {
  const missing = { tools: [], because: '' };
  return [
    callerRoute(callMcp, async ({ caller, body, request }) => {
      requireJsonAccepted(request);
      const calls = callsOf(caller, request);
      const offer = createOffer({ version, instructions, tools, missing, calls, articles });
      const header = (name: string) => request.header?.(name) ?? null;
      return answerOf(await protocol().answer(offer, { message: body, header }));
    }),

    callerRoute(openMcpStream, async () => {
      throw new AppError('METHOD_NOT_ALLOWED', 'No stream is offered here: send each message by POST.', { allow });
    }),

    callerRoute(endMcpSession, async () => {
      throw new AppError('METHOD_NOT_ALLOWED', 'There are no sessions here, so that none has to be ended.', { allow });
    }),
  ];
}

import type { Fault, Faults } from './faults.ts';
import { delay, SimulatedConnectionDrop, truncated } from './wire-response.ts';

export interface FaultParts {
  faults: Faults;
  now: () => Date;
  nextRequestId: () => string;
}

/** What a service answers where a `status` fault hits. */
export type AnswerOfFault = (fault: Fault, context: { requestId: string; now: Date }) => Response;

/** Lets a fault for this path hit, or runs `answer`. */
export async function withFault(
  { faults, now, nextRequestId }: FaultParts,
  request: Request,
  asked: { tenantId: string | null; path: string },
  answer: () => Promise<Response>,
  answerOf: AnswerOfFault,
): Promise<Response> {
  const isLaterPage = new URL(request.url).searchParams.has('$skiptoken');
  const fault = faults.hit(asked.tenantId, asked.path, { method: request.method, isLaterPage });
  switch (fault?.kind) {
    case undefined:
      return answer();
    case 'slow':
      await delay(fault.delayMs ?? 1000, request.signal);
      return answer();
    case 'drop':
      throw new SimulatedConnectionDrop();
    case 'truncate':
      return truncated(await answer());
    case 'status':
      return answerOf(fault, { requestId: nextRequestId(), now: now() });
  }
}

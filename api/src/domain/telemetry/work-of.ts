import type { Work } from '../../ports/telemetry.ts';

/** What Azure Functions says of a call (`InvocationContext`). */
type Invocation = {
  invocationId: string;
  traceContext?: { traceParent?: string | undefined; traceState?: string | undefined } | undefined;
};

/** The work that a call of the host is. */
export const workOf = (kind: Work['kind'], name: string, { invocationId, traceContext }: Invocation): Work => ({
  kind,
  function: name,
  requestId: invocationId,
  traceParent: traceContext?.traceParent,
  traceState: traceContext?.traceState,
});

import { getTrailState, verifyTrailNow } from '@tenantry/contract/audit-trail';
import { Reply } from '../../http/reply.ts';
import { callerRoute, type Route } from '../../http/route.ts';
import type { TrailVerificationService } from './trail-verification.ts';

export function auditTrailRoutes({ trailVerification }: { trailVerification: TrailVerificationService }): Route[] {
  return [
    callerRoute(getTrailState, () => trailVerification.state()),
    callerRoute(verifyTrailNow, async ({ caller }) =>
      Reply.json(await trailVerification.request(caller.user.username), { status: 202 }),
    ),
  ];
}

import type { TenantDirectory } from './directory/tenant-directory.ts';
import { faultOfEntra } from './entra/entra-refusal.ts';
import type { EntraService } from './entra/entra-service.ts';
import type { RequestLog } from './request-log.ts';
import type { Target } from './request-target.ts';
import { type FaultParts, withFault } from './with-fault.ts';

export interface LoginGatewayParts extends FaultParts {
  findTenant(nameOrId: string): TenantDirectory | null;
  entra: EntraService;
  log: RequestLog;
}

/** Entra ID as it meets the network: faults, and forms; what lies behind are its endpoints. */
export async function answerLogin(parts: LoginGatewayParts, request: Request, target: Target): Promise<Response> {
  const { path, baseUrl, url } = target;
  const [, tenant = '', ...rest] = path.split('/');
  const tenantId = parts.findTenant(tenant)?.tenantId ?? null;
  const below = `/${rest.join('/')}`;
  parts.log.record(tenantId, below, false);
  const answer = async () => {
    const form = new URLSearchParams(request.method === 'POST' ? await request.text() : '');
    const ownUrl = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname) ? `${url.origin}/login` : null;
    const asked = { method: request.method, path, baseUrl, ownUrl, params: url.searchParams, form };
    return parts.entra.answer({ ...asked, now: parts.now(), requestId: parts.nextRequestId() });
  };
  return withFault(parts, request, { tenantId, path: below }, answer, faultOfEntra);
}

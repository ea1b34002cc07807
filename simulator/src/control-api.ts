import type { SimulatedTenant } from './cloud-tenants.ts';
import { parseBehavior } from './directory/configuration-behavior.ts';
import type { ConfigurationBehavior, ConfigurationTold } from './directory/configuration-state.ts';
import type { MailState } from './directory/mail-state.ts';
import type { NotableUser } from './directory/notable-users.ts';
import { parseEntraChange } from './entra/entra-control.ts';
import type { EntraControls } from './entra/entra-service.ts';
import { parseApps } from './entra/parse-apps.ts';
import { type Faults, parseFault } from './faults.ts';
import type { RequestCount } from './request-log.ts';
import type { Target } from './request-target.ts';
import { type ChangeActor, parseTenantChange, type TenantChange } from './tenant-changes.ts';
import { type LimitCount, parseThrottleRates, type Throttle } from './throttle.ts';
import { jsonResponse } from './wire-response.ts';

/** What tests and trials look at and change while the product runs. */
export interface CloudControls {
  /** The connected (demonstration) tenants; the staff's own and the prospects stand apart. */
  tenants: SimulatedTenant[];
  staffTenant: SimulatedTenant | null;
  prospects: SimulatedTenant[];
  faults: Faults;
  /** Microsoft's limits: off, on, or at other rates. */
  throttle: Pick<Throttle, 'set' | 'rates'>;
  /** Consent, sign-in rules, revocation and secrets. */
  entra: EntraControls;
  /**
   * Enters a device code as a person does, with the fields of the page (`username`, `mfa`, `consent`, `action`). Throws a
   * TypeError with what the page says where that lets nobody in and refuses nobody.
   */
  enterDeviceCode(userCode: string, fields: Record<string, string>): Promise<void>;
  /** Users of a tenant worth signing in as, by its id or domain; none where there is no such tenant. */
  usersOf(tenant: string): NotableUser[];
  /** Changes a tenant's settings, with the entry in its directory audit log. Throws a TypeError where it cannot. */
  changeTenant(tenantId: string, change: TenantChange, by?: ChangeActor): void;
  /** How Tenant Configuration Management behaves in a tenant from now on. Throws a TypeError where there is none. */
  configure(tenantId: string, behavior: Partial<ConfigurationBehavior>): void;
  /** What a tenant has of it now; null where there is no such tenant. */
  configurationOf(tenantId: string): ConfigurationTold | null;
  /** What left the mailboxes of a tenant, and which may be sent from; null where there is no such tenant. */
  mailOf(tenant: string): MailState | null;
  /** Requests so far, by tenant and path. */
  requestCounts(): RequestCount[];
  /** Requests so far under each of Microsoft's limits; nothing without `throttle`. */
  limitCounts(): LimitCount[];
  /** Those of the limits too. */
  clearRequestCounts(): void;
}

/** An object of texts, as the fields of a form are. */
function textFields(body: unknown): Record<string, string> {
  const fields = Object.entries(typeof body === 'object' && body !== null ? body : {});
  if (fields.length === 0 || fields.some(([, value]) => typeof value !== 'string'))
    throw new TypeError('the fields must be an object of texts');
  return Object.fromEntries(fields);
}

/** 204, or 400 with what is wrong with the request's body. */
async function orBadRequest(run: () => Promise<void>): Promise<Response> {
  try {
    await run();
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return jsonResponse(400, { error: error.message });
    throw error;
  }
  return new Response(null, { status: 204 });
}

/** The controls over HTTP, on this machine alone. */
export async function answerControl(cloud: CloudControls, request: Request, target: Target): Promise<Response> {
  const action = `${request.method} ${target.path}`;
  const params = target.url.searchParams;
  if (action === 'GET /faults') return jsonResponse(200, { faults: cloud.faults.list() });
  if (action === 'DELETE /faults') {
    cloud.faults.clear();
    return new Response(null, { status: 204 });
  }
  if (action === 'POST /faults') return orBadRequest(async () => cloud.faults.set(parseFault(await request.json())));
  if (action === 'GET /mail') {
    const mail = cloud.mailOf(params.get('tenant') ?? '');
    return mail ? jsonResponse(200, { sent: mail.sent }) : jsonResponse(404, { error: 'there is no such tenant' });
  }
  if (action === 'GET /throttle') return jsonResponse(200, { rates: cloud.throttle.rates() });
  if (action === 'POST /throttle') {
    return orBadRequest(async () => cloud.throttle.set(parseThrottleRates(await request.json())));
  }
  if (action === 'DELETE /throttle') return orBadRequest(async () => cloud.throttle.set(null));
  if (action === 'POST /changes') {
    return orBadRequest(async () => {
      const { tenantId, change, by } = parseTenantChange(await request.json());
      cloud.changeTenant(tenantId, change, by);
    });
  }
  if (action === 'POST /configuration') {
    return orBadRequest(async () => {
      const { tenantId, behavior } = parseBehavior(await request.json());
      cloud.configure(tenantId, behavior);
    });
  }
  if (action === 'GET /configuration') {
    const told = cloud.configurationOf(params.get('tenantId') ?? '');
    return told === null ? jsonResponse(404, { error: 'not_found' }) : jsonResponse(200, told);
  }
  if (action === 'GET /requests') return jsonResponse(200, { requests: cloud.requestCounts() });
  if (action === 'GET /limits') return jsonResponse(200, { limits: cloud.limitCounts() });
  if (action === 'DELETE /requests') {
    cloud.clearRequestCounts();
    return new Response(null, { status: 204 });
  }
  if (action === 'GET /tenants') {
    const { tenants, staffTenant, prospects } = cloud;
    return jsonResponse(200, { tenants, staffTenant, prospects });
  }
  if (action === 'POST /apps') {
    return orBadRequest(async () => cloud.entra.register(parseApps(await request.json())));
  }
  if (action === 'GET /devices') return jsonResponse(200, { devices: cloud.entra.devices() });
  if (action === 'POST /devices') {
    return orBadRequest(async () => {
      const { userCode, ...fields } = textFields(await request.json());
      await cloud.enterDeviceCode(userCode ?? '', fields);
    });
  }
  if (action === 'GET /users') return jsonResponse(200, { users: cloud.usersOf(params.get('tenantId') ?? '') });
  if (action === 'GET /entra') {
    const tenant = params.get('tenantId') ?? '';
    return cloud.usersOf(tenant).length > 0
      ? jsonResponse(200, cloud.entra.tenantState(tenant))
      : jsonResponse(404, { error: 'not_found' });
  }
  if (action === 'POST /entra') {
    return orBadRequest(async () => cloud.entra.change(parseEntraChange(await request.json())));
  }
  if (action === 'DELETE /entra') return orBadRequest(async () => cloud.entra.reset());
  return jsonResponse(404, { error: 'not_found' });
}

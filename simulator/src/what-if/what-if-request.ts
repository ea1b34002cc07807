import { badRequest } from '../graph/graph-answer.ts';
import type { WhatIfSignIn, WhatIfUser } from './what-if.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function objectAt(body: Json, key: string): Json {
  const value = body[key];
  if (!isObject(value)) throw badRequest(`A value is required for parameter '${key}'.`);
  return value;
}

/** A value out of Microsoft's list, in lower case; what is left out is `otherwise`. */
function valueAt(conditions: Json, key: string, known: readonly string[], otherwise: string): string {
  const value = conditions[key];
  if (value === undefined || value === null) return otherwise;
  const text = String(value).toLowerCase();
  if (!known.includes(text)) throw badRequest(`Invalid value '${String(value)}' for property '${key}'.`);
  return text;
}

const risks = ['none', 'low', 'medium', 'high', 'hidden'];
const textAt = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const isOf = (value: Json, type: string): boolean => value['@odata.type'] === `#microsoft.graph.${type}`;

function contextOf(context: Json): Pick<WhatIfSignIn, 'applications' | 'userAction'> {
  if (isOf(context, 'userActionContext')) {
    const known = ['registersecurityinformation', 'registerorjoindevices'];
    return { applications: [], userAction: valueAt(context, 'userAction', known, '') };
  }
  if (!isOf(context, 'applicationContext')) throw badRequest('The type of signInContext is not supported.');
  const apps = Array.isArray(context.includeApplications) ? context.includeApplications : [];
  if (apps.length === 0) throw badRequest("A value is required for property 'includeApplications'.");
  return { applications: apps.map((app) => String(app).toLowerCase()), userAction: null };
}

/** Whom the directory knows by this id (lower case), as far as policies speak of it; null for nobody. */
export type FindUser = (id: string) => WhatIfUser | null;

function userOf(identity: Json, find: FindUser): WhatIfUser {
  if (!isOf(identity, 'userSignIn')) throw badRequest('The type of signInIdentity is not supported.');
  const { userId, externalUserType, externalTenantId } = identity;
  const kind = textAt(externalUserType)?.toLowerCase();
  const tenant = textAt(externalTenantId)?.toLowerCase() ?? '';
  const id = textAt(userId)?.toLowerCase();
  const known = id === undefined ? null : find(id);
  if (id !== undefined && known === null) throw badRequest(`The user '${id}' does not exist.`);
  if (known === null && kind === undefined) throw badRequest("A value is required for property 'userId'.");
  const base = known ?? { id: '', kind: '', tenant: '', groups: [], roles: [] };
  return kind === undefined || kind === 'none' ? base : { ...base, kind, tenant };
}

/**
 * The sign-in that a body of conditionalAccessRoot: evaluate tells (Graph v1.0, signInIdentity, signInContext, signInConditions), with
 * what Microsoft documents as the default in the place of what it leaves out.
 * @throws GraphError 400 where it is not of that form
 */
export function readWhatIf(body: unknown, find: FindUser): WhatIfSignIn & { appliedOnly: boolean } {
  if (!isObject(body)) throw badRequest('A JSON object is required.');
  const conditions = objectAt(body, 'signInConditions');
  const { authenticationFlow, deviceInfo, ipAddress, country } = conditions;
  const clients = ['all', 'browser', 'mobileappsanddesktopclients', 'exchangeactivesync', 'other'];
  const platforms = ['all', 'android', 'ios', 'windows', 'windowsphone', 'macos', 'linux'];
  const flows = ['none', 'devicecodeflow', 'authenticationtransfer'];
  return {
    user: userOf(objectAt(body, 'signInIdentity'), find),
    ...contextOf(objectAt(body, 'signInContext')),
    client: valueAt(conditions, 'clientAppType', clients, 'all'),
    platform: valueAt(conditions, 'devicePlatform', platforms, 'all'),
    place: { address: textAt(ipAddress), country: textAt(country) },
    signInRisk: valueAt(conditions, 'signInRiskLevel', risks, 'none'),
    userRisk: valueAt(conditions, 'userRiskLevel', risks, 'none'),
    insiderRisk: valueAt(conditions, 'insiderRiskLevel', ['none', 'minor', 'moderate', 'elevated'], 'none'),
    flow: valueAt(isObject(authenticationFlow) ? authenticationFlow : {}, 'transferMethod', flows, 'none'),
    device: isObject(deviceInfo) ? deviceInfo : {},
    appliedOnly: body.appliedPoliciesOnly === true,
  };
}

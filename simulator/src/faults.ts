import { hashFraction, keyOfText } from './counter-hash.ts';

/** Something that goes wrong on demand. All conditions that are given must hold. */
export interface Fault {
  /** Absent: every tenant. */
  tenantId?: string;
  /** Beginning of the path without version: `/users`, `/$batch`, `/oauth2/v2.0/token`, `/dns/contoso.example`. */
  pathPrefix: string;
  /** `POST`; absent: every method. */
  method?: string;
  /** Only requests for a further page of a list, by its `$skiptoken`. */
  onLaterPages?: boolean;
  /** status: answer with `status`; slow: wait `delayMs` first; truncate: cut the body; drop: close without an answer. */
  kind: 'status' | 'slow' | 'truncate' | 'drop';
  status?: number;
  /** Body of a `status` fault; absent: Graph's error form. */
  body?: unknown;
  retryAfterSeconds?: number;
  /** Ends after so many hits; absent: stays. */
  times?: number;
  /**
   * Share of the requests that come this far which are hit, 0 to 1; absent: all. Drawn from the seed, the fault itself,
   * the tenant, the path, and the number of requests before: what else is asked, and when, changes nothing.
   */
  probability?: number;
  /** Draws from this seed instead of the cloud's. */
  seed?: string;
  delayMs?: number;
}

/** What else is known of a request. */
interface Asked {
  method?: string;
  kinds?: Fault['kind'][];
  isLaterPage?: boolean;
}

export interface Faults {
  /** Adds a fault to those in force. The first that matches a request hits it. */
  set(fault: Fault): void;
  clear(): void;
  list(): Fault[];
  /** The fault that hits this request; counts the hit. `kinds` limits which kinds can. */
  hit(tenantId: string | null, path: string, asked?: Asked): Fault | null;
}

interface Armed {
  fault: Fault;
  left: number;
  /** What it draws from: the fault, and how many like it there were before. */
  text: string;
  /** Draws so far by tenant and path. */
  draws: Map<string, number>;
}

function drawn({ text, draws }: Armed, asked: string): number {
  const count = (draws.get(asked) ?? 0) + 1;
  draws.set(asked, count);
  return hashFraction(keyOfText(`${text}/${asked}`), count, 1);
}

export function createFaults(seed: string): Faults {
  let armed: Armed[] = [];
  return {
    set(fault) {
      const like = JSON.stringify([fault.seed ?? seed, fault]);
      const text = `${like}/${armed.filter((entry) => entry.text.startsWith(like)).length}`;
      armed.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY, text, draws: new Map() });
    },
    clear() {
      armed = [];
    },
    list: () => armed.filter((entry) => entry.left > 0).map((entry) => entry.fault),
    hit(tenantId, path, { method, kinds, isLaterPage = false } = {}) {
      const below = path.replace(/^\/(v1\.0|beta)(?=\/)/, '').toLowerCase();
      for (const entry of armed) {
        const { fault } = entry;
        if (entry.left <= 0 || (kinds && !kinds.includes(fault.kind))) continue;
        if (fault.tenantId !== undefined && fault.tenantId !== tenantId) continue;
        if (fault.method !== undefined && fault.method !== method) continue;
        if (fault.onLaterPages === true && !isLaterPage) continue;
        if (!below.startsWith(fault.pathPrefix.replace(/^\/v1\.0(?=\/)/, '').toLowerCase())) continue;
        if (fault.probability !== undefined && drawn(entry, `${tenantId}${below}`) >= fault.probability) continue;
        entry.left--;
        return fault;
      }
      return null;
    },
  };
}

/** The header of a `status` fault. */
export function retryAfter({ retryAfterSeconds }: Fault): Record<string, string> {
  return retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
}

const kinds: readonly string[] = ['status', 'slow', 'truncate', 'drop'];

function optionalNumber(value: object, name: string): number | undefined {
  const number: unknown = Reflect.get(value, name);
  if (number === undefined) return undefined;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0)
    throw new TypeError(`${name} must be a number of 0 or more`);
  return number;
}

function isKind(value: unknown): value is Fault['kind'] {
  return typeof value === 'string' && kinds.includes(value);
}

/** A fault from JSON; throws a TypeError that names what is wrong. */
export function parseFault(value: unknown): Fault {
  if (typeof value !== 'object' || value === null) throw new TypeError('a fault must be an object');
  const kind: unknown = Reflect.get(value, 'kind');
  const pathPrefix: unknown = Reflect.get(value, 'pathPrefix');
  const tenantId: unknown = Reflect.get(value, 'tenantId');
  if (!isKind(kind)) throw new TypeError(`kind must be one of ${kinds.join(', ')}`);
  if (typeof pathPrefix !== 'string') throw new TypeError('pathPrefix must be a string');
  if (tenantId !== undefined && typeof tenantId !== 'string') throw new TypeError('tenantId must be a string');
  const method: unknown = Reflect.get(value, 'method');
  if (method !== undefined && typeof method !== 'string') throw new TypeError('method must be a string');
  const onLaterPages: unknown = Reflect.get(value, 'onLaterPages');
  if (onLaterPages !== undefined && typeof onLaterPages !== 'boolean')
    throw new TypeError('onLaterPages must be true or false');
  const seed: unknown = Reflect.get(value, 'seed');
  if (seed !== undefined && typeof seed !== 'string') throw new TypeError('seed must be a string');
  const status = optionalNumber(value, 'status');
  if (kind === 'status' && (status === undefined || status < 200 || status > 599))
    throw new TypeError('status must be 200 to 599');
  return {
    tenantId,
    pathPrefix,
    method,
    onLaterPages,
    kind,
    status,
    body: Reflect.get(value, 'body'),
    retryAfterSeconds: optionalNumber(value, 'retryAfterSeconds'),
    times: optionalNumber(value, 'times'),
    probability: optionalNumber(value, 'probability'),
    seed,
    delayMs: optionalNumber(value, 'delayMs'),
  };
}

import { cleanText, uriComponent } from '@tenantry/contract/text';
import type * as z from 'zod/mini';
import type { GuardedAnswer, GuardedFetch, GuardedRequest } from '../../ports/guarded-fetch.ts';
import type { TicketAnswer, TicketFailure } from '../../ports/ticket-system.ts';

/** How long a system that refuses our sign-in, or whose answer nobody can read, is left alone. */
const longPauseSeconds = 900;
/** How long one is that asks for fewer requests and does not say how long. */
const pauseSeconds = 60;
const maxReason = 300;

export type TicketHttp = {
  fetch: GuardedFetch;
  /** As people know the system: 'HaloPSA'. */
  name: string;
  /** Values that no reason may repeat. */
  secrets: readonly string[];
  /** What is said of a refusal in its own body; '' where nothing is. */
  messageOf(body: unknown): string;
  /** Whether this status with this body is about what was asked for, where the status alone says otherwise. */
  isAboutRequest?(status: number, message: string): boolean;
};

export const ok = <T>(value: T): TicketAnswer<T> => ({ kind: 'ok', value });

export const ticketFailed = (reason: string): TicketFailure => ({
  kind: 'failed',
  reason,
  isPermanent: true,
  concerns: 'ticket',
});

const systemFailed = (reason: string, retryAfter: number | undefined, isPermanent = false): TicketFailure => ({
  kind: 'failed',
  reason,
  isPermanent,
  concerns: 'system',
  ...(retryAfter === undefined ? {} : { retryAfterSeconds: retryAfter }),
});

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A secret in each form in which a request carries it, and an answer may repeat it. */
const formsOf = (secret: string): string[] => [
  secret,
  uriComponent(secret),
  new URLSearchParams([['', secret]]).toString().slice(1),
];

/** What no reason may repeat of a request: the secrets, and what it signs in with, which is made of them or stands for them. */
function unsayable({ secrets }: TicketHttp, { headers }: GuardedRequest): string[] {
  const signIn = headers?.authorization ?? '';
  const credential = signIn.slice(signIn.indexOf(' ') + 1);
  const all = [...secrets, credential].flatMap(formsOf).filter((form) => form !== '');
  // The longest first: what is part of another would leave the rest of it.
  return all.toSorted((a, b) => b.length - a.length);
}

function told(http: TicketHttp, request: GuardedRequest, text: string): string {
  const body = parsed(text);
  const message = body === undefined ? '' : http.messageOf(body);
  return cleanText(
    unsayable(http, request).reduce((rest, form) => rest.replaceAll(form, '…'), message),
    maxReason,
  );
}

/** What an answer that is no success means. */
function failureOf(http: TicketHttp, request: GuardedRequest, answer: GuardedAnswer): TicketFailure {
  const { name } = http;
  if (answer.kind === 'refused') return systemFailed(`${name} is not asked: ${answer.reason}.`, undefined, true);
  if (answer.kind === 'failed') return systemFailed(`${name} could not be reached: ${answer.reason}.`, pauseSeconds);
  const { status, text, retryAfterSeconds: wait } = answer;
  const message = told(http, request, text);
  const said = message === '' ? '' : `: ${message}`;
  if (http.isAboutRequest?.(status, message)) return ticketFailed(`${name} refused it (${status})${said}`);
  if (status === 429) return systemFailed(`${name} asks for fewer requests (429)${said}`, wait ?? pauseSeconds);
  if (status === 401 || status === 403)
    return systemFailed(`${name} refused the sign-in or a right of it (${status})${said}`, wait ?? longPauseSeconds);
  if (status >= 300 && status < 400)
    return systemFailed(`${name} answered ${status}: redirects are not followed.`, longPauseSeconds);
  if (status >= 500 || status === 408) return systemFailed(`${name} answered ${status}${said}`, wait ?? pauseSeconds);
  return ticketFailed(`${name} refused it (${status})${said}`);
}

/** An answer that is not what the interface says. */
export const unreadable = (name: string): TicketFailure =>
  systemFailed(`${name} answered something else than its interface says.`, longPauseSeconds);

/**
 * Sends a request and reads its answer by a schema. Fields that the schema does not name are left out.
 */
export async function askTickets<T>(
  http: TicketHttp,
  request: GuardedRequest,
  schema: z.ZodMiniType<T>,
): Promise<TicketAnswer<T>> {
  const answer = await http.fetch(request);
  if (answer.kind !== 'answered') return failureOf(http, request, answer);
  if (answer.status < 200 || answer.status >= 300) return failureOf(http, request, answer);
  const read = schema.safeParse(parsed(answer.text));
  return read.success ? ok(read.data) : unreadable(http.name);
}

/** The value of an answer handed on to the next step; a failure stays what it is. */
export async function andThen<A, B>(
  given: TicketAnswer<A> | Promise<TicketAnswer<A>>,
  next: (value: A) => Promise<TicketAnswer<B>> | TicketAnswer<B>,
): Promise<TicketAnswer<B>> {
  const answer = await given;
  return answer.kind === 'ok' ? next(answer.value) : answer;
}

/** An address with its query. */
export function urlOf(base: string, path: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const search = new URLSearchParams(given.map(([name, value]) => [name, value])).toString();
  return `${base.replace(/\/$/, '')}${path}${search === '' ? '' : `?${search}`}`;
}

/** The host of a web site, in lower case; '' where it is none. */
export function domainOf(website: string | null | undefined): string {
  const text = (website ?? '').trim().toLowerCase();
  if (text === '') return '';
  const host = URL.parse(/^https?:/.test(text) ? text : `https://${text}`)?.hostname ?? '';
  return host.replace(/^www\./, '');
}

/** Options with a name each, in the order in which the system has them. */
export const optionsOf = (items: readonly { id: number | string; name: string }[]) =>
  items.map(({ id, name }) => ({ id: String(id), label: cleanText(name, 100) || String(id) }));

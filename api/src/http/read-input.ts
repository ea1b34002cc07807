import type { HttpRequest } from '@azure/functions';
import type { Endpoint, Schema } from '@tenantry/contract/endpoint';
import { cleanText, textProblemsIn } from '@tenantry/contract/text';
import * as z from 'zod/mini';
import { AppError, type FieldError } from './app-error.ts';

z.config(z.locales.en());

/** @throws AppError UNSUPPORTED_CONTENT_TYPE, BODY_TOO_LARGE, INVALID_JSON */
async function readJson(request: HttpRequest, maxBytes: number): Promise<unknown> {
  const contentType = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(contentType)) {
    throw new AppError('UNSUPPORTED_CONTENT_TYPE', 'Send the body as JSON, with the content type application/json.');
  }
  const tooLarge = () => new AppError('BODY_TOO_LARGE', `The body is larger than ${maxBytes} bytes. Send less.`);
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length > maxBytes) throw tooLarge();
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) {
      throw new AppError('INVALID_JSON', 'The body is not valid JSON in UTF-8. Correct it and send it again.');
    }
    throw error;
  }
}

/** A repeated key becomes a list, which no schema of ours takes: what is ambiguous is refused. */
function queryObject(query: URLSearchParams): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = Object.create(null);
  for (const key of new Set(query.keys())) {
    const all = query.getAll(key);
    values[key] = all.length === 1 ? (all[0] ?? '') : all;
  }
  return values;
}

function parse(schema: Schema | undefined, value: unknown): { value: unknown } | { problems: FieldError[] } {
  if (!schema) return { value: undefined };
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return { value: parsed.data };
  return { problems: parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })) };
}

/** Bytes of a query that are no UTF-8, which reading it has made into U+FFFD. */
function badQueryBytes(url: string): FieldError[] {
  const [, query = ''] = /\?([^#]*)/.exec(url) ?? [];
  return query.split('&').flatMap((pair) => {
    try {
      for (const [bytes] of pair.matchAll(/(?:%[0-9a-f]{2})+/gi)) decodeURIComponent(bytes);
      return [];
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
      const [path = ''] = new URLSearchParams(pair).keys();
      return [{ path: cleanText(path, 100), message: 'Must be UTF-8' }];
    }
  });
}

/** What is wrong with texts, before any schema is asked: no endpoint can leave it out. */
function textProblems(endpoint: Endpoint, request: HttpRequest, input: readonly unknown[]): FieldError[] {
  return [...badQueryBytes(request.url), ...input.flatMap((part) => textProblemsIn(part, endpoint.multiline))];
}

/** Messages that need their field's name in front; the contract's other messages are whole sentences. */
const needsItsField = /^(Invalid|Too|Unrecognized|Must)\b/;

function problemText({ path, message }: FieldError): string {
  if (path === '') return message;
  if (message.endsWith('received undefined')) return `${path} is required`;
  return needsItsField.test(message) ? `${path}: ${message}` : message;
}

const invalid = (problems: FieldError[]): AppError =>
  new AppError('INVALID_INPUT', problems[0] ? problemText(problems[0]) : 'The input is not right.', {
    fields: problems,
  });

export type ParsedInput = { params: unknown; query: unknown; body: unknown };

/**
 * The request's input, parsed by the endpoint's schemas.
 * @throws AppError with every field that is wrong, in one answer
 */
export async function readInput(endpoint: Endpoint, request: HttpRequest): Promise<ParsedInput> {
  const json = endpoint.body ? await readJson(request, endpoint.maxBodyBytes) : undefined;
  const asked = queryObject(request.query);
  const unreadable = textProblems(endpoint, request, [request.params, asked, json]);
  if (unreadable.length > 0) throw invalid(unreadable);
  const params = parse(endpoint.params, request.params);
  const query = parse(endpoint.query, asked);
  const body = parse(endpoint.body, json);
  if ('problems' in params || 'problems' in query || 'problems' in body) {
    throw invalid([params, query, body].flatMap((part) => ('problems' in part ? part.problems : [])));
  }
  return { params: params.value, query: query.value, body: body.value };
}

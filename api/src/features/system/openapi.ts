import { clientHeader, type Endpoint, type Schema, tenantHeader } from '@tenantry/contract/endpoint';
import { ErrorBody, statusOfCode } from '@tenantry/contract/errors';
import { TenantId } from '@tenantry/contract/ids';
import { mayHaveLines } from '@tenantry/contract/text';
import { tokenHeader } from '@tenantry/contract/tokens';
import * as z from 'zod/mini';
import { portablePattern, textPatterns } from './openapi-patterns.ts';

type JsonSchema = { [key: string]: unknown };

/** Schemas that several others refer to, by name. */
type Shared = Map<string, JsonSchema>;

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A schema with each of the schemas in it changed, the innermost first. */
function changed(
  schema: JsonSchema,
  change: (one: JsonSchema, path: readonly string[]) => JsonSchema,
  path: readonly string[] = [],
): JsonSchema {
  const inner = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (key === 'properties' && isSchema(value)) {
      const each = Object.entries(value).map(([name, one]) => [
        name,
        isSchema(one) ? changed(one, change, [...path, name]) : one,
      ]);
      return [key, Object.fromEntries(each)];
    }
    if (Array.isArray(value)) return [key, value.map((one) => (isSchema(one) ? changed(one, change, path) : one))];
    const inside = key === 'items' ? [...path, '*'] : path;
    return [key, isSchema(value) && key !== 'default' ? changed(value, change, inside) : value];
  });
  return change(Object.fromEntries(inner), path);
}

function portable(schema: JsonSchema): JsonSchema {
  return typeof schema.pattern === 'string' ? { ...schema, pattern: portablePattern(schema.pattern) } : schema;
}

/** Anchored, and without a class or a dot that lets in what it does not name. */
const namesAllItTakes = (pattern: unknown) =>
  typeof pattern === 'string' && /^\^.*\$$/s.test(pattern) && !/\[\^|\./.test(pattern);

/** Builds the document's schemas; `shared` fills with what they refer to. */
function schemaWriter(shared: Shared) {
  const patterns = textPatterns();

  /** A text that comes in holds no more than the contract's rules for text allow, whatever else is said of it. */
  function readable(schema: JsonSchema, isMultiline: boolean): JsonSchema {
    const { type, format, enum: values, const: value, pattern, minLength = 0 } = schema;
    const allOf = Array.isArray(schema.allOf) ? schema.allOf : [];
    if (type !== 'string' || format !== undefined || values !== undefined || value !== undefined) return schema;
    if (namesAllItTakes(pattern)) return schema;
    const visible = pattern === undefined && allOf.length === 0 ? Number(minLength) : 0;
    const name = `${isMultiline ? 'Lines' : 'Line'}${visible === 0 ? '' : visible}`;
    const rule = { type: 'string', pattern: isMultiline ? patterns.lines(visible) : patterns.line(visible) };
    shared.set(name, { description: 'Text of visible characters, at least as many as its name says', ...rule });
    return { ...schema, allOf: [...allOf.map((one) => ({ type, ...one })), { $ref: `#/components/schemas/${name}` }] };
  }

  return {
    output: (schema: Schema): JsonSchema => changed(jsonSchema(schema, 'output'), portable),
    input: (schema: Schema, multiline: readonly string[]): JsonSchema =>
      changed(jsonSchema(schema, 'input'), (one, path) =>
        readable(portable(one), mayHaveLines(path.join('.'), multiline)),
      ),
  };
}

type Writer = ReturnType<typeof schemaWriter>;

function jsonSchema(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return rest;
}

function parametersOf(endpoint: Endpoint, write: Writer): JsonSchema[] {
  const fields = (schema: Schema | undefined, place: 'path' | 'query') => {
    if (!schema) return [];
    const { properties = {}, required = [] } = write.input(schema, endpoint.multiline);
    return Object.entries(properties as Record<string, JsonSchema>).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path' || (required as string[]).includes(name),
      schema: field,
    }));
  };
  const { from } = endpoint.tenant;
  const header = { name: tenantHeader, in: 'header', required: from === 'header', schema: write.input(TenantId, []) };
  const ours = { name: clientHeader.name, in: 'header', required: true, schema: { const: clientHeader.value } };
  return [
    ...fields(endpoint.params, 'path'),
    ...fields(endpoint.query, 'query'),
    ...(from === 'header' || from === 'headerIfPresent' ? [header] : []),
    ...(endpoint.changes && endpoint.method === 'GET' ? [ours] : []),
  ];
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

/** Of a call that answers with a file or with a body, 200 is the file. */
function successOf(endpoint: Endpoint, status: number, write: Writer): JsonSchema {
  if (endpoint.bodiless.includes(status)) return { description: 'Success, without a body' };
  const isFile = endpoint.files.length > 0 && status === 200;
  if (endpoint.response && !isFile) return { description: 'Success', content: json(write.output(endpoint.response)) };
  if (isFile) {
    return { description: 'A file', content: Object.fromEntries(endpoint.files.map((mediaType) => [mediaType, {}])) };
  }
  const location = { description: 'Where the browser goes', required: true, schema: { type: 'string' } };
  return { description: 'A redirect', headers: { location } };
}

/** The statuses of refusals: those that any such call may give by name, and whatever else the table of errors has. */
function refusalsOf({ access, params, query, body, tenant, method, download, token }: Endpoint): (number | string)[] {
  const takesInput = params ?? query ?? body;
  return [
    ...(takesInput || tenant.from !== 'none' ? [400] : []),
    ...(access === 'public' ? [] : [401]),
    ...(access !== 'public' || method !== 'GET' || download ? [403] : []),
    ...(params || tenant.from !== 'none' ? [404] : []),
    ...(body ? [413, 415] : []),
    ...(token === null ? [] : [statusOfCode.RATE_LIMITED]),
    statusOfCode.INTERNAL,
    statusOfCode.UNAVAILABLE,
    '4XX',
  ];
}

const whoMay = ({ access, client }: Endpoint) =>
  access === 'public'
    ? 'Open to everyone.'
    : `Needs at least the role ${access}.${client ? ' Contacts of the client may make it in their tenant.' : ''}`;

const tokenUses = {
  read: 'Open to tokens, which read it.',
  propose: 'Open to tokens, which propose by it.',
  none: 'Closed to tokens.',
} as const;

/** By which of the ways in `securitySchemes` a call can be made: each alone is enough. */
function securityOf({ access, token }: Endpoint): JsonSchema[] {
  if (access === 'public') return [];
  return [{ session: [] }, ...(token === null ? [] : [{ token: [] }, { bearer: [] }])];
}

function operationOf(endpoint: Endpoint, write: Writer): JsonSchema {
  const refusal = { $ref: '#/components/responses/Error' };
  const { body, multiline } = endpoint;
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: `${whoMay(endpoint)} ${tokenUses[endpoint.token ?? 'none']}`,
    'x-token': endpoint.token,
    parameters: parametersOf(endpoint, write),
    ...(body ? { requestBody: { required: true, content: json(write.input(body, multiline)) } } : {}),
    responses: Object.fromEntries([
      ...endpoint.statuses.map((status) => [status, successOf(endpoint, status, write)]),
      ...refusalsOf(endpoint).map((status) => [status, refusal]),
    ]),
    security: securityOf(endpoint),
  };
}

const about = `Texts are well formed Unicode without control, format and other invisible characters. The patterns say so for
characters up to U+FFFF. Where such a character is seen after all, as the joiners within emoji and within Persian or Indic
words, it is taken though the patterns do not say so.`;

/** The API as an OpenAPI 3.1 document, from the table of endpoints. */
export function openApiDocument(endpoints: readonly Endpoint[], cookieName: string): JsonSchema {
  const shared: Shared = new Map();
  const write = schemaWriter(shared);
  const paths: Record<string, JsonSchema> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(endpoint, write) };
  }
  shared.set('Error', write.output(ErrorBody));
  const retryAfter = {
    description: 'Seconds after which to try again, where that is known',
    schema: { type: 'integer' },
  };
  const error = {
    description: 'What stands in the way, and what to do',
    headers: { 'retry-after': retryAfter },
    content: json({ $ref: '#/components/schemas/Error' }),
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Tenantry', version: '0.1.0', description: about.replaceAll('\n', ' ') },
    paths,
    components: {
      schemas: Object.fromEntries(shared),
      responses: { Error: error },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName, description: 'Somebody who is signed in' },
        token: { type: 'apiKey', in: 'header', name: tokenHeader, description: 'A token of the API' },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The same token, where nothing in front of the API writes that header itself',
        },
      },
    },
  };
}

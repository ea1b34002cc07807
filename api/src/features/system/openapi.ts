import { clientHeader, type Endpoint, type Schema, tenantHeader } from '@tenantry/contract/endpoint';
import { ErrorBody } from '@tenantry/contract/errors';
import * as z from 'zod/mini';

type JsonSchema = Record<string, unknown>;

function schemaOf(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return rest;
}

function parametersOf(endpoint: Endpoint): JsonSchema[] {
  const fields = (schema: Schema | undefined, place: 'path' | 'query') => {
    if (!schema) return [];
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
      properties?: object;
      required?: string[];
    };
    return Object.entries(properties).map(([name, field]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: field,
    }));
  };
  const { from } = endpoint.tenant;
  const header =
    from === 'header' || from === 'headerIfPresent'
      ? [{ name: tenantHeader, in: 'header', required: from === 'header', schema: { type: 'string', format: 'uuid' } }]
      : [];
  const asksWhoCalls = endpoint.changes && endpoint.method === 'GET';
  const ours = asksWhoCalls
    ? [{ name: clientHeader.name, in: 'header', required: true, schema: { type: 'string', const: clientHeader.value } }]
    : [];
  return [...fields(endpoint.params, 'path'), ...fields(endpoint.query, 'query'), ...header, ...ours];
}

function operationOf(endpoint: Endpoint): JsonSchema {
  const content = (schema: JsonSchema) => ({ 'application/json': { schema } });
  const success = endpoint.response
    ? { description: 'Success', content: content(schemaOf(endpoint.response, 'output')) }
    : endpoint.navigation
      ? { description: 'A redirect' }
      : {
          description: 'A file',
          content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
        };
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    description: endpoint.access === 'public' ? 'Open to everyone.' : `Needs at least the role ${endpoint.access}.`,
    parameters: parametersOf(endpoint),
    ...(endpoint.body ? { requestBody: { required: true, content: content(schemaOf(endpoint.body, 'input')) } } : {}),
    responses: {
      [endpoint.navigation ? '302' : '2XX']: success,
      default: { description: 'An error', content: content(schemaOf(ErrorBody, 'output')) },
    },
    security: endpoint.access === 'public' ? [] : [{ session: [] }],
  };
}

/** The API as an OpenAPI 3.1 document, from the table of endpoints. */
export function openApiDocument(endpoints: readonly Endpoint[], cookieName: string): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tenantry', version: '0.1.0' },
    paths,
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } } },
  };
}

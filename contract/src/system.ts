import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

export const getOpenApi = defineEndpoint({
  name: 'openapi',
  summary: 'This API as an OpenAPI 3.1 document',
  method: 'GET',
  path: '/api/openapi.json',
  access: 'viewer',
  token: 'read',
  response: z.record(z.string(), z.unknown()),
});

import { endpoints } from '@tenantry/contract/endpoints';
import { getOpenApi } from '@tenantry/contract/system';
import { publicRoute, type Route } from '../../http/route.ts';
import { openApiDocument } from './openapi.ts';

export function systemRoutes({ cookieName }: { cookieName: string }): Route[] {
  const document = openApiDocument(endpoints, cookieName);
  return [publicRoute(getOpenApi, async () => document)];
}

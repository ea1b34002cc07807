import { endpoints } from '@tenantry/contract/endpoints';
import { getOpenApi } from '@tenantry/contract/system';
import { callerRoute, type Route } from '../../http/route.ts';
import { openApiDocument } from './openapi.ts';

export function systemRoutes({ cookieName }: { cookieName: string }): Route[] {
  // Made when somebody asks: it takes longer than all else at the start of a host.
  let document: ReturnType<typeof openApiDocument> | undefined;
  return [
    callerRoute(getOpenApi, async () => {
      document ??= openApiDocument(endpoints, cookieName);
      return document;
    }),
  ];
}

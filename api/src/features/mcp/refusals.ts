import type { ErrorBody } from '@tenantry/contract/errors';
import { truncate } from '@tenantry/contract/text';
import type { McpObject, McpToolAnswer } from '../../ports/mcp.ts';
import { clipText, isMarked } from './tenant-text.ts';

/** What to do where a call was refused, by its code. */
const whatToDo: Readonly<Record<string, string>> = {
  INVALID_INPUT: 'Correct what is named, and call again.',
  NO_TENANT: 'Name a tenant by tenantId.',
  TENANT_NOT_FOUND: 'Call list_tenants for the ids of the tenants that you may see.',
  NOT_FOUND: 'Look for its id again with the tool that lists it.',
  NO_SCAN_YET: 'Have the tenant scanned in Tenantry first.',
  FORBIDDEN: 'Your role or scope does not allow it. Calling again does not help: ask an administrator.',
  CONFLICT: 'It is settled as the message says. Calling again does not help.',
  TOO_MANY_ATTEMPTS: 'Wait, and call again.',
  UNAVAILABLE: 'Wait, and call again.',
  INTERNAL: 'Tell support the request id.',
  NOT_HERE: 'Connect to the /api/mcp of an installation.',
};

/** More is told of no refusal: what somebody sends is not sent back whole. */
const most = { fields: 10, message: 500 } as const;

const short = (text: string): string =>
  isMarked(text) ? clipText(text, most.message) : truncate(text, most.message, '…');
const shortField = ({ path, message }: { path: string; message: string }) => ({
  path: short(path),
  message: short(message),
});

const otherwise = 'Do it in Tenantry, in the browser.';

/** The answer of a tool that could not do what it was asked: what is wrong, and what to do. */
export function refusal(error: Pick<ErrorBody, 'code' | 'message'> & Partial<ErrorBody>): McpToolAnswer {
  const { code, message, fields, retryAfterSeconds, requestId } = error;
  const told: McpObject = {
    code,
    message: short(message),
    whatToDo: whatToDo[code] ?? otherwise,
    ...(fields === undefined ? {} : { fields: fields.slice(0, most.fields).map(shortField) }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(code === 'INTERNAL' ? { requestId } : {}),
  };
  return { structured: { error: told }, isError: true };
}

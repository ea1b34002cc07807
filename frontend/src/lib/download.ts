import type { Endpoint } from '@tenantry/contract/endpoint';
import { type CallInput, send } from './api-client.ts';

/** The file name of a Content-Disposition header (RFC 6266: `filename*` before `filename`), or null. */
export function fileNameOf(header: string | null): string | null {
  if (header === null) return null;
  const extended = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(header)?.[1];
  const decoded = extended === undefined ? null : decodedOrNull(extended.trim());
  if (decoded !== null) return decoded;
  const quoted = /filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1];
  return quoted ?? /filename\s*=\s*([^;]+)/i.exec(header)?.[1]?.trim() ?? null;
}

function decodedOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/**
 * Fetches a file and hands it to the browser to save. Throws `ApiError` like any call.
 * @param fallbackName used where the answer names no file
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  fallbackName: string,
): Promise<void> {
  await saveResponse(await send(endpoint, input), fallbackName);
}

/** Hands the file of an answer to the browser to save. */
export async function saveResponse(response: Response, fallbackName: string): Promise<void> {
  saveFile(await response.blob(), fileNameOf(response.headers.get('content-disposition')) ?? fallbackName);
}

/** Has the browser save the file at an address, which answers with one: the page stays where it is. */
export function saveFrom(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.click();
}

/** Hands a file that the page has made to the browser to save. */
export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(url);
}

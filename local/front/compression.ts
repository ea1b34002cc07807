import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/**
 * What Static Web Apps is known to compress: "popular text formats, such as .html, .css, and .js" (Microsoft Learn, Azure
 * Static Web Apps FAQ). It names no others, so those stay as they are, and no figure here is better than on Azure.
 */
const compressedTypes = ['text/html', 'text/css', 'text/javascript', 'application/javascript'];
/** Azure's is not documented; this is what servers take that compress while they answer. */
const brotliQuality = 5;

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body: Buffer) => promisify(gzip)(body),
};

/** Brotli before gzip, as Azure chooses; undefined where the client takes neither. */
export function encodingFor(acceptEncoding: string | undefined): Encoding | undefined {
  const accepted = new Map(
    (acceptEncoding ?? '').split(',').map((one): [string, number] => {
      const [name = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return (['br', 'gzip'] as const).find((encoding) => (accepted.get(encoding) ?? 0) > 0);
}

/** Whether a file of this `Content-Type` is compressed. */
export function isCompressed(contentType: string | undefined): boolean {
  return compressedTypes.includes((contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '');
}

/** @param body of one file, whole */
export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return compressors[encoding](body);
}

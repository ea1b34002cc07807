import { type LogoType, maxLogoBytes } from '@tenantry/contract/report-settings';
import type { ReportLogo } from '../report-model.ts';
import { cleanPng } from './clean-png.ts';
import { cleanSvg } from './clean-svg.ts';
import { RefusedLogo } from './refused-logo.ts';

function bytesOf(base64: string): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  // Node leaves out what is no Base64: only what comes back as it went in is.
  if (bytes.length === 0 || bytes.toString('base64') !== base64) {
    throw new RefusedLogo('The file did not arrive whole. Choose it again.');
  }
  if (bytes.length > maxLogoBytes) {
    throw new RefusedLogo(`The logo is too large. Choose a file of at most ${maxLogoBytes / 1024} KB.`);
  }
  return bytes;
}

/**
 * The logo as it is kept and printed: decoded, and written anew from the parts that print.
 * @throws RefusedLogo with what is wrong and what to do
 */
export async function checkedLogo({
  contentType,
  base64,
}: {
  contentType: LogoType;
  base64: string;
}): Promise<ReportLogo> {
  const bytes = bytesOf(base64);
  const cleaned = contentType === 'image/png' ? await cleanPng(bytes) : cleanSvg(bytes);
  const { width, height } = cleaned;
  return { contentType, base64: Buffer.from(cleaned.bytes).toString('base64'), width, height };
}

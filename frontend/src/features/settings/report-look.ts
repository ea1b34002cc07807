import { type LogoType, maxLogoBytes } from '@tenantry/contract/report-settings';
import { luminanceOf } from '../../lib/color.ts';
import { formatSize } from '../../lib/format.ts';

/** A logo as it is sent. */
export type Logo = { contentType: LogoType; base64: string };

/** `revision`: of the settings that it stands in; null before it is saved. */
export type ShownLogo = Logo & { revision: number | null };

/** The contrast of a color with white paper, from 1 to 21 (WCAG 2.2). */
export const contrastWithWhite = (color: string): number => 1.05 / (luminanceOf(color) + 0.05);

/** What text needs at least to be read (WCAG 2.2, 1.4.3). */
export const readableContrast = 4.5;

/** The bytes of a file in Base64, of which each fourth character stands for nothing where it is '='. */
export const sizeOfBase64 = (base64: string): number =>
  (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);

export const logoTypeLabels: Record<LogoType, string> = { 'image/png': 'PNG', 'image/svg+xml': 'SVG' };

const isLogoType = (type: string): type is LogoType => Object.hasOwn(logoTypeLabels, type);

export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** As many as a call takes as arguments in every browser. */
const chunkSize = 8192;

function base64OfBytes(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += chunkSize) {
    text += String.fromCharCode(...bytes.subarray(at, at + chunkSize));
  }
  return btoa(text);
}

/** A chosen file as a logo; a text says why it is none. What is in it the server looks at. */
export async function logoOfFile(file: File): Promise<Logo | string> {
  if (!isLogoType(file.type)) return 'Choose a PNG or an SVG file.';
  if (file.size > maxLogoBytes) {
    return `The file has ${formatSize(file.size)}. Choose one of at most ${maxLogoBytes / 1024} KB.`;
  }
  return { contentType: file.type, base64: base64OfBytes(new Uint8Array(await file.arrayBuffer())) };
}

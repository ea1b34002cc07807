import { describe, expect, it } from 'vitest';
import { contentDisposition } from './handle.ts';

const nameIn = (header: string) => decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(header)?.[1] ?? '');

describe('the name of a file', () => {
  it('is given in full to browsers of today, and in ASCII to others', () => {
    const header = contentDisposition('Findings_Bäckerei "Süd"/(1).csv');
    expect(header).toContain('filename="Findings_B_ckerei _S_d__(1).csv"');
    expect(nameIn(header)).toBe('Findings_Bäckerei _Süd__(1).csv');
  });

  it.each([
    ['half a character', 'Report_Contoso \ud83d.pdf'],
    ['the other half', 'Report_\udc00.pdf'],
    ['a megabyte', `Report_${'😀'.repeat(250_000)}.pdf`],
    ['a megabyte of halves', `Report_${'\ud83d'.repeat(500_000)}.pdf`],
    ['controls', 'Report_\0a\r\nset-cookie: b=c\u0085.pdf'],
    ['an override of direction', 'Report_\u202efdp.pdf'],
    ['nothing', '.pdf'],
    ['only what cannot be seen', '\u200b\u3164.pdf'],
    ['a way out of the folder', '../../etc/passwd.pdf'],
    ['no extension, and no end', 'x'.repeat(10_000)],
  ])('with %s is a header that every server sends', (_, fileName) => {
    const header = contentDisposition(fileName);
    expect(header).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w.%~!#$&+^`|-]+$/);
    const name = nameIn(header);
    expect(name).not.toMatch(/[/\\]|^\.|[\p{Cc}\p{Cf}]/u);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    if (fileName.endsWith('.pdf')) expect(name).toMatch(/.\.pdf$/);
  });
});

import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { checkedLogo } from './checked-logo.ts';
import { RefusedLogo } from './refused-logo.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer = Buffer.alloc(0), sum?: number): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(sum ?? crc32(named));
  return Buffer.concat([length, named, check]);
}
function header(width: number, height: number, [depth, colorType, ...ways]: number[] = [8, 6, 0, 0, 0]): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth ?? 8, colorType ?? 6, ...ways], 8);
  return chunk('IHDR', data);
}
const pixels = (width: number, height: number) => Buffer.alloc((1 + width * 4) * height, 0);
const picture = (width: number, height: number) => chunk('IDAT', deflateSync(pixels(width, height)));
const end = chunk('IEND');
const png = (...parts: Buffer[]) => Buffer.concat([signature, ...parts]);
const taken = (bytes: Buffer) => checkedLogo({ contentType: 'image/png', base64: bytes.toString('base64') });

function chunkTypes(bytes: Buffer): string[] {
  const types: string[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
    types.push(bytes.toString('latin1', at + 4, at + 8));
  return types;
}

describe('a PNG as logo', () => {
  it('is taken with its size', async () => {
    const logo = await taken(png(header(3, 2), picture(3, 2), end));
    expect(logo).toMatchObject({ contentType: 'image/png', width: 3, height: 2 });
    expect(inflateSync(Buffer.from(logo.base64, 'base64').subarray(8 + 25 + 8, -16))).toEqual(pixels(3, 2));
  });

  it('is kept without what does not print: texts, a camera’s place and time, an animation, what is hidden behind the picture', async () => {
    const hidden = Buffer.concat([deflateSync(pixels(3, 2)), Buffer.from('hidden')]);
    const extras = [
      chunk('tEXt', Buffer.from('Author\0Dana Doe')),
      chunk('eXIf', Buffer.from('52.52 N')),
      chunk('iTXt', Buffer.from('XML:com.adobe.xmp')),
      chunk('acTL', Buffer.alloc(8)),
      chunk('tIME', Buffer.alloc(7)),
    ];
    const logo = await taken(png(header(3, 2), ...extras, chunk('IDAT', hidden), end));
    const bytes = Buffer.from(logo.base64, 'base64');
    expect(chunkTypes(bytes)).toEqual(['IHDR', 'IDAT', 'IEND']);
    for (const word of ['Dana', '52.52', 'adobe', 'hidden']) expect(bytes.includes(word)).toBe(false);
  });

  it('keeps palette and transparency, and is the same when it is cleaned again', async () => {
    const palette = chunk('PLTE', Buffer.from([255, 0, 0, 0, 0, 255]));
    const rows = chunk('IDAT', deflateSync(Buffer.from([0, 0, 1, 2, 1, 0])));
    const logo = await taken(png(header(2, 2, [8, 3, 0, 0, 0]), palette, chunk('tRNS', Buffer.from([0])), rows, end));
    expect(chunkTypes(Buffer.from(logo.base64, 'base64'))).toEqual(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
    expect(await checkedLogo(logo)).toEqual(logo);
  });

  test.each<[string, Buffer, string]>([
    ['no PNG', Buffer.from('GIF89a'), 'not a PNG'],
    ['a signature alone', png(), 'ends too early'],
    ['without an end', png(header(1, 1), picture(1, 1)), 'ends too early'],
    ['cut off', png(header(1, 1), picture(1, 1), end).subarray(0, 50), 'ends too early'],
    ['a length beyond the file', png(Buffer.from([255, 255, 255, 255, 73, 72, 68, 82, 0, 0, 0, 0])), 'ends too early'],
    ['bytes after its end', png(header(1, 1), picture(1, 1), end, Buffer.from('<script>')), 'follows the end'],
    ['a wrong checksum', png(header(1, 1), chunk('tEXt', Buffer.from('x'), 1), picture(1, 1), end), 'checksum'],
    ['no header first', png(picture(1, 1), header(1, 1), end), 'header'],
    ['two headers', png(header(1, 1), header(9, 9), picture(1, 1), end), 'two headers'],
    ['no size', png(header(0, 1), picture(0, 1), end), 'no size'],
    ['too wide', png(header(2001, 1), picture(2001, 1), end), '2001 × 1 pixels'],
    ['enormous', png(header(0x7fffffff, 0x7fffffff), picture(1, 1), end), 'at most 2000 × 2000'],
    ['unknown colors', png(header(1, 1, [8, 5, 0, 0, 0]), picture(1, 1), end), 'no known kind'],
    ['a depth that its colors have not', png(header(1, 1, [4, 6, 0, 0, 0]), picture(1, 1), end), 'no known kind'],
    ['interlaced', png(header(1, 1, [8, 6, 0, 0, 1]), picture(1, 1), end), 'without interlacing'],
    ['no picture', png(header(1, 1), end), 'cannot be read'],
    ['a picture that is no picture', png(header(1, 1), chunk('IDAT', Buffer.from('nonsense')), end), 'cannot be read'],
    ['less picture than it says', png(header(9, 9), picture(1, 1), end), 'picture is missing'],
    [
      'a bomb: more picture than it says',
      png(header(1, 1), chunk('IDAT', deflateSync(Buffer.alloc(50_000_000))), end),
      'cannot be read',
    ],
    [
      'an unknown filter',
      png(header(1, 1), chunk('IDAT', deflateSync(Buffer.from([9, 0, 0, 0, 0]))), end),
      'cannot be read',
    ],
    ['an unknown critical part', png(header(1, 1), chunk('EVIL'), picture(1, 1), end), 'cannot be shown'],
    [
      'colors without a palette',
      png(header(1, 1, [8, 3, 0, 0, 0]), chunk('IDAT', deflateSync(Buffer.from([0, 0]))), end),
      'palette',
    ],
    [
      'a color beyond its palette',
      png(
        header(1, 1, [8, 3, 0, 0, 0]),
        chunk('PLTE', Buffer.alloc(3)),
        chunk('IDAT', deflateSync(Buffer.from([0, 7]))),
        end,
      ),
      'palette',
    ],
    [
      'transparency that does not fit',
      png(header(1, 1), chunk('tRNS', Buffer.alloc(1)), picture(1, 1), end),
      'transparency',
    ],
    ['too many bytes', Buffer.alloc(256 * 1024 + 1), 'at most 256 KB'],
  ])('is refused with words at its field: %s', async (_, bytes, words) => {
    const refused = await taken(bytes).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RefusedLogo);
    expect(refused).toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining(words) });
  });

  it('is refused where it is no Base64', async () => {
    for (const base64 of ['', 'not base64!', '====', 'AAAA\n']) {
      await expect(checkedLogo({ contentType: 'image/png', base64 })).rejects.toThrow('did not arrive whole');
    }
  });
});

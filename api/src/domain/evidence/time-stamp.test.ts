import { describe, expect, it } from 'vitest';
import { timeStampAuthority } from './testing/time-stamp-authority.ts';
import { readTimeStamp, timeStampQuery } from './time-stamp.ts';

const stamped = Buffer.from('A signature');

describe('a time stamp', () => {
  it('is asked for by a hash, and says when the bytes were there, and who says so', async () => {
    const { answer, rootPem } = await timeStampAuthority();
    const { query, nonce } = timeStampQuery(stamped);
    expect(query.includes(stamped)).toBe(false);
    const response = await answer(query);
    const read = await readTimeStamp(response, stamped, rootPem);
    expect(read).toMatchObject({ authority: expect.stringContaining('Test authority'), nonce, isTrusted: true });
    expect(Math.abs(read.at.getTime() - Date.now())).toBeLessThan(60_000);
    expect(await readTimeStamp(response, stamped, null)).toMatchObject({ isTrusted: null });
  });

  it('of an authority that nobody trusts is told to be that', async () => {
    const [one, other] = [await timeStampAuthority(), await timeStampAuthority()];
    const response = await one.answer(timeStampQuery(stamped).query);
    expect(await readTimeStamp(response, stamped, other.rootPem)).toMatchObject({ isTrusted: false });
  });

  it('of other bytes, changed, refused, of a certificate for something else, or none at all is refused', async () => {
    const authority = await timeStampAuthority();
    const { query } = timeStampQuery(stamped);
    const response = await authority.answer(query);
    await expect(readTimeStamp(response, Buffer.from('Another'), null)).rejects.toThrow(/something else/);
    const changed = Buffer.from(response);
    changed[changed.length - 3] = (changed.at(-3) ?? 0) ^ 1;
    await expect(readTimeStamp(changed, stamped, null)).rejects.toThrow(/signature does not hold/);
    await expect(readTimeStamp(authority.refusal(), stamped, null)).rejects.toThrow(/refused it \(status 2\)/);
    const server = await timeStampAuthority({ purpose: '1.3.6.1.5.5.7.3.1' });
    await expect(readTimeStamp(await server.answer(query), stamped, null)).rejects.toThrow(/not one for time stamps/);
    await expect(readTimeStamp(Buffer.from('<html>'), stamped, null)).rejects.toThrow(/no time stamp/);
    await expect(readTimeStamp(response, stamped, 'No certificate')).rejects.toThrow(/no certificate/);
  });
});

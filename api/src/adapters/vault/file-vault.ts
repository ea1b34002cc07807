import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DisablingVault } from '../../ports/vault.ts';

type Encrypted = { iv: string; tag: string; data: string; isDisabled?: true };

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

async function writePrivately(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(temporary, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

/** The key of the vault, made at the first start. Two processes starting at once agree on one. */
async function readOrMakeKey(keyFile: string): Promise<Buffer> {
  for (;;) {
    try {
      const key = Buffer.from((await readFile(keyFile, 'utf8')).trim(), 'base64');
      if (key.length !== 32) throw new Error(`The vault key in ${keyFile} is damaged: it is not 32 bytes in base64`);
      return key;
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    // Linked into place whole, so that no reader ever sees half a key.
    const temporary = `${keyFile}.${randomBytes(6).toString('hex')}`;
    await writePrivately(temporary, randomBytes(32).toString('base64'));
    try {
      await link(temporary, keyFile);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    } finally {
      await unlink(temporary);
    }
  }
}

/**
 * The embedded vault for one machine, where there is no Key Vault: each secret in a file under AES-256-GCM, mode 0600, with
 * the key in another folder. A file for each, so that processes that set different secrets at once lose none. The secret's
 * name is bound to it as additional data, so that two entries cannot be swapped.
 */
export function openFileVault(options: { folder: string; keyFile: string }): DisablingVault {
  const fileOf = (name: string) =>
    join(options.folder, `${createHash('sha256').update(name).digest('hex').slice(0, 32)}.json`);
  const read = async (name: string): Promise<Encrypted | null> => {
    try {
      return JSON.parse(await readFile(fileOf(name), 'utf8'));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };
  return {
    async get(name) {
      const encrypted = await read(name);
      if (encrypted === null) return null;
      if (encrypted.isDisabled) throw new Error(`The secret '${name}' is disabled`);
      const key = await readOrMakeKey(options.keyFile);
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(encrypted.iv, 'base64'), { authTagLength: 16 });
      decipher.setAAD(Buffer.from(name));
      decipher.setAuthTag(Buffer.from(encrypted.tag, 'base64'));
      return Buffer.concat([decipher.update(Buffer.from(encrypted.data, 'base64')), decipher.final()]).toString('utf8');
    },
    async set(name, value) {
      const key = await readOrMakeKey(options.keyFile);
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      cipher.setAAD(Buffer.from(name));
      const data = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
      const encrypted: Encrypted = {
        iv: iv.toString('base64'),
        tag: cipher.getAuthTag().toString('base64'),
        data: data.toString('base64'),
      };
      await writePrivately(fileOf(name), JSON.stringify(encrypted));
    },
    async disable(name) {
      const encrypted = await read(name);
      if (encrypted !== null && !encrypted.isDisabled) {
        await writePrivately(fileOf(name), JSON.stringify({ ...encrypted, isDisabled: true }));
      }
    },
  };
}

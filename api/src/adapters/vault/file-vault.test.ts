import { copyFile, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { openFileVault } from './file-vault.ts';
import { vaultContract } from './vault.contract.ts';

const options = async () => {
  const folder = await temporaryFolder('vault');
  return { folder: join(folder, 'vault'), keyFile: join(folder, 'keys', 'vault-key') };
};
const filesOf = async (folder: string) => (await readdir(folder)).map((name) => join(folder, name));

vaultContract('file', async () => openFileVault(await options()));

describe('the embedded vault', () => {
  it('writes no secret in the clear, and lets no one else read its files', async () => {
    const where = await options();
    await openFileVault(where).set('app-secret', 'very secret value');
    const files = await filesOf(where.folder);
    expect(files).toHaveLength(1);
    for (const file of files) expect(await readFile(file, 'utf8')).not.toContain('very secret value');
    for (const file of [...files, where.keyFile]) expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('refuses an entry that was changed or moved to another name', async () => {
    const where = await options();
    const vault = openFileVault(where);
    await vault.set('a', 'secret of a');
    const [fileOfA = ''] = await filesOf(where.folder);
    await vault.set('b', 'secret of b');
    const [fileOfB = ''] = (await filesOf(where.folder)).filter((file) => file !== fileOfA);
    await copyFile(fileOfB, fileOfA);
    await expect(vault.get('a')).rejects.toThrow();
    expect(await vault.get('b')).toBe('secret of b');
  });

  it('has one key and loses no secret, where several processes start at once', async () => {
    const where = await options();
    const vaults = Array.from({ length: 8 }, () => openFileVault(where));
    await Promise.all(vaults.map((vault, n) => vault.set(`s${n}`, `v${n}`)));
    for (let n = 0; n < 8; n += 1) expect(await openFileVault(where).get(`s${n}`)).toBe(`v${n}`);
  });
});

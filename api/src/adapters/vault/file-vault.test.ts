import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFileVault } from './file-vault.ts';
import { vaultContract } from './vault.contract.ts';

const options = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tenantry-vault-'));
  return { file: join(folder, 'vault.json'), keyFile: join(folder, 'keys', 'vault-key') };
};

vaultContract('file', async () => openFileVault(await options()));

describe('the embedded vault', () => {
  it('writes no secret in the clear, and lets no one else read its files', async () => {
    const where = await options();
    await openFileVault(where).set('app-secret', 'very secret value');
    expect(await readFile(where.file, 'utf8')).not.toContain('very secret value');
    for (const file of [where.file, where.keyFile]) expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('refuses an entry that was changed or moved to another name', async () => {
    const where = await options();
    const vault = openFileVault(where);
    await vault.set('a', 'secret of a');
    await vault.set('b', 'secret of b');
    const content = JSON.parse(await readFile(where.file, 'utf8'));
    content.secrets.a = content.secrets.b;
    await writeFile(where.file, JSON.stringify(content));
    await expect(vault.get('a')).rejects.toThrow();
    expect(await vault.get('b')).toBe('secret of b');
  });

  it('has one key, even where several start at once', async () => {
    const where = await options();
    const vaults = Array.from({ length: 8 }, () => openFileVault(where));
    await Promise.all(vaults.map((vault, n) => vault.set(`s${n}`, `v${n}`)));
    const present = JSON.parse(await readFile(where.file, 'utf8')).secrets;
    for (const name of Object.keys(present)) expect(await openFileVault(where).get(name)).toBe(`v${name.slice(1)}`);
  });
});

import { describe, expect, it } from 'vitest';
import type { DisablingVault } from '../../ports/vault.ts';

/** What every vault must hold to. */
export function vaultContract(name: string, open: () => Promise<DisablingVault>): void {
  describe(`vault contract: ${name}`, () => {
    it('gives back the newest version of a secret, and null for one that is not there', async () => {
      const vault = await open();
      expect(await vault.get('app-secret')).toBeNull();
      await vault.set('app-secret', 'first');
      await vault.set('app-secret', 'second "quoted" ü');
      expect(await vault.get('app-secret')).toBe('second "quoted" ü');
      expect(await vault.get('other')).toBeNull();
    });

    it('gives out no secret that was disabled, until it is set again, and disables no other', async () => {
      const vault = await open();
      await vault.set('replaced', 'first');
      await vault.set('replaced', 'second');
      await vault.set('present', 'kept');
      await vault.disable('replaced');
      await vault.disable('replaced');
      await vault.disable('never-set');
      await expect(vault.get('replaced')).rejects.toThrow(/disabled/i);
      expect([await vault.get('present'), await vault.get('never-set')]).toEqual(['kept', null]);
      await vault.set('replaced', 'third');
      expect(await vault.get('replaced')).toBe('third');
    });

    it('loses none of several secrets that are set at once', async () => {
      const vault = await open();
      await Promise.all(Array.from({ length: 20 }, (_, n) => vault.set(`secret-${n}`, `value ${n}`)));
      for (let n = 0; n < 20; n += 1) expect(await vault.get(`secret-${n}`)).toBe(`value ${n}`);
    });
  });
}

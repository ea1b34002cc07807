import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where PowerShell 7 is: in one of the folders of PATH. Null where there is none. */
export function findPowerShell(path: string): string | null {
  const name = process.platform === 'win32' ? 'pwsh.exe' : 'pwsh';
  return (
    path
      .split(delimiter)
      .map((folder) => join(folder, name))
      .find((file) => existsSync(file)) ?? null
  );
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PowerShellText } from './find-faults.ts';

const root = join(import.meta.dirname, '../..');
const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/**/*.md', 'frontend/public/help/*.md'];

/** The fenced blocks of a page that say they are PowerShell, each named by its file and the line on which it begins. */
export function snippetsIn(file: string, page: string): PowerShellText[] {
  const found: PowerShellText[] = [];
  let open: { name: string; lines: string[] } | null = null;
  for (const [index, line] of page.split('\n').entries()) {
    if (open === null) {
      if (/^\s*```(powershell|pwsh|ps1)\s*$/i.test(line)) open = { name: `${file}:${index + 2}`, lines: [] };
    } else if (/^\s*```\s*$/.test(line)) {
      found.push({ name: open.name, text: open.lines.join('\n') });
      open = null;
    } else open.lines.push(line);
  }
  if (open !== null) throw new Error(`${open.name} has no end`);
  return found;
}

/** Every PowerShell block of the documentation and of the help articles. */
export function documentedSnippets(): PowerShellText[] {
  return globSync(pages, { cwd: root })
    .sort()
    .flatMap((file) => snippetsIn(file, readFileSync(join(root, file), 'utf8')));
}

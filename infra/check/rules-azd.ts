import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from './project.ts';

const FILE = 'azure.yaml';

/** The template and the folders that `azd up` is told of are there. */
export function checkAzd(project: Project): void {
  const text = project.text(FILE);
  if (text === undefined) {
    project.fault(FILE, { line: 1, column: 1 }, 'it is missing: `azd up` needs it');
    return;
  }
  const lines = text.split('\n');
  const value = (name: string) => new RegExp(`^\\s+${name}:\\s*['"]?([^'"\\s#]+)`, 'm').exec(text)?.[1];
  const template = `${value('path') ?? 'infra'}/${value('module') ?? 'main'}.bicep`;
  for (const [index, line] of lines.entries()) {
    const [, key = '', path = ''] = /^\s+(path|module|project):\s*['"]?([^'"\s#]+)/.exec(line) ?? [];
    const named = key === 'project' ? path : template;
    if (key === '' || existsSync(join(project.root, named))) continue;
    project.fault(FILE, { line: index + 1, column: line.search(/\S/) + 1 }, `there is no ${named}`);
  }
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suggestion } from './faults.ts';
import type { Project } from './project.ts';

const FILE = 'azure.yaml';
/** What a service can run on: https://learn.microsoft.com/azure/developer/azure-developer-cli/azd-schema */
const HOSTS = ['appservice', 'containerapp', 'function', 'springapp', 'staticwebapp', 'aks', 'ai.endpoint'];

/** The template and the folders that `azd up` is told of are there. */
export function checkAzd(project: Project): void {
  const text = project.text(FILE);
  if (text === undefined) {
    project.fault(FILE, { line: 1, column: 1 }, 'it is missing: `azd up` needs it');
    return;
  }
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const at = { line: index + 1, column: line.search(/\S/) + 1 };
    const host = /^\s+host:\s*['"]?([\w.-]+)/.exec(line)?.[1];
    if (host !== undefined && !HOSTS.includes(host))
      project.fault(FILE, at, `${host} is no host${suggestion(host, HOSTS)}`);
    const script = /\bnode ([\w./-]+)/.exec(line)?.[1];
    if (script !== undefined && !project.has(script)) project.fault(FILE, at, `there is no ${script}`);
    const service = /^ {2}([\w-]+):\s*$/.exec(line)?.[1];
    const inServices = lines
      .slice(0, index)
      .findLast((one) => /^\w/.test(one))
      ?.startsWith('services:');
    const isTagged = project
      .sources('bicep')
      .some((file) => project.text(file)?.includes(`'azd-service-name': '${service}'`));
    if (service !== undefined && inServices && !isTagged)
      project.fault(FILE, at, `no resource has the tag 'azd-service-name': '${service}', by which azd finds it`);
  }
  const value = (name: string) => new RegExp(`^\\s+${name}:\\s*['"]?([^'"\\s#]+)`, 'm').exec(text)?.[1];
  const template = `${value('path') ?? 'infra'}/${value('module') ?? 'main'}.bicep`;
  for (const [index, line] of lines.entries()) {
    const [, key = '', path = ''] = /^\s+(path|module|project):\s*['"]?([^'"\s#]+)/.exec(line) ?? [];
    const named = key === 'project' ? path : template;
    if (key === '' || existsSync(join(project.root, named))) continue;
    project.fault(FILE, { line: index + 1, column: line.search(/\S/) + 1 }, `there is no ${named}`);
  }
}

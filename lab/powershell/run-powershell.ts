import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type PowerShellOutcome = {
  code: number | null;
  /** What a person sees: standard output, and standard error below it. */
  output: string;
};

type Run = {
  /** Arguments of pwsh. */
  args: readonly string[];
  /** What is typed. Empty: nobody answers. */
  input?: string;
  environment?: Record<string, string>;
};

/** The program that `npm run scripts:check` found. */
export function program(): string {
  const { PWSH } = process.env;
  if (PWSH === undefined) throw new Error('PWSH is not set: run npm run scripts:check');
  return PWSH;
}

export const powerShellArguments = ['-NoLogo', '-NoProfile'] as const;

/** Without colors and telemetry, with a home of its own and nothing else of this process's environment. */
export function powerShellEnvironment(home: string): Record<string, string> {
  const { PATH = '', DOTNET_ROOT, SystemRoot } = process.env;
  return {
    PATH,
    HOME: home,
    TMPDIR: home,
    NO_COLOR: '1',
    TERM: 'dumb',
    POWERSHELL_TELEMETRY_OPTOUT: '1',
    POWERSHELL_UPDATECHECK: 'Off',
    ...(DOTNET_ROOT === undefined ? {} : { DOTNET_ROOT }),
    ...(SystemRoot === undefined ? {} : { SystemRoot }),
  };
}

/** Runs PowerShell without profile, colors and telemetry, with a home of its own and nothing of this process's environment. */
export async function runPowerShell({ args, input = '', environment = {} }: Run): Promise<PowerShellOutcome> {
  const home = mkdtempSync(join(tmpdir(), 'tenantry-pwsh-'));
  try {
    return await new Promise((resolve, reject) => {
      const child = spawn(program(), [...powerShellArguments, ...args], {
        env: { ...powerShellEnvironment(home), ...environment },
      });
      let output = '';
      let errors = '';
      child.stdout.on('data', (chunk) => (output += chunk));
      child.stderr.on('data', (chunk) => (errors += chunk));
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, output: output + errors }));
      child.stdin.end(input);
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

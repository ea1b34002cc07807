import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PowerShellOutcome } from './run-powershell.ts';
import { powerShellArguments, powerShellEnvironment, program } from './run-powershell.ts';

/** Named parameters: true for a switch, `secure` for what PowerShell keeps as a SecureString. */
export type SessionParameters = Record<string, string | boolean | string[] | { secure: string }>;

type SessionRun = {
  file: string;
  parameters: SessionParameters;
  /** What is typed at its questions, a line each. */
  answers?: readonly string[];
  /** Is told each piece of output when it comes. */
  onOutput?(output: string): void;
};

const ended = /<<ended (-?\d+)>>\r?\n/;

/** One PowerShell that runs scripts one after the other. It is ended by `close`. */
export function openPowerShell() {
  const home = mkdtempSync(join(tmpdir(), 'tenantry-pwsh-'));
  const child = spawn(program(), [...powerShellArguments, '-File', join(import.meta.dirname, 'session-loop.ps1')], {
    env: powerShellEnvironment(home),
  });
  let pending = '';
  let listen: (() => void) | null = null;
  const take = (chunk: Buffer) => {
    pending += chunk.toString('utf8');
    listen?.();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const gone = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`PowerShell ended with ${code}:\n${pending}`)));
  });
  // Whoever waits for a run hears of it; where nobody waits it is the end that was asked for.
  gone.catch(() => undefined);

  return {
    /** @throws where PowerShell itself ends */
    async run({ file, parameters, answers = [], onOutput }: SessionRun): Promise<PowerShellOutcome> {
      pending = '';
      const outcome = new Promise<PowerShellOutcome>((resolve) => {
        listen = () => {
          onOutput?.(pending);
          const found = ended.exec(pending);
          if (found) resolve({ code: Number(found[1]), output: pending.slice(0, found.index) });
        };
      });
      child.stdin.write([JSON.stringify({ file, parameters }), ...answers, ''].join('\n'));
      try {
        return await Promise.race([outcome, gone]);
      } finally {
        listen = null;
      }
    },

    async close(): Promise<void> {
      child.stdin.end();
      await gone.catch(() => undefined);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export type PowerShellSession = ReturnType<typeof openPowerShell>;

import { GraphError } from '../../ports/graph.ts';

/**
 * What a run has changed at Microsoft so far, so that whoever ends it is told what it leaves. A change that is under way may or
 * may not have happened.
 */
export function createJournal(say: (line: string) => void) {
  const done: string[] = [];
  const local: string[] = [];
  let underway: string | null = null;
  return {
    /** Something on this machine that the next run takes up. */
    kept(what: string): void {
      local.push(what);
    },
    async change<T>(what: string, work: () => Promise<T>): Promise<T> {
      underway = what;
      try {
        const result = await work();
        done.push(what);
        underway = null;
        say(`Done: ${what}.`);
        return result;
      } catch (error) {
        const isRefused = error instanceof GraphError && error.failure.status >= 400 && error.failure.status < 500;
        if (isRefused) underway = null;
        throw error;
      }
    },
    /** What a run that ended early leaves behind. */
    left(action: 'apply' | 'remove' | 'print'): string {
      if (done.length === 0 && underway === null) return ['Nothing was changed at Microsoft.', ...local].join('\n');
      const again = `Run the same command again: it finishes what is missing${action === 'apply' ? ', and makes no second application' : ''}.`;
      const lines = done.length > 0 ? [`Done by then: ${done.join('; ')}.`] : [];
      if (underway !== null) lines.push(`Under way, and perhaps done: ${underway}.`);
      return [...lines, ...local, again].join('\n');
    },
  };
}

export type Journal = ReturnType<typeof createJournal>;

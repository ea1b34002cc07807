import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Without its comments: what is left is a few lines. */
const source = readFileSync(join(import.meta.dirname, 'session-start.js'), 'utf8').replace(/^\/\/.*\n/gm, '');

/**
 * Puts session-start.js into index.html under a name that changes with it, so that a browser keeps it for good. Not while
 * developing, where the application asks for itself.
 */
export function sessionStart(): Plugin {
  let reference = '';
  return {
    name: 'session-start',
    apply: 'build',
    buildStart() {
      reference = this.emitFile({ type: 'asset', name: 'session-start.js', source });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.values(bundle ?? {}).find(
          (output) => output.type === 'asset' && output.names.includes('session-start.js'),
        );
        if (file === undefined) throw new Error(`The build has no session-start.js (${reference})`);
        return [{ tag: 'script', attrs: { src: `/${file.fileName}`, async: true }, injectTo: 'head-prepend' }];
      },
    },
  };
}

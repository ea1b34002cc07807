import { join } from 'node:path';
import type { Plugin } from 'vite';
import { leftToRightStyles } from './left-to-right-plugin.ts';

/**
 * Fluent's module of its tokens without their names: each is `var(--name)`, but for those few that have a value to fall back to.
 * @param code of the module
 */
export function shortTokensOf(code: string): string {
  const withFallback = [...code.matchAll(/(\w+): ["'](var\(--\w+, [^"']+\))["']/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  const own = JSON.stringify(Object.fromEntries(withFallback));
  return `export const tokens = new Proxy(${own}, { get: (own, name) => own[name] ?? 'var(--' + String(name) + ')' });`;
}

/**
 * Fluent's `tokens` names some 500 variables one by one, each as its own name in `var(--…)`: 4 KB of what every page loads,
 * compressed. A test holds that nothing differs.
 */
const shortTokens: Plugin = {
  name: 'short-tokens',
  apply: 'build',
  transform: {
    filter: { id: /@fluentui\/tokens\/lib\/tokens\.js$/ },
    handler: (code) => shortTokensOf(code),
  },
};
/** Our pages run from left to right, so that no style needs its mirror image: 3 KB, and work for each rule. */
const leftToRight: Plugin = {
  name: 'left-to-right',
  apply: 'build',
  transform: {
    filter: { id: /rtl-css-js\/dist\/esm\/core\.js$/ },
    handler: () =>
      'export const convert = (style) => style; export const convertProperty = (key, value) => ({ key, value });',
  },
};

const routerBuild = join(import.meta.dirname, '../node_modules/react-router/dist/production');

/** The package's entry is its development build everywhere, which carries its warnings into production. */
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: join(routerBuild, 'index.mjs') },
        { find: /^react-router\/dom$/, replacement: join(routerBuild, 'dom-export.mjs') },
      ],
    },
  }),
};

/** The way of the mouse to a submenu is kept open where a menu asks for it (`safeZone`). None of ours does: 2 KB. */
const noSafeZone: Plugin = {
  name: 'no-safe-zone',
  apply: 'build',
  transform: {
    filter: { id: /useSafeZoneArea\/useSafeZoneArea\.js$/ },
    handler: () =>
      'const ref = () => undefined; const zone = { containerRef: ref, targetRef: ref, elementToRender: null }; export const useSafeZoneArea = () => zone;',
  },
};

/** What a build leaves out of packages, for every page loads it and none needs it. */
export const smallerPackages: Plugin[] = [shortTokens, leftToRight, leftToRightStyles, productionRouter, noSafeZone];

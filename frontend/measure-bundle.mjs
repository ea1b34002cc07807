// Measures the gzipped JavaScript that each page loads, and how many requests its code takes: what the document names, what the page's
// route loads lazily, everything that these import statically, and the style sheet. Reads the last build (`vite build`).
// Usage: node frontend/measure-bundle.mjs [--json]. Exits 1 where a page is over one of its budgets.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = join(import.meta.dirname, 'dist');
const signInBudgetKb = 180;
const pageBudgetKb = 300;
const requestBudget = 15;

const signInPages = ['login', 'register', 'setup', 'reset-password', 'callback', 'auth-complete', 'auth-error'].map(
  (name) => ({
    route: `/${name}`,
    modules: [`src/features/auth/${name}-page.tsx`],
    budgetKb: signInBudgetKb,
  }),
);

/** What every page for contacts of a client stands on (app/router.tsx). */
const clientRoutes = 'src/app/client-routes.tsx';
const clientSignInPages = ['client-sign-in', 'client-link'].map((name) => ({
  route: `/${name}`,
  modules: [clientRoutes, `src/features/auth/${name}-page.tsx`],
  budgetKb: signInBudgetKb,
}));

const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));

/** The layout of all signed-in pages: a chunk of its own, so the manifest knows it by the chunk's name (vite.config.ts). */
const shell = Object.keys(manifest).find((key) => manifest[key].name === 'shell');
if (shell === undefined) throw new Error("The build's manifest has no chunk named shell");

/** The choice of an organization, which stands outside the shell. */
const choice = { route: '/select-tenant', modules: ['src/app/select-tenant-page.tsx'], budgetKb: pageBudgetKb };

/** The pages of a client's room stand in its own shell, and the preview of it beside the room. */
const roomPages = 'src/features/client-room/room-pages.tsx';
const aroundPagesOf = (feature) => (feature === 'client-room' ? [clientRoutes, roomPages] : [shell]);

/** Every other page of a feature stands in the shell. */
function featurePages() {
  const features = readdirSync(join(import.meta.dirname, 'src/features')).filter((name) => name !== 'auth');
  return features.flatMap((feature) => {
    const files = readdirSync(join(import.meta.dirname, 'src/features', feature));
    return files
      .filter((file) => file.endsWith('-page.tsx'))
      .map((file) => ({
        route: `/${file.replace(/-page\.tsx$/, '')}`,
        modules: [...aroundPagesOf(feature), `src/features/${feature}/${file}`],
        budgetKb: pageBudgetKb,
      }));
  });
}

function closureOf(modules) {
  const files = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`The build's manifest has no ${key}: is it a page that no route loads?`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const module of modules) visit(module);
  return files;
}

const gzippedBytes = new Map();
function bytesOf(file) {
  if (!gzippedBytes.has(file)) gzippedBytes.set(file, gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
  return gzippedBytes.get(file);
}

/** What index.html asks for itself: entry, session-start.js, style sheet. */
const ofDocument = [
  ...readFileSync(join(dist, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g),
].map(([, file]) => file);

const pages = [...signInPages, ...clientSignInPages, choice, ...featurePages()].map(({ route, modules, budgetKb }) => {
  const files = [...new Set([...ofDocument, ...closureOf(['index.html', ...modules])])];
  const bytes = files.filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + bytesOf(file), 0);
  return {
    route,
    gzippedKb: Math.round(bytes / 100) / 10,
    requests: files.length,
    budgetKb,
    requestBudget,
    isWithin: bytes <= budgetKb * 1000 && files.length <= requestBudget,
  };
});

if (process.argv.includes('--json')) console.log(JSON.stringify({ pages }, null, 2));
else console.table(pages);
if (pages.some((page) => !page.isWithin)) process.exitCode = 1;

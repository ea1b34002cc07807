import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The local stack's front door (Static Web Apps CLI), to which the development server passes calls of the API. */
const localApi = 'http://localhost:4280';

/**
 * A chunk takes the modules that match, and what they need and no chunk above has taken. Without them the bundler makes
 * a chunk of every small module that two pages share, which compresses badly and costs a request each.
 * `node frontend/measure-bundle.mjs` shows what each page loads.
 */
const chunks = [
  // Packages that change rarely: a release of ours leaves them in the browser's cache.
  { name: 'react', priority: 4, test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'router', priority: 4, test: /node_modules\/(react-router|react-router-dom|cookie|set-cookie-parser)\// },
  // What the sign-in pages need, and every page with them.
  {
    name: 'base',
    priority: 3,
    test: /(frontend\/src\/(main\.tsx|lib\/(form-errors|format|query-client|use-field-errors|use-form|use-submit)\.ts|features\/auth\/(auth-layout|registration-status-query|(form|password|sign-in)-[a-z-]+)\.tsx?|blocks\/password-checklist\.tsx|ui\/(password|text)-field\.tsx)|react-query\/build\/modern\/useQuery\.js)$/,
  },
  // What every signed-in page needs.
  { name: 'shell', priority: 2, test: /frontend\/src\/app\/shell\.tsx$/ },
  {
    name: 'badges',
    priority: 0,
    test: /frontend\/src\/(blocks\/(health|severity|verdict)-badge|ui\/status-badge)\.tsx$/,
  },
  {
    name: 'page-kit',
    priority: 1,
    test: /frontend\/src\/ui\/(page-shell|query-state|relative-time|coming-time|section-card|empty-state|load-more|paged-rows)\.tsx$/,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { proxy: { '/api': { target: localApi } } },
  build: {
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        // The entry names every chunk, and a hash does not compress: seven characters tell the builds of one chunk apart.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
});

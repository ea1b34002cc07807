import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The local stack's front door (Static Web Apps CLI), to which the development server passes calls of the API. */
const localApi = 'http://localhost:4280';

/**
 * Packages that change rarely and that every page needs, one chunk each, so that a release of ours leaves them cached.
 * Fluent UI is left to the bundler: one chunk of it would make the sign-in page load menus, tables and dialogs.
 */
const vendorChunks = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'router', test: /node_modules\/(react-router|react-router-dom|cookie|set-cookie-parser)\// },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  server: { proxy: { '/api': { target: localApi } } },
  build: {
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    rolldownOptions: { output: { codeSplitting: { groups: vendorChunks } } },
  },
});

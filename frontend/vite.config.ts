import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunks } from './chunks.ts';
import { endpointSummaries } from './endpoint-summaries-plugin.ts';
import { helpArticles } from './help-articles-plugin.ts';
import { sessionStart } from './session-start-plugin.ts';
import { smallerPackages } from './smaller-packages.ts';

/** The local stack's front door (Static Web Apps CLI), to which the development server passes calls of the API. */
const localApi = 'http://localhost:4280';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), helpArticles(), sessionStart(), endpointSummaries(), ...smallerPackages],
  server: { proxy: { '/api': { target: localApi } } },
  build: {
    // Packages that every page loads stand in one file.
    chunkSizeWarningLimit: 600,
    target: 'es2022',
    manifest: true,
    sourcemap: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        // The entry names every file: without words each costs a few bytes (`manifest.json` tells which is which), and seven
        // characters tell the builds of one apart.
        chunkFileNames: 'assets/[hash:7].js',
      },
    },
  },
});

import './app/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Providers } from './app/providers.tsx';
import { createRouter } from './app/router.tsx';
import { openSession } from './lib/session.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

void openSession();
createRoot(root).render(
  <StrictMode>
    <Providers router={createRouter()} />
  </StrictMode>,
);

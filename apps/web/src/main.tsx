import { Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import './design/tokens.css';
import './design/base.css';
import './design/controls.css';
import './design/layers.css';
import './design/text.css';
import './design/lists.css';
import './shell/shell.css';
import './pages/room/room.css';
import './pages/news.css';
import './base/theme.ts';
import { loadLater } from './base/later.ts';
import { loadAhead } from './shell/ahead.ts';
import { App } from './shell/app.tsx';
import { followLinks } from './shell/follow-links.ts';
import { keepDroppedFiles } from './shell/keep-dropped-files.ts';

const NeedsHttps = loadLater(() => import('./pages/entrance/needs-https.tsx').then(({ NeedsHttps: page }) => page));

keepDroppedFiles();
followLinks();
if (isSecureContext) loadAhead(new URL(location.href));
const root = document.getElementById('app');
if (root !== null) createRoot(root).render(<Suspense>{isSecureContext ? <App /> : <NeedsHttps />}</Suspense>);

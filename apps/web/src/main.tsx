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
import { NeedsHttps } from './pages/needs-https.tsx';
import { askAhead } from './shell/ahead.ts';
import { App } from './shell/app.tsx';

if (isSecureContext) askAhead(new URL(location.href));
const place = document.getElementById('app');
if (place !== null) createRoot(place).render(isSecureContext ? <App /> : <NeedsHttps />);
